import ActionItems
import CivilTime
import Extraction
import FoundationEssentials
import ItemRecords
import Store
import Synchronization
import TestSupport
import Testing

/// A store in a temporary folder, with a clock that advances by one second on each read.
/// Below: that clock, and shortcuts for stores on a `FaultDisk`, commits, edits and purges.
struct StoreFixture {
  let directory: TemporaryDirectory
  let folder: DiskFolder
  private let clock: TestClock

  init() throws {
    directory = try TemporaryDirectory()
    folder = try DiskFolder(creating: directory.path + "/store")
    clock = TestClock()
  }

  /// A fixture and its store.
  static func opened() throws -> (StoreFixture, ActionItemStore) {
    let fixture = try StoreFixture()
    return (fixture, try fixture.open())
  }

  /// Opens the store, as another process would.
  func open() throws -> ActionItemStore {
    try ActionItemStore(folder: folder, creating: true, now: clock.now)
  }

  var journal: String { "store/journal.jsonl" }

  /// Whether faults and damage are tried everywhere, or only at some places.
  static let isThorough = ProcessInfo.processInfo.environment["LONG_STORE_TESTS"] != nil

  /// All entries of a reader, read `limit` at a time.
  static func readAll(_ reader: inout ChangeReader, limit: Int) throws -> [ChangeReader.Entry] {
    var all: [ChangeReader.Entry] = []
    while case let some = try reader.next(limit), !some.isEmpty {
      #expect(some.count <= limit)
      all += some
    }
    return all
  }

  /// The changes of a store's feed, without resets.
  static func changes(_ store: ActionItemStore, since: Int = 0) async throws -> [StoreChange] {
    try await store.changes(since: since).compactMap { event in
      if case .change(let change) = event { change } else { nil }
    }
  }

  static func outcome(
    _ tasks: [String], conversation: String = "c", message: String = "1", digests: [UInt64] = [],
    readLevel: ReadLevel = .offline, run: Int = 1
  ) -> WindowOutcome {
    let findings = tasks.map { task in
      Finding(Mention(messageId: message, source: .init(platform: "json"), task: task))
    }
    let reading = Merger.Reading(
      conversation: Conversation(id: conversation, title: "T", platform: "json"),
      messages: [Message(id: message, sender: nil, timestamp: nil, text: "")], findings: findings,
      model: "m", run: run)
    return WindowOutcome(
      reading: reading, digests: digests, readLevel: readLevel, usage: ModelUsage(requests: 1))
  }
}

/// A clock that advances by one second on each read.
final class TestClock: Sendable {
  private let seconds = Mutex(1_767_600_000)

  @Sendable func now() -> Timestamp {
    let seconds = seconds.withLock { seconds in
      seconds += 1
      return seconds
    }
    return Timestamp(seconds: seconds) ?? .epoch
  }
}

extension FaultDisk {
  /// A disk and the store on it.
  static func opened() throws -> (FaultDisk, ActionItemStore) {
    let disk = FaultDisk()
    return (disk, try disk.open())
  }

  /// Opens the store on this disk, as another process would.
  func open(_ clock: TestClock = TestClock(), creating: Bool = true) throws -> ActionItemStore {
    try ActionItemStore(folder: folder, creating: creating, now: clock.now)
  }
}

extension ActionItemStore {
  /// Commits a window with some tasks.
  @discardableResult
  func commit(
    _ tasks: [String], conversation: String = "c", message: String = "1", digests: [UInt64] = [],
    readLevel: ReadLevel = .offline, run: Int = 1
  ) throws -> [[ItemChange]] {
    try commit([
      StoreFixture.outcome(
        tasks, conversation: conversation, message: message, digests: digests,
        readLevel: readLevel, run: run)
    ])
  }
}

extension ActionItemStore.Edit {
  init(
    task: String? = nil, assignee: String?? = nil, deadline: Deadline?? = nil,
    timeZone: String? = nil, priority: Priority? = nil
  ) {
    self.init()
    (self.task, self.assignee, self.deadline) = (task, assignee, deadline)
    (self.timeZone, self.priority) = (timeZone, priority)
  }
}

extension ActionItemStore.Purge {
  init(conversations: Set<String> = [], people: Set<String> = [], before: Timestamp? = nil) {
    // Outside an initializer, the purge derives what it compares from the people.
    var purge = Self()
    (purge.conversations, purge.people, purge.before) = (conversations, people, before)
    self = purge
  }
}
