import Testing

@testable import Extraction
@testable import ItemRecords
@testable import Store

/// `store verify` on a snapshot with damaged files and incomplete indexes. Below: the compaction of failed windows.
@Suite struct SnapshotVerificationTests {
  private let disk = FaultDisk()

  /// Makes a snapshot with items and marks of two conversations.
  init() async throws {
    let store = try open()
    _ = try await store.commit([
      StoreFixture.outcome(["Send the report", "Book a room"], digests: [1, 2]),
      StoreFixture.outcome(["Call Ben"], conversation: "d", digests: [3], readLevel: .endpoint),
    ])
    try await store.commit(["Order paper"], conversation: "d", message: "2", digests: [4], run: 2)
    try await store.compact()
  }

  private func open() throws -> ActionItemStore {
    try disk.open()
  }

  private func path(_ file: String) throws -> String {
    try #require(disk.files.keys.first { $0.hasSuffix("/\(file)") })
  }

  /// Leaves a record out of an index whose file is otherwise valid.
  private func leaveOut(_ kind: SnapshotLayout.Index) throws {
    let snapshots = try disk.folder.existingFolder(SnapshotLayout.folder)
    let folder = try snapshots.existingFolder(try #require(try snapshots.names().first))
    let file = try SortedFile(try folder.open(kind.name, .reading), path: "x", kind.layout)
    var records = try (0..<file.count).map { Array(try file.record(at: $0)) }
    // A record of the first line stays, since that line may be damaged.
    let place = try #require(records.firstIndex { $0.suffix(8).contains { $0 != 0 } })
    records.remove(at: place)
    let sorter = RecordSorter(nil, kind.layout)
    for record in records { try sorter.add(record) }
    try sorter.write(to: try folder.open(kind.name, .replacing))
  }

  @Test func `a line of a newer version is reported and hides nothing`() async throws {
    disk.edit(try path(SnapshotLayout.marks)) { bytes in
      let lines = bytes.split(separator: 0x0A).map { String(decoding: $0, as: UTF8.self) }
      bytes = []
      for line in lines {
        let said = line.drop { $0 != "," }.dropFirst(7)
        let (number, rest) = (said.prefix { $0 != "," }, said.drop { $0 != "," }.dropFirst())
        let words = rest.split(separator: "\"endpoint\"", omittingEmptySubsequences: false)
        JournalLine.append(
          Array("{\(words.joined(separator: "\"oracle\""))".utf8), sequence: Int(number) ?? 0,
          to: &bytes)
      }
    }
    disk.edit(try path(SnapshotLayout.summary)) { $0[$0.count / 2] ^= 1 }
    try leaveOut(.byId)
    disk.edit(try path("items.by-order2")) { $0[5000] ^= 1 }
    let damages = try await open().verify().damages
    for wanted in [
      "marks.jsonl: the line at byte", "its read level is unknown to this version", "summary.json",
      "items.by-id: it does not match", "items.by-order2 is damaged in page 1",
    ] {
      #expect(damages.contains { $0.contains(wanted) }, "\(wanted): \(damages)")
    }
  }

  @Test(arguments: SnapshotLayout.Index.allCases, [false, true])
  func `an incomplete index is reported with its repair, also next to a damaged line`(
    kind: SnapshotLayout.Index, isDamaged: Bool
  ) async throws {
    if isDamaged { disk.edit(try path(SnapshotLayout.items)) { $0[60] ^= 1 } }
    try leaveOut(kind)
    let damages = try await open().verify().damages
    #expect(damages.count == (isDamaged ? 2 : 1), "\(damages)")
    #expect(damages.contains { $0.contains("\(kind.name): it does not match") }, "\(damages)")
    #expect(damages.contains { $0.contains("'actionitems store compact' rebuilds it") })
  }

  @Test(arguments: [SnapshotLayout.items, SnapshotLayout.marks])
  func `a damaged line is not reported as an index fault`(file: String) async throws {
    let path = try path(file)
    let bytes = try #require(disk.files[path])
    for feed in bytes.indices where bytes[feed] == 0x0A {
      let disk = disk.copy()
      disk.edit(path) { $0[feed - 3] ^= 1 }
      let store = try disk.open()
      let damages = try await store.verify().damages
      #expect(damages.count == 1 && damages.allSatisfy { $0.contains(file) }, "\(damages)")
    }
  }

  @Test func `repeated failures are compacted for any number of conversations`()
    async throws
  {
    let (disk, store) = try FaultDisk.opened()
    let why = String(repeating: "why ", count: 200)
    let windows = (0..<750).map {
      FailedWindow(conversationId: "c\($0 % 30)", what: "w", why: why, digests: [UInt64($0)])
    }
    try await store.note(windows, run: 1)
    try await store.compactIfWorthwhile()
    #expect(disk.files.keys.contains { $0.hasPrefix("snapshot/") })
  }
}
