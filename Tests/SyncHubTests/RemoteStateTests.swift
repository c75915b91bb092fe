import Store
import TestSupport
import Testing

@testable import Sync

@Suite struct RemoteStateTests {
  @Test func `saved state of any size is read back`() throws {
    let directory = try TemporaryDirectory()
    let folder = try DiskFolder(creating: directory.path + "/s")
    var state = RemoteState()
    state.checkpoint = FeedCursor(store: "s", sequence: 9, checksum: 3)
    state.lastTaken = 7
    state.serverID = "e"
    for number in 0..<100 {
      let long = String(repeating: "x", count: 20_000)
      state.setAside.append(.init(sequence: number, itemID: "i", code: "c", message: long))
    }
    try state.write("x", in: folder)
    #expect(try RemoteState.read("x", in: folder) == state)
  }

  @Test(arguments: [
    "null", "[]", "{}", #"{"schema":99}"#, #"{"schema":1,"checkpoint":-1}"#,
    #"{"schema":1,"checkpoint":{"store":"s","sequence":-1}}"#,
    #"{"schema":1,"checkpoint":{"sequence":1}}"#, #"{"schema":1,"engine":"e"}"#,
    #"{"schema":1,"checkpoint":{"store":"s","sequence":1,"checksum":99999999999}}"#,
    #"{"schema":1,"options":{"pin":5}}"#, #"{"schema":1,"options":{"pin":"x"}}"#,
    #"{"schema":1,"generation":"1"}"#, #"{"schema":1,"lastSuccess":"x"}"#,
    #"{"schema":1,"setAside":{}}"#,
    #"{"schema":1,"options":{"channels":[1]}}"#, "",
  ])
  func `malformed state is reported as damaged, not as missing`(text: String) throws {
    let directory = try TemporaryDirectory()
    let folder = try DiskFolder(creating: directory.path + "/s")
    _ = try folder.folder("sync")
    try directory.write(text, to: "s/sync/x.json")
    do {
      _ = try RemoteState.read("x", in: folder)
      Issue.record("\(text) was read")
    } catch SyncError.state(let name, _, _) {
      #expect(name == "x")
    }
    try directory.write(#"{"schema":1}"#, to: "s/sync/x.json")
    #expect(try RemoteState.read("x", in: folder) == RemoteState())
  }

  @Test func `removing a remote keeps only the state that protects others`() throws {
    let directory = try TemporaryDirectory()
    let folder = try DiskFolder(creating: directory.path + "/s")
    var state = RemoteState()
    state.address = "wss://h/?token=secret"
    state.generation = 2
    state.checkpoint = FeedCursor(store: "s", sequence: 9, checksum: 3)
    (state.lastError, state.applied, state.conflicts) = ("no", 4, 1)
    try state.write("x", in: folder)
    try RemoteState().write("y", in: folder)
    try directory.write("{", to: "s/sync/z.json")
    #expect(try RemoteState.known(in: folder).sorted() == ["x", "y", "z"])
    for name in ["x", "z"] { try RemoteState.forget(name, in: folder) }
    #expect(try RemoteState.known(in: folder) == ["y"])
    var left = RemoteState()
    left.generation = 3
    #expect(try RemoteState.read("x", in: folder) == left)
    #expect(try RemoteState.read("z", in: folder)?.generation ?? 0 > 1_000_000)
  }

  @Test func `a reset ignores a damaged file, and its messages are new`() throws {
    let directory = try TemporaryDirectory()
    let folder = try DiskFolder(creating: directory.path + "/s")
    try RemoteState().write("x", in: folder)
    try directory.write("{", to: "s/sync/x.json")
    #expect(throws: SyncError.self) { try RemoteState.read("x", in: folder) }
    try RemoteState.resetKept("x", in: folder)
    let state = try #require(try RemoteState.read("x", in: folder))
    #expect(state.generation > 1_000_000 && state.checkpoint == nil)
  }
}
