import ActionItems
import ItemRecords
import Store
import Testing

@Suite struct ChangeReaderTests {
  static func filled(_ count: Int) async throws -> (StoreFixture, ActionItemStore) {
    let (fixture, store) = try StoreFixture.opened()
    for number in 0..<count {
      let outcome = StoreFixture.outcome(["Task number \(number)"], message: "\(number)")
      _ = try await store.commit([outcome])
    }
    return (fixture, store)
  }

  static func version(_ number: Int) -> RemoteVersion {
    let id = "11111111-1111-5111-8111-\(100_000_000_000 + number)"
    return SampleVersion.of(
      .item(SampleVersion.known("Task \(number)", id: id)), at: 9, id: id)
  }

  @Test(arguments: [1, 2, 3, 7, 100])
  func `every change comes once and in order, for any batch size`(limit: Int) async throws {
    let (fixture, store) = try await Self.filled(10)
    var reader = try ChangeReader(folder: fixture.folder)
    let entries = try StoreFixture.readAll(&reader, limit: limit)
    #expect(entries.map(\.change) == (try await StoreFixture.changes(store)))
    #expect(reader.position.sequence == (try await store.lastSequence()))
    _ = try await store.setComplete(true, idsBeginning: [entries[0].change.change.known.item.id])
    #expect(
      try StoreFixture.readAll(&reader, limit: limit).map(\.change.change.kind) == [.completed])
  }

  @Test(arguments: [(0, [1, 1, 1, 1, 0]), (1, [2, 2, 0]), (100, [3, 1])])
  func `a read ends with the change that reaches its size`(items: Int, counts: [Int]) async throws {
    let (fixture, _) = try await Self.filled(4)
    var reader = try ChangeReader(folder: fixture.folder)
    var other = reader
    let size = try #require(try other.next(1).first).change.item.textBytes
    #expect(try counts.map { _ in try reader.next(3, bytes: items * size + 1).count } == counts)
  }

  @Test func `a damaged line is reported, and later changes are delivered`() async throws {
    let (disk, store) = try FaultDisk.opened()
    for number in 0..<4 {
      try await store.commit(["Task number \(number)"], message: "\(number)")
    }
    let changes = try await StoreFixture.changes(store)
    disk.edit("journal.jsonl") { bytes in
      guard let range = bytes.firstRange(of: Array("Task number 1".utf8)) else { return }
      bytes[range.lowerBound] ^= 1
    }
    disk.restart()
    var reader = try ChangeReader(folder: disk.folder)
    #expect(
      try StoreFixture.readAll(&reader, limit: 2).map(\.change) == [0, 2, 3].map { changes[$0] })
    let warnings = reader.takeWarnings()
    #expect(warnings.count == 1)
    #expect(warnings.first?.contains("line \(changes[1].sequence) cannot be read") == true)
  }

  @Test(arguments: ["at its end", "in its first line"], [true, false])
  func `journal damage is reported once, to resumed readers and to new ones`(
    place: String, startsOver: Bool
  ) async throws {
    let (disk, store) = try FaultDisk.opened()
    for number in 0..<2 {
      try await store.commit(["Task number \(number)"], message: "\(number)")
    }
    let isEnd = place == "at its end"
    disk.edit("journal.index") { $0 = [] }
    disk.edit("journal.jsonl") { $0[isEnd ? $0.count - 3 : 20] ^= 1 }
    disk.restart()
    var reader =
      try startsOver
      ? ChangeReader(folder: disk.folder, since: 0) : ChangeReader(folder: disk.folder)
    for isFirst in [true, false] {
      if startsOver { try reader.read { _ in } } else { _ = try reader.next(9) }
      let told = reader.takeWarnings()
      #expect(told.count == (isFirst ? 1 : 0), "\(place): \(told)")
      #expect(told.allSatisfy { $0.contains(isEnd ? "its end is damaged" : "the first line is") })
    }
  }

  @Test func `a reader can resume after each of its positions`() async throws {
    let (fixture, store) = try await Self.filled(6)
    var reader = try ChangeReader(folder: fixture.folder)
    let entries = try StoreFixture.readAll(&reader, limit: 4)
    for (index, entry) in entries.enumerated() {
      let place = FeedCursor(
        store: store.id, sequence: entry.change.sequence, checksum: entry.checksum)
      var later = try ChangeReader(folder: fixture.folder, after: place)
      let rest = try StoreFixture.readAll(&later, limit: 2)
      #expect(rest.map(\.change.sequence) == entries[(index + 1)...].map(\.change.sequence))
    }
  }

  @Test(arguments: [("behind it", 0), ("shortly before the end", 3)])
  func `a resumed reader reads the journal from its last position`(
    name: String, waiting: Int
  ) async throws {
    var reads: [Int] = []
    for count in [40, 4000] {
      let (disk, store) = try FaultDisk.opened()
      _ = try await store.merge((0..<count).map(Self.version))
      var reader = try ChangeReader(folder: disk.folder)
      let entries = try StoreFixture.readAll(&reader, limit: count - waiting)
      let last = entries[count - 1 - waiting]
      let place = FeedCursor(
        store: store.id, sequence: last.change.sequence, checksum: last.checksum)
      disk.restart()
      var later = try ChangeReader(folder: disk.folder, after: place)
      #expect(try StoreFixture.readAll(&later, limit: 10).count == waiting, "\(name)")
      reads.append(disk.bytesRead)
    }
    #expect(reads[1] < reads[0] + 4096, "\(name): \(reads)")
  }

  @Test(arguments: ["no index", "a damaged index", "a damaged line", "a damaged end"])
  func `a position missing from the index is searched for in the whole journal`(
    what: String
  ) async throws {
    let (disk, store) = try FaultDisk.opened()
    for number in 0..<6 {
      try await store.commit(["Task number \(number)"], message: "\(number)")
    }
    var reader = try ChangeReader(folder: disk.folder)
    let entries = try StoreFixture.readAll(&reader, limit: 3)
    let place = FeedCursor(
      store: store.id, sequence: entries[2].change.sequence, checksum: entries[2].checksum)
    switch what {
    case "no index": disk.edit("journal.index") { $0 = [] }
    case "a damaged index":
      disk.edit("journal.index") { bytes in
        for start in stride(from: 96, to: bytes.count, by: 96) { bytes[start + 30] ^= 1 }
      }
    case "a damaged line":
      disk.edit("journal.jsonl") { bytes in
        guard let range = bytes.firstRange(of: Array("Task number 2".utf8)) else { return }
        bytes[range.lowerBound] ^= 1
      }
    default:
      disk.edit("journal.jsonl") { $0[$0.count - 3] ^= 1 }
    }
    disk.restart()
    var later = try ChangeReader(folder: disk.folder, after: place)
    #expect(try StoreFixture.readAll(&later, limit: 2).map(\.change) == entries[3...].map(\.change))
    #expect(later.position.sequence == reader.position.sequence)
  }

  @Test func `durable files are not synced again`() async throws {
    let (disk, store) = try FaultDisk.opened()
    _ = try await store.merge((0..<50).map(Self.version))
    disk.restart()
    var reader = try ChangeReader(folder: disk.folder)
    #expect(try StoreFixture.readAll(&reader, limit: 5).count == 50)
    #expect(disk.points == [.sync, .syncFolder])
    let again = try ActionItemStore(folder: disk.folder, creating: false, now: TestClock().now)
    _ = try await again.merge([Self.version(50)])
    let before = disk.points.count
    #expect(try StoreFixture.readAll(&reader, limit: 5).count == 1)
    #expect(disk.points[before...] == [.sync, .syncFolder])
  }

  @Test func `after a compaction only the last version of each item comes, in order`() async throws
  {
    let (fixture, store) = try await Self.filled(6)
    var reader = try ChangeReader(folder: fixture.folder)
    let first = try reader.next(2)
    let ids = try await store.fetch().map(\.id)
    _ = try await store.setComplete(true, idsBeginning: [ids[0]])
    _ = try await store.setComplete(false, idsBeginning: [ids[0]])
    _ = try await store.compact()
    _ = try await store.setComplete(true, idsBeginning: [ids[1]])
    let place = FeedCursor(
      store: store.id, sequence: first[1].change.sequence, checksum: first[1].checksum)
    var anew = try ChangeReader(folder: fixture.folder, after: place)
    let compacted = try StoreFixture.readAll(&anew, limit: 1)
    let sequences = compacted.map(\.change.sequence)
    #expect(sequences == sequences.sorted() && sequences[0] > first[1].change.sequence)
    #expect(Set(compacted.map(\.change.change.known.item.id)).count == Set(sequences).count - 1)
    #expect(anew.position.sequence == (try await store.lastSequence()))
    // A reader of the old journal first reads it to its end.
    let old = try StoreFixture.readAll(&reader, limit: 3)
    #expect(old.count == 4 + 2 + 1)
  }

  @Test func `a position of another store, past the end or of another line is refused`()
    async throws
  {
    let (fixture, store) = try await Self.filled(3)
    var reader = try ChangeReader(folder: fixture.folder)
    _ = try StoreFixture.readAll(&reader, limit: 9)
    var place = reader.position
    _ = try ChangeReader(folder: fixture.folder, after: place)
    place.checksum = 1
    #expect(throws: ChangeReader.Mismatch.otherLine(sequence: place.sequence)) {
      try ChangeReader(folder: fixture.folder, after: place)
    }
    place.sequence += 1
    #expect(
      throws: ChangeReader.Mismatch.afterEnd(sequence: place.sequence, last: place.sequence - 1)
    ) { try ChangeReader(folder: fixture.folder, after: place) }
    place.store = "another"
    #expect(throws: ChangeReader.Mismatch.otherStore) {
      try ChangeReader(folder: fixture.folder, after: place)
    }
    _ = try await store.compact()
    let early = FeedCursor(store: store.id, sequence: 1, checksum: 5)
    _ = try ChangeReader(folder: fixture.folder, after: early)
  }

  @Test func `changes received from a remote do not count as waiting for it`() async throws {
    let (fixture, store) = try await Self.filled(3)
    let version = SampleVersion.of(.item(SampleVersion.known("x")), at: 9)
    _ = try await store.merge([version])
    let other = try ChangeReader(folder: fixture.folder, except: "to:y")
    #expect(try other.countWaiting() == 4)
    for isCompacted in [false, true] {
      if isCompacted { _ = try await store.compact() }
      var reader = try ChangeReader(folder: fixture.folder, except: "to:x")
      #expect(try reader.countWaiting() == 3 && reader.position.sequence == 0)
      #expect(try StoreFixture.readAll(&reader, limit: 2).allSatisfy { $0.change.origin == nil })
      #expect(reader.position.sequence == (try await store.lastSequence()))
    }
  }
}
