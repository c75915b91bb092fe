import Testing

@testable import SyncHub

@Suite struct DiskRoomTests {
  /// Whether an event is news. A negative number of bytes stands for a failed write on a full disk.
  static func isNews(_ room: inout DiskRoom, _ bytes: Int, at seconds: Int) -> Bool {
    bytes < 0
      ? room.noteFull(-bytes, .seconds(seconds)) : room.noteKept(bytes, .seconds(seconds))
  }

  @Test(
    arguments: [
      ("nothing is amiss", [(10, 0, false)]),
      ("once each", [(-100, 0, true), (-100, 30, false), (100, 31, true), (100, 32, false)]),
      ("something small goes in", [(-100, 0, true), (99, 50, false), (-100, 51, false)]),
      (
        "nothing was refused for a minute",
        [(-100, 0, true), (-80, 55, false), (20, 114, false), (20, 115, true)]
      ),
      ("the last one counts", [(-100, 0, true), (-30, 1, false), (30, 2, true)]),
    ] as [(String, [(Int, Int, Bool)])])
  func `a full disk is reported once, and so is its recovery`(
    name: String, steps: [(bytes: Int, seconds: Int, isNews: Bool)]
  ) {
    var room = DiskRoom()
    for step in steps {
      let isNews = Self.isNews(&room, step.bytes, at: step.seconds)
      #expect(isNews == step.isNews, "\(name): \(step)")
    }
  }
}
