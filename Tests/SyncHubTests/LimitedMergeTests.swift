import ActionItems
import CivilTime
import Store
import TestSupport
import Testing

/// The limit of a token, held against the items that a batch makes.
@Suite struct LimitedMergeTests {
  private static func version(_ title: String, for assignee: String??, at seconds: Int)
    -> RemoteVersion
  {
    let time = Timestamp(seconds: 1_767_000_000 + seconds) ?? .epoch
    var note = RemoteVersion.Note(title: title, text: nil, createdAt: time, conversationId: "c")
    note.assignee = assignee
    return RemoteVersion(
      id: "new", updatedAt: time, device: "d", content: .note(note), origin: "device:d")
  }

  @Test(
    arguments: [
      ("a new item", ["Anna"], []), ("a change without assignee", ["Anna", nil], []),
      ("a change that moves it out", ["Anna", "Boss"], [1]),
      ("one after a refused one", ["Anna", "Boss", nil], [1]), ("outside at first", ["Boss"], [0]),
    ] as [(String, [String?], Set<Int>)])
  func `several changes of one item are held against what they make together`(
    name: String, assignees: [String?], refused: Set<Int>
  ) async throws {
    let directory = try TemporaryDirectory()
    let store = try StoreOnDisk.make(directory.path + "/s")
    let versions = assignees.enumerated().map { number, assignee in
      Self.version("Task \(number)", for: assignee.map { .some($0) }, at: number)
    }
    let found = try await store.refused(versions) { _, before, after in
      [before, after].allSatisfy { $0 == nil || $0?.assignee == "Anna" }
    }
    #expect(found == refused, "\(name)")
    #expect(try await store.fetch().isEmpty, "\(name)")
  }
}
