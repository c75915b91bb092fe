import ActionItems
import CivilTime
import Extraction
import Foundation
import ItemRecords
import Testing

@testable import Store

/// Items whose last change is damaged: their earlier version is not shown.
/// Below: feeds, compaction, rereading, undo and `verify` after damage, and ids that differ only in case.
@Suite struct StoreLossTests {

  /// Damages a byte after the first occurrence of some text.
  private static func spoil(
    _ disk: FaultDisk, _ path: String, after text: String, line: String = ""
  ) {
    disk.edit(path) { bytes in
      let start = line.isEmpty ? 0 : bytes.firstRange(of: Array(line.utf8))?.lowerBound ?? 0
      guard let range = bytes[start...].firstRange(of: Array(text.utf8)) else {
        Issue.record("nowhere in \(path): \(text)")
        return
      }
      bytes[range.upperBound] ^= 1
    }
    disk.restart()
  }

  enum Change: String, CaseIterable {
    case deleted, completed, updated
  }

  /// A store with an item of two changes and one of two others; returns the id of the first.
  private static func changed(_ change: Change, isCompacted: Bool) async throws -> (
    FaultDisk, id: String
  ) {
    let (disk, store) = try FaultDisk.opened()
    try await store.commit(["Send the report", "Book a room"])
    if isCompacted { try await store.compact() }
    let id = try #require(try await store.fetch().first { $0.task == "Send the report" }).id
    switch change {
    case .deleted: try await store.remove(idsBeginning: [id], because: nil)
    case .completed: try await store.setComplete(true, idsBeginning: [id])
    case .updated:
      try await store.edit(.init(assignee: "Ben"), idsBeginning: [id])
    }
    try await store.commit(["Call Ada"], message: "9", run: 2)
    return (disk, id)
  }

