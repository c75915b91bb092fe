import Store
import TestSupport
import Testing

/// `store verify` and the small files of a store.
@Suite struct SmallFileDamageTests {
  private static func store(_ disk: FaultDisk) throws -> ActionItemStore {
    try disk.open()
  }

  @Test func `a damaged byte anywhere in store json is found`() async throws {
    for isRenewed in [false, true] {
      let disk = FaultDisk()
      _ = try await Self.store(disk).commit([StoreFixture.outcome(["Send the report"])])
      if isRenewed { _ = try ActionItemStore.renew(in: disk.folder) }
      #expect(try await Self.store(disk).verify().damages == [])
      let count = try #require(disk.files["store.json"]).count
      for index in 0..<count {
        let copy = disk.copy()
        copy.edit("store.json") { $0[index] ^= 1 }
        do {
          let damages = try await Self.store(copy).verify().damages
          #expect(damages.contains { $0.contains("store.json") }, "byte \(index)")
        } catch is StoreError {
          // The store cannot be opened, and the error says why.
        }
      }
    }
  }

  @Test(
    arguments: [
      ("without a checksum", #"{"format":1,"id":"ID","origin":"ID"}"#),
      ("with a format that never was", #"{"format":0,"id":"ID"}"#),
    ])
  func `a file that the program never writes is damaged`(name: String, text: String) async throws {
    let disk = FaultDisk()
    let store = try Self.store(disk)
    try await store.commit(["Send the report"])
    let id = store.id
    disk.edit("store.json") { bytes in
      bytes = Array((text.split(separator: "ID").joined(separator: id) + "\n").utf8)
    }
    #expect(try await !Self.store(disk).verify().damages.isEmpty, "\(name)")
  }

  @Test(
    arguments: [
      ("as it was written", nil, 0), ("no JSON", "{\"store\":", 1), ("empty", "", 1),
      ("no sequence", #"{"store":"ID"}"#, 1),
      ("behind the end", #"{"store":"ID","sequence":99,"checksum":1}"#, 1),
      ("another line", #"{"store":"ID","sequence":2,"checksum":1}"#, 1),
      ("of another store", #"{"store":"x","sequence":99,"checksum":1}"#, 0),
    ] as [(String, String?, Int)])
  func `positions of watch are verified`(name: String, text: String?, count: Int) async throws {
    let disk = FaultDisk()
    let store = try Self.store(disk)
    try await store.commit(["Send the report"])
    var reader = try ChangeReader(folder: disk.folder, since: 0)
    try reader.read { _ in }
    try reader.position.write("bot", in: try disk.folder.folder(FeedCursor.watchFolder))
    if let text {
      disk.edit("watch/bot.json") { bytes in
        bytes = Array(
          text.split(separator: "ID", omittingEmptySubsequences: false).joined(separator: store.id)
            .utf8)
      }
    }
    let damages = try await store.verify().damages
    #expect(damages.count == count, "\(name): \(damages)")
    #expect(damages.allSatisfy { $0.contains("watch/bot.json") })
  }
}
