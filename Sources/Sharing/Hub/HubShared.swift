import Store
import CivilTime
import Synchronization

/// What the hub's thread and its tasks share.
final class HubShared: Sendable {
  let store: ActionItemStore
  let settings: HubSettings
  let mailbox: HubMailbox
  let records: DeviceRecords
  /// Changes that are to be taken over.
  let intake = IncomingQueue()
  let orders: AsyncStream<HubLoop.ReadingOrder>
  private let ordering: AsyncStream<HubLoop.ReadingOrder>.Continuation
  /// Ordinary requests that wait for the store.
  let questions: AsyncStream<Hub.Question>
  private let asking: AsyncStream<Hub.Question>.Continuation
  /// Connections whose requests wait, and whether somebody still waits with them.
  private let askers = Askers()
  private let last: Mutex<Int>
  let room = Mutex(DiskRoom())
  private let amiss = Mutex((told: Set<String>(), isDamage: false))
  private static let told = 1000
  let wall: @Sendable () -> Timestamp
  /// Is told what happens.
  let log: @Sendable (String) -> Void
  /// Is told what somebody has to see to.
  let warn: @Sendable (String) -> Void
  /// Is told what is amiss in the store.
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
    (orders, ordering) = AsyncStream.makeStream(of: HubLoop.ReadingOrder.self)
    (questions, asking) = AsyncStream.makeStream(of: Hub.Question.self)
  }

  /// The number of the last line that is known to be in the journal.
  var lastSequence: Int { last.withLock { $0 } }

  var isDiskFull: Bool { room.withLock(\.isFull) }

  /// Whether damage was found in the store since the hub began.
  var isDamaged: Bool { amiss.withLock(\.isDamage) }

  /// Tells what was found amiss in the store, each thing once: whoever reads there finds it anew.
  func tell(amiss sentences: [String], isDamage: Bool) {
    for sentence in sentences {
      let isNews = amiss.withLock { $0.told.count < Self.told && $0.told.insert(sentence).inserted }
      if isNews { alert(sentence) }
    }
    if isDamage { amiss.withLock { $0.isDamage = true } }
  }

  /// The journal has a line of that number.
  func note(_ sequence: Int) { last.withLock { $0 = max($0, sequence) } }

  /// Whether a device may be that of a person, whose it then is where they may write.
  func mayBe(_ device: String, of claims: TokenClaims) -> Bool {
    records.mayBe(device, of: claims.subject, noting: claims.scope.mayWrite) {
      settings.tokens?.areGone(of: $0, at: wall()) ?? false
    }
  }

  func read(_ order: HubLoop.ReadingOrder) { ordering.yield(order) }

  /// Has the request of a connection answered from the store.
  func ask(_ connection: Int, _ request: HubRequest, _ access: HubAccess) {
    var request = request
    // Questions wait in a stream of this object's: they must not hold on to it.
    request.isWanted = { [askers] in askers.wanted.withLock { $0[connection] ?? false } }
    askers.wanted.withLock { $0[connection] = true }
    asking.yield(Hub.Question(connection: connection, request: request, access: access))
  }

  /// Nobody waits any more for what a connection has asked.
  func giveUp(_ connection: Int) {
    askers.wanted.withLock { if $0[connection] != nil { $0[connection] = false } }
  }

  func answer(_ connection: Int, _ answer: HubAnswer) {
    askers.wanted.withLock { _ = $0.removeValue(forKey: connection) }
    mailbox.post(.answered(connection, answer))
  }

  /// Nothing more comes from clients.
  func finish() {
    intake.finish()
    ordering.finish()
    asking.finish()
  }
}

/// Whether there is room on the disk for what comes in.
///
/// A plain struct. On a disk that is all but full small things go in now and then: that does not count as room.
struct DiskRoom {
  /// What there was no room for last, in bytes, and when that was; nil where there is room.
  private var refused: (bytes: Int, at: Duration)?

  /// How long nothing has to be refused until whatever goes in shows that there is room.
  private static let patience: Duration = .seconds(60)

  var isFull: Bool { refused != nil }

  var refusedBytes: Int? { refused?.bytes }

  /// There was no room for so many bytes; returns whether that is news.
  mutating func noteFull(_ bytes: Int, _ now: Duration) -> Bool {
    defer { refused = (bytes, now) }
    return refused == nil
  }

  /// So many bytes were kept; returns whether it is news that there is room.
  mutating func noteKept(_ bytes: Int, _ now: Duration) -> Bool {
    guard let last = refused, bytes >= last.bytes || last.at + Self.patience <= now else {
      return false
    }
    refused = nil
    return true
  }
}

/// Connections whose questions are not answered yet, and whether anybody still waits for that.
private final class Askers: Sendable {
  let wanted = Mutex<[Int: Bool]>([:])
}