  @Test(arguments: Change.allCases, [false, true])
  func `an item whose last change is damaged is not shown as it was before`(
    change: Change, isCompacted: Bool
  ) async throws {
    for (hasIndex, isEarly) in [(true, true), (true, false), (false, true), (false, false)] {
      let (disk, id) = try await Self.changed(change, isCompacted: isCompacted)
      // A place in the change's name, or after it.
      let place = isEarly ? #""change":""# : #""change":"\#(change)","at":"20"#
      Self.spoil(disk, "journal.jsonl", after: place, line: #""change":"\#(change)""#)
      if !hasIndex { disk.edit("journal.index") { $0 = [] } }
      let name: Comment = "\(change), index: \(hasIndex), compacted: \(isCompacted)"
      func tasks() async throws -> [String] {
        try await disk.open().fetch().map(\.task).sorted()
      }
      #expect(try await tasks() == ["Book a room", "Call Ada"], name)
      // A run reads the journal, and its commit writes the index.
      let run = try disk.open()
      _ = try await run.nextRun()
      #expect(await run.isDamaged, name)
      try await run.commit(["Feed the cat"], message: "10", run: 3)
      #expect(try await tasks() == ["Book a room", "Call Ada", "Feed the cat"], name)
      let compacting = try disk.open()
      try await compacting.compact()
      let warnings = await compacting.takeWarnings()
      #expect(warnings.contains { $0.contains(id) }, "\(name): \(warnings)")
      let after = try await disk.open().fetch()
      let item = after.first { $0.id == id }
      // A damaged item keeps its previous version, but a deleted item stays deleted.
      #expect((item == nil) == (change == .deleted), name)
      #expect(item?.assignee == nil && item?.isComplete ?? false == false, name)
      #expect(after.count == (change == .deleted ? 3 : 4), name)
      let verified = try await disk.open().verify()
      #expect(verified.damages == [] && verified.removed == (change == .deleted ? 1 : 0), name)
    }
  }

  @Test func `an item that is changed after the damaged change is shown`() async throws {
    let (disk, id) = try await Self.changed(.completed, isCompacted: false)
    try await disk.open().setComplete(false, idsBeginning: [id])
    Self.spoil(disk, "journal.jsonl", after: #""change":"completed","at":"20"#)
    disk.edit("journal.index") { $0 = [] }
    #expect(try await disk.open().fetch().count == 3)
  }

  // MARK: - The last commit

  /// Places of the journal's last commit, named by the text before them.
  enum LastPlace: String, CaseIterable {
    case change = #""change":"deleted","at":"#
    case endOfCommit = #""commit":{"at":"#
    case lineFeed = "}"
  }

  /// A store whose last commit deleted an item and is damaged at that place.
  private static func spoiltAtEnd(
    _ place: LastPlace
  ) async throws -> (FaultDisk, last: Int, id: String) {
    let (disk, store) = try FaultDisk.opened()
    try await store.commit(["Send the report", "Book a room"])
    let id = try #require(try await store.fetch().first { $0.task == "Send the report" }).id
    try await store.remove(idsBeginning: [id], because: nil)
    let last = try await store.lastSequence()
    disk.edit("journal.jsonl") { bytes in
      let text = Array(place.rawValue.utf8)
      guard
        let start = bytes.indices.reversed().first(where: { bytes[$0...].starts(with: text) })
      else {
        Issue.record("nowhere: \(place)")
        return
      }
      bytes[start + text.count] ^= 1
    }
    disk.restart()
    return (disk, last, id)
  }

  @Test(arguments: LastPlace.allCases)
  func `a partly damaged last commit still takes effect`(
    place: LastPlace
  ) async throws {
    let (disk, last, id) = try await Self.spoiltAtEnd(place)
    let store = try disk.open()
    #expect(try await store.fetch().map(\.task) == ["Book a room"])
    #expect(try await store.lastSequence() == last)
    // Nothing is read of a deleted item.
    if place != .change {
      #expect(await store.takeWarnings().contains { $0.contains("damaged") })
    }
    #expect(try await !store.verify().damages.isEmpty)
    let history = try await store.history(ofItem: id)
    #expect(history.steps.map(\.kind) == (place == .change ? [.created] : [.created, .deleted]))
    #expect(!history.isWhole)
    // A reader that was already here gets nothing twice, and gets later changes.
    let end = try await store.changes(since: last)
    #expect(end.isEmpty)
    try await store.commit(["Call Ada"], message: "9", run: 2)
    var news: [String] = []
    for case .change(let change) in try await store.changes(since: last) {
      news.append(change.change.known.item.task)
    }
    #expect(news == ["Call Ada"])
    #expect(!disk.files.keys.contains { $0.hasPrefix("journal.torn") })
    for hasIndex in [true, false] {
      if !hasIndex { disk.edit("journal.index") { $0 = [] } }
      let tasks = try await disk.open().fetch().map(\.task).sorted()
      #expect(tasks == ["Book a room", "Call Ada"], "index: \(hasIndex)")
    }
    let compacting = try disk.open()
    try await compacting.compact()
    let after = try await disk.open().fetch()
    #expect(!after.contains { $0.id == id } && after.count == 2)
    #expect(try await disk.open().verify().damages == [])
  }

  @Test(arguments: LastPlace.allCases)
  func `feeds continue after a partly damaged last commit`(
    place: LastPlace
  ) async throws {
    let (disk, last, _) = try await Self.spoiltAtEnd(place)
    let known = try await StoreFixture.changes(try disk.open())
    #expect(known.count == (place == .change ? 2 : 3))
    var outbox = try ChangeReader(folder: disk.folder)
    #expect(try outbox.next(10).count == known.count)
    #expect(outbox.position.sequence == last)
    var again = try ChangeReader(folder: disk.folder, after: outbox.position)
    var reader = try ChangeReader(folder: disk.folder, since: 0)
    try reader.read { _ in }
    #expect(reader.position.sequence == last)
    let store = try disk.open()
    try await store.commit(["Call Ada"], message: "9", run: 2)
    #expect(try outbox.next(10).map(\.change.change.known.item.task) == ["Call Ada"])
    #expect(try again.next(10).map(\.change.change.known.item.task) == ["Call Ada"])
    var events: [FeedEvent] = []
    try reader.read { events.append($0) }
    #expect(events.count == 1 && !events.contains(.reset))
    // A reader before the damaged line is warned of a gap, even for the end of a commit only.
    var behind = try ChangeReader(folder: disk.folder, since: last - 2)
    events = []
    try behind.read { events.append($0) }
    #expect(events.contains(.reset))
  }

  /// Changes after a restored backup while the index is still the old one.
  enum Later: String, CaseIterable {
    case longer, alike, shorter, torn, tornLong
  }

  @Test func `a damaged last commit is delivered to its end, one change at a time`() async throws {
    let (disk, store) = try FaultDisk.opened()
    try await store.commit(["Send the report"])
    try await store.commit(["Book a room", "Call Ada", "Feed the cat"], message: "2", run: 2)
    let last = try await store.lastSequence()
    disk.edit("journal.jsonl") { $0[$0.count - 12] ^= 1 }
    disk.restart()
    var outbox = try ChangeReader(folder: disk.folder)
    var tasks: [String] = []
    while let entry = try outbox.next(1).first { tasks.append(entry.change.change.known.item.task) }
    #expect(tasks == ["Send the report", "Book a room", "Call Ada", "Feed the cat"])
    #expect(outbox.position.sequence == last)
  }

  @Test(arguments: Later.allCases, [1, 2])
  func `an index of other lines says nothing about the end of a journal`(
    later: Later, ahead: Int
  ) async throws {
    let (disk, store) = try FaultDisk.opened()
    try await store.commit(["Send the report", "Book a room", "Call"])
    let ids = try await store.fetch().map(\.id)
    let backup = disk.copy()
    for id in ids.prefix(ahead) { try await store.setComplete(true, idsBeginning: [id]) }
    let index = disk.files["journal.index"] ?? []
    // The backup is restored, and a writer dies before it writes the index.
    let other = try backup.open()
    var edit = ActionItemStore.Edit()
    switch later {
    case .longer, .torn, .tornLong:
      edit.task = String(repeating: "Send the long report ", count: later == .torn ? 3 : 200)
    case .alike: break
    case .shorter: edit.priority = .high
    }
    let end = backup.files["journal.jsonl"]?.count ?? 0
    if later == .alike {
      try await other.setComplete(true, idsBeginning: [ids[2]])
    } else {
      try await other.edit(edit, idsBeginning: [ids[2]])
    }
    if later == .torn || later == .tornLong {
      backup.edit("journal.jsonl") { $0.removeLast(($0.count - end) / 4) }
    }
    let plain = backup.copy()
    plain.edit("journal.index") { $0 = [] }
    backup.edit("journal.index") { $0 = index }
    for isOdd in [true, false] {
      for disk in [backup, plain] { disk.restart() }
      let (found, expected) = (try backup.open(), try plain.open())
      #expect(try await found.fetch() == expected.fetch(), "\(later) \(ahead)")
      #expect(try await found.lastSequence() == expected.lastSequence(), "\(later) \(ahead)")
      // The same check after each of them writes.
      for store in [found, expected] {
        try await store.setComplete(isOdd, idsBeginning: [ids[1]])
      }
      #expect(try await found.fetch().count == 3)
    }
  }

  // MARK: - The snapshot

  private static func damagedSnapshot() async throws -> FaultDisk {
    let (disk, _) = try await changed(.updated, isCompacted: false)
    try await disk.open().compact()
    let path = try #require(disk.files.keys.first { $0.hasSuffix("items.jsonl") })
    spoil(disk, path, after: #""task":"Book"#)
    return disk
  }

  @Test func `a run reports that the snapshot is damaged`() async throws {
    let store = try await Self.damagedSnapshot().open()
    _ = try await store.nextRun()
    #expect(await store.isDamaged)
    #expect(await store.takeWarnings().contains { $0.contains("items.jsonl") })
  }

  @Test func `a history shows changes after a damaged line, and is marked incomplete`() async throws
  {
    let (disk, store) = try FaultDisk.opened()
    try await store.commit(["Send the report"])
    try await store.compact()
    let id = try await store.fetch()[0].id
    try await store.edit(.init(assignee: "Ben"), idsBeginning: [id])
    let path = try #require(disk.files.keys.first { $0.hasSuffix("items.jsonl") })
    Self.spoil(disk, path, after: #""task":"Send"#)
    let history = try await disk.open().history(ofItem: id)
    #expect(history.steps.map(\.kind) == [.updated] && !history.isWhole)
  }

  @Test
  func `compaction leaves damaged items out only where that is allowed, and keeps their bytes`()
    async throws
  {
    let disk = try await Self.damagedSnapshot()
    await #expect {
      try await disk.open().compact()
    } throws: {
      if case StoreError.damaged = $0 { true } else { false }
    }
    try await disk.open().compact(losingDamaged: true)
    let store = try disk.open()
    #expect(try await store.verify().damages == [])
    #expect(try await store.fetch().count == 2)
    let aside = try #require(disk.files["journal.damaged.1"])
    #expect(aside.firstRange(of: Array("a room".utf8)) != nil)
  }

  /// A compacted store with one item in each of `conversations` conversations.
  private static func compacted(_ conversations: Int) async throws -> FaultDisk {
    let (disk, store) = try FaultDisk.opened()
    for number in 0..<conversations {
      try await store.commit(
        ["Send report \(number)"], conversation: "c\(number)", digests: [UInt64(number + 1)])
    }
    try await store.compact()
    return disk
  }

  /// Changes the bytes of the snapshot's items from the given text on.
  private static func change(
    _ disk: FaultDisk, from text: String, _ body: (inout ArraySlice<UInt8>) -> Void
  ) throws {
    let path = try #require(disk.files.keys.first { $0.hasSuffix("items.jsonl") })
    disk.edit(path) { bytes in
      let place = bytes.firstRange(of: Array(text.utf8))?.lowerBound ?? 0
      var rest = bytes[place...]
      body(&rest)
      bytes.replaceSubrange(place..., with: rest)
    }
    disk.restart()
  }

  @Test(arguments: [1, 3000])
  func `all conversations that may have lost an item are read again`(
    damaged: Int
  ) async throws {
    let disk = try await Self.compacted(20)
    let before = try await disk.open().fetch().map(\.conversationId)
    try Self.change(disk, from: #"conversationId":"c7"#) { bytes in
      for place in bytes.indices.dropFirst(17).prefix(damaged) { bytes[place] ^= 1 }
    }
    try await disk.open().compact(losingDamaged: true)
    let after = try disk.open()
    let items = Set(try await after.fetch().map(\.conversationId))
    #expect(items.count < before.count && !items.contains("c7"))
    var read = 0
    for number in 0..<20 {
      let isRead =
        try await after.marks(forConversation: "c\(number)").readLevel(of: UInt64(number + 1))
        != nil
      if isRead { read += 1 }
      #expect(items.contains("c\(number)") || !isRead, "c\(number)")
    }
    #expect(read > 0)
  }

  @Test func `a change after a damaged snapshot line is kept`() async throws {
    let disk = try await Self.compacted(3)
    let item = try #require(try await disk.open().fetch().first { $0.conversationId == "c1" })
    try await disk.open().setComplete(true, idsBeginning: [item.id])
    try Self.change(disk, from: #"conversationId":"c1"#) { $0[$0.startIndex + 4] ^= 1 }
    try await disk.open().compact(losingDamaged: true)
    let after = try await disk.open().fetch()
    #expect(after.count == 3 && after.first { $0.id == item.id }?.isComplete == true)
  }

  @Test func `damage that joins an open item to a closed one does not close it`() async throws {
    let disk = try await Self.compacted(2)
    let items = try await disk.open().fetch()
    for item in items { try await disk.open().setComplete(true, idsBeginning: [item.id]) }
    try await disk.open().compact()
    // The first line of the snapshot is then that of an open item.
    let path = try #require(disk.files.keys.first { $0.hasSuffix("items.jsonl") })
    let head = String(decoding: disk.files[path]?.prefix(4000) ?? [], as: UTF8.self)
    let first = try #require(
      items.min { a, b in
        (head.range(of: a.id)?.lowerBound ?? head.endIndex)
          < (head.range(of: b.id)?.lowerBound ?? head.endIndex)
      })
    try await disk.open().setComplete(false, idsBeginning: [first.id])
    try await disk.open().compact()
    try Self.change(disk, from: #""task":""#) { bytes in
      let feed = bytes.firstIndex(of: 0x0A) ?? bytes.startIndex
      for place in bytes.startIndex + 8..<feed + 120 { bytes[place] = UInt8(ascii: "x") }
    }
    try await disk.open().compact(losingDamaged: true)
    let number = try #require(UInt64(first.conversationId.dropFirst()))
    let marks = try await disk.open().marks(forConversation: first.conversationId)
    #expect(marks.readLevel(of: number + 1) == nil)
  }

  @Test func `an item removed by a person stays removed despite a damaged line`() async throws {
    let disk = try await Self.compacted(3)
    let item = try #require(try await disk.open().fetch().first { $0.conversationId == "c1" })
    try await disk.open().remove(idsBeginning: [item.id], because: nil)
    try await disk.open().compact()
    try Self.change(disk, from: #"conversationId":"c1"#) { $0[$0.startIndex + 4] ^= 1 }
    try await disk.open().compact(losingDamaged: true)
    let marks = try await disk.open().marks(forConversation: "c1")
    #expect(marks.readLevel(of: 2) != nil)
  }

  @Test func `verify reports altered runs and an altered id`() async throws {
    let (disk, store) = try FaultDisk.opened()
    let history = RunHistory(folder: disk.folder)
    for run in 1...3 {
      try history.append(RunRecord(run: run, startedAt: .epoch, model: "m"))
    }
    #expect(try await store.verify().damages == [])
    // A crash cut the line short, which is not damage.
    disk.edit("runs.jsonl") { $0 += Array(#"{"sum":"00"#.utf8) }
    #expect(try await store.verify().damages == [])
    // A hole that a power cut leaves in the last line is not damage either.
    let begin = (disk.files["runs.jsonl"] ?? []).count
    try history.append(RunRecord(run: 4, startedAt: .epoch, model: "m"))
    disk.edit("runs.jsonl") { bytes in for place in begin + 9..<begin + 60 { bytes[place] = 0 } }
    #expect(try await store.verify().damages == [])
    let runs = disk.files["runs.jsonl"] ?? []
    let end = runs.firstIndex(of: 0x0A) ?? 0
    for place in 0..<end - 1 {
      disk.edit("runs.jsonl") { bytes in
        bytes = runs
        bytes[place] ^= 1
      }
      #expect(try await disk.open().verify().damages.count == 1, "byte \(place)")
    }
    disk.edit("runs.jsonl") { $0 = runs }
    disk.edit("store.json") { bytes in
      let place = bytes.firstRange(of: Array(#""id":""#.utf8))?.upperBound ?? 0
      bytes[place] = bytes[place] == UInt8(ascii: "a") ? UInt8(ascii: "b") : UInt8(ascii: "a")
    }
    let damages = try await disk.open().verify().damages
    #expect(damages.count == 1 && damages.first?.contains("store.json") == true)
    _ = try ActionItemStore.renew(in: disk.folder)
    #expect(try await disk.open().verify().damages == [])
    // For the id that the store began with, its own file is the source.
    disk.edit("store.json") { bytes in
      let place = bytes.firstRange(of: Array(#""origin":""#.utf8))?.upperBound ?? 0
      bytes[place] = bytes[place] == UInt8(ascii: "a") ? UInt8(ascii: "b") : UInt8(ascii: "a")
    }
    try await store.commit(["Send the report"])
    #expect {
      try disk.open()
    } throws: {
      if case StoreError.damaged(let path, _) = $0 { path.hasSuffix("store.json") } else { false }
    }
    _ = try ActionItemStore.renew(in: disk.folder)
    #expect(try await disk.open().verify().damages == [])
  }

  @Test func `purging works despite damage, and removes the damaged lines too`()
    async throws
  {
    let disk = try await Self.damagedSnapshot()
    #expect(try await disk.open().purge(.init(conversations: ["c"])).items == 2)
    for (path, bytes) in disk.files {
      #expect(bytes.firstRange(of: Array("a room".utf8)) == nil, "\(path)")
    }
  }

  @Test func `feeds skip damaged snapshot items and report it`() async throws {
    let disk = try await Self.damagedSnapshot()
    var outbox = try ChangeReader(folder: disk.folder)
    #expect(try StoreFixture.readAll(&outbox, limit: 1).count == 2)
    #expect(outbox.takeWarnings().count == 1)
    var feed = try ChangeReader(folder: disk.folder, since: 0)
    var told = 0
    try feed.read { _ in told += 1 }
    #expect(told == 2 && feed.takeWarnings().count == 1)
  }

  // MARK: - The end

  @Test func `a journal shorter than its index is reported`() async throws {
    let (disk, _) = try await Self.changed(.updated, isCompacted: false)
    disk.edit("journal.jsonl") { $0.removeLast(300) }
    disk.restart()
    let store = try disk.open()
    #expect(try await store.verify().damages.contains { $0.contains("missing") })
    #expect(await store.takeWarnings().contains { $0.contains("its end is missing") })
    _ = try await store.nextRun()
    #expect(await store.isDamaged)
    _ = try ActionItemStore.renew(in: disk.folder)
    #expect(try await disk.open().verify().damages == [])
  }

  @Test
  func `a writer past lines that others set aside loses none of their changes`()
    async throws
  {
    let disk = FaultDisk()
    let first = try disk.open()
    try await first.commit(["Send the report"])
    let backup = disk.files["journal.jsonl"]
    try await first.commit(["Book a room"], message: "2", run: 2)
    // A backup is copied over the journal, and another process appends to it.
    disk.edit("journal.jsonl") { $0 = backup ?? [] }
    disk.edit("journal.index") { $0 = [] }
    _ = try await disk.open().commit([
      StoreFixture.outcome(["Call Ada and all of the others", "Buy milk"], message: "3", run: 2)
    ])
    try await first.commit(["Feed the cat"], message: "4", run: 3)
    let store = try disk.open()
    #expect(
      try await store.fetch().map(\.task).sorted() == [
        "Buy milk", "Call Ada and all of the others", "Feed the cat", "Send the report",
      ])
    #expect(try await store.verify().damages == [])
    #expect(try await first.fetch().count == 4)
  }

  @Test func `an undelivered reset comes again, also for a resumed reader`() async throws {
    struct Failed: Error {}
    let (disk, store) = try FaultDisk.opened()
    for number in 0..<4 {
      try await store.commit(["Task \(number)"], message: "\(number)")
    }
    var reader = try ChangeReader(folder: disk.folder, since: 0)
    try reader.read { _ in }
    _ = try ActionItemStore.renew(in: disk.folder)
    _ = try await disk.open().commit([StoreFixture.outcome(["Task 5"], message: "5")])
    try await disk.open().compact()
    #expect(throws: Failed.self) { try reader.read { if $0 == .reset { throw Failed() } } }
    var resumed = try ChangeReader(folder: disk.folder, resuming: reader.position)
    var events: [FeedEvent] = []
    try resumed.read { events.append($0) }
    #expect(events.first == .reset && events.count == 6)
    events = []
    try reader.read { events.append($0) }
    #expect(events.first == .reset && events.count == 6)
  }

  // MARK: - Names

  @Test func `ids that differ only in case belong to different items`() async throws {
    let (disk, store) = try FaultDisk.opened()
    try await store.commit(["Send the report"])
    let item = try #require(try await store.fetch().first)
    var other = item
    other = ActionItem(
      id: item.id.uppercased(), conversationId: "d", task: "Book a room", messageId: "7",
      source: .init(platform: "json"), extractedAt: .epoch, model: "m")
    try await store.save([other])
    for store in [store, try disk.open()] {
      #expect(try await store.fetch().map(\.id).sorted() == [item.id.uppercased(), item.id])
    }
    try await store.compact()
    #expect(try await disk.open().fetch().count == 2)
    try await store.setComplete(true, idsBeginning: [other.id])
    let done = try await disk.open().fetch().filter(\.isComplete)
    #expect(done.map(\.task) == ["Book a room"])
  }

  @Test func `changes of a run that can no longer be undone are reported`() async throws {
    let (_, store) = try FaultDisk.opened()
    try await store.commit(["Send the report"], digests: [1])
    var outcome = StoreFixture.outcome(["Send the report"], digests: [2], run: 2)
    outcome.reading.findings[0].assignee = "Ben"
    _ = try await store.commit([outcome])
    #expect(try await store.fetch().first?.assignee == "Ben")
    try await store.compact()
    #expect(try await store.undoRun(2) == 0)
    #expect(await store.takeWarnings().contains { $0.contains("1 item keeps the state of run 2") })
  }
}
