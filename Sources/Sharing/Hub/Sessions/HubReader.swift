import ActionItems
import Store
import Sync

/// Reads the hub's journal for its sessions, each at its own place, on a queue of its own: files block.
actor HubReader {
  private let executor = QueueExecutor("actionitems.hub.reading")
  private let store: ActionItemStore
  private var readers: [Int: ChangeReader] = [:]
  /// How many changes are read at a time, by session.
  private var steps: [Int: Int] = [:]

  nonisolated var unownedExecutor: UnownedSerialExecutor {
    executor.asUnownedSerialExecutor()
  }

  init(store: ActionItemStore) { self.store = store }

  /// Reads for a session from here on: behind a number.
  ///
  /// Where the line of that number has another checksum, reads from the beginning, and returns what is wrong. One
  /// without an origin only listens: where there is no such line yet, that is returned, too, and it hears what is next.
  func follow(
    _ session: Int, after: Int, checksum: UInt32?, except origin: String?
  ) async throws -> ChangeReader.Mismatch? {
    let end = try await store.lastSequence()
    let sequence = min(after, end)
    let place = FeedPosition(store: store.id, sequence: sequence, checksum: checksum)
    do {
      readers[session] = try ChangeReader(
        folder: store.folder, after: sequence == 0 ? nil : place, except: origin)
      // Whoever only listens has seen what this store has never had, or has no more.
      if origin == nil, after > end { return .behindEnd(sequence: after, last: end) }
      return nil
    } catch let mismatch as ChangeReader.Mismatch {
      readers[session] = try ChangeReader(folder: store.folder, except: origin)
      return mismatch
    }
  }

  struct Portion: Sendable {
    var entries: [ChangeReader.Entry]
    /// Behind the last line that was read.
    var place: FeedPosition
    var isAtEnd: Bool
    var warnings: [String]
  }

  /// The next changes for a session; nil where there is none of that number.
  func next(_ limit: Int, for session: Int) async throws -> Portion? {
    let count = min(steps[session, default: Self.firstStep], limit)
    guard let entries = try readers[session]?.next(count) else { return nil }
    let size = entries.reduce(0) { $0 + $1.change.item.textBytes }
    // Somebody may have many items that are long: of those there are few at a time.
    steps[session] = size > Self.portionBytes ? max(1, count / 8) : count * 2
    let isAtEnd = entries.count < count
    guard let place = readers[session]?.position else { return nil }
    let warnings = readers[session]?.takeWarnings() ?? []
    return Portion(entries: entries, place: place, isAtEnd: isAtEnd, warnings: warnings)
  }

  /// Changes that are read for a session at first: more the next time, for of a large commit all is read for each lot.
  private static let firstStep = 50
  /// Bytes of texts beyond which fewer changes are read for a session the next time.
  private static let portionBytes = 1 << 20

  func forget(_ session: Int) { (readers[session], steps[session]) = (nil, nil) }
}
