import CivilTime
import Store
import Synchronization

/// The state that the hub's thread (`HubLoop`) and its tasks (`Hub`) share: queues in both directions, the store, logs.
/// Below: `DiskRoom`, whether the disk is full.
final class HubShared: Sendable {
  let store: ActionItemStore
  let settings: HubSettings
  let mailbox: HubMailbox
  let records: DeviceRecords
  /// Changes that wait to be applied.
  let inbox = IncomingQueue()
  let orders: AsyncStream<HubReader.Order>
  private let ordering: AsyncStream<HubReader.Order>.Continuation
  /// HTTP requests that wait for the store.
  let questions: AsyncStream<Hub.QueuedRequest>
  private let asking: AsyncStream<Hub.QueuedRequest>.Continuation
  /// Connections whose requests wait, and whether each client still waits.
  private let askers = Askers()
  private let last: Mutex<Int>
  let room = Mutex(DiskRoom())
  private let state = Mutex((sent: Set<String>(), isDamage: false))
  private static let limit = 1000
  let wall: @Sendable () -> Timestamp
  let log: @Sendable (String) -> Void
  /// Warns the operator of something to act on.
  let warn: @Sendable (String) -> Void
  /// Reports a problem of the store.
  let alert: @Sendable (String) -> Void

  init(
    store: ActionItemStore, settings: HubSettings, wall: @escaping @Sendable () -> Timestamp,
    log: @escaping @Sendable (String) -> Void, warn: @escaping @Sendable (String) -> Void,
    alert: @escaping @Sendable (String) -> Void
  ) async throws {
    (self.store, self.settings) = (store, settings)
    (self.wall, self.log, self.warn, self.alert) = (wall, log, warn, alert)
    mailbox = try HubMailbox()
    records = try DeviceRecords(in: store.folder)
    last = Mutex(try await store.lastSequence())
    (orders, ordering) = AsyncStream.makeStream(of: HubReader.Order.self)
    (questions, asking) = AsyncStream.makeStream(of: Hub.QueuedRequest.self)
  }

  /// The highest known sequence number of the journal.
  var lastSequence: Int { last.withLock { $0 } }

  var isDiskFull: Bool { room.withLock(\.isFull) }

  /// Whether damage of the store was found since the hub started.
  var isDamaged: Bool { state.withLock(\.isDamage) }

  /// Reports problems of the store, each one once, because every reader of the damaged place finds it again.
  func report(problems sentences: [String], isDamage: Bool) {
    for sentence in sentences {
      let isNew = state.withLock { $0.sent.count < Self.limit && $0.sent.insert(sentence).inserted }
      if isNew { alert(sentence) }
    }
    if isDamage { state.withLock { $0.isDamage = true } }
  }

  /// Notes that the journal has a line with this sequence number.
  func note(_ sequence: Int) { last.withLock { $0 = max($0, sequence) } }

  /// Whether a person may use a device id. A person with write access becomes the owner of a device without an owner.
  func mayBe(_ device: String, of claims: TokenClaims) -> Bool {
    records.mayBe(device, of: claims.subject, noting: claims.scope.mayWrite) {
      settings.tokens?.areGone(of: $0, at: wall()) ?? false
    }
  }

  func read(_ order: HubReader.Order) { ordering.yield(order) }

  /// Queues a connection's request for the store.
  func ask(_ connection: Int, _ request: HubRequest, _ access: HubAccess) {
    var request = request
    // Questions wait in a stream that this object owns, so they must not retain it.
    request.isWanted = { [askers] in askers.wanted.withLock { $0[connection] ?? false } }
    askers.wanted.withLock { $0[connection] = true }
    asking.yield(Hub.QueuedRequest(connection: connection, request: request, access: access))
  }

  /// Notes that a connection's client no longer waits for its answer.
  func giveUp(_ connection: Int) {
    askers.wanted.withLock { if $0[connection] != nil { $0[connection] = false } }
  }

  func answer(_ connection: Int, _ answer: HubAnswer) {
    askers.wanted.withLock { _ = $0.removeValue(forKey: connection) }
    mailbox.post(.answered(connection, answer))
  }

  /// Closes the queues: clients send nothing more.
  func finish() {
    inbox.finish()
    ordering.finish()
    asking.finish()
  }
}

/// Whether the disk has room for incoming changes.
///
/// On an almost full disk, small writes still succeed now and then. So they do not prove that there is room.
struct DiskRoom {
  /// The size of the last refused write in bytes, and its time; nil while the disk has room.
  private var refused: (bytes: Int, at: Duration)?

  /// How long after the last refusal a write of any size proves that there is room.
  private static let patience: Duration = .seconds(60)

  var isFull: Bool { refused != nil }

  var refusedBytes: Int? { refused?.bytes }

  /// Notes that a write was refused; returns true if the disk was not full before.
  mutating func noteFull(_ bytes: Int, _ now: Duration) -> Bool {
    defer { refused = (bytes, now) }
    return refused == nil
  }

  /// Notes that a write succeeded; returns true if the disk counts as full no longer.
  mutating func noteKept(_ bytes: Int, _ now: Duration) -> Bool {
    guard let last = refused, bytes >= last.bytes || last.at + Self.patience <= now else {
      return false
    }
    refused = nil
    return true
  }
}

/// Connections whose requests are not answered yet, and whether each client still waits.
private final class Askers: Sendable {
  let wanted = Mutex<[Int: Bool]>([:])
}
