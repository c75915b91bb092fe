import CivilTime
import Store

@testable import Sync
@testable import SyncHub

/// A hub with a store and device records on disk; a kill leaves nothing else.
final class SimulatedHub {
  private final class Session {
    var conversation: SyncServerSession
    let link: SimulatedConnection
    var outbox: ChangeReader?

    init(_ conversation: SyncServerSession, _ link: SimulatedConnection) {
      self.conversation = conversation
      self.link = link
    }
  }

  private let folder: DiskFolder
  private let wall: @Sendable () -> Timestamp
  private(set) var store: ActionItemStore
  private var records: DeviceRecords
  private var sessions: [Int: Session] = [:]
  private var next = 0
  private var waiting: [SyncServerSession.PendingChange] = []
  private var durable: [SyncServerSession.PendingChange] = []

  init(_ path: String, _ clock: SharedClock, skew: Int) throws {
    folder = try DiskFolder(creating: path)
    wall = { clock.time(skew: skew) }
    store = try ActionItemStore(folder: folder, creating: true, now: wall)
    records = try DeviceRecords(in: folder)
  }

  func restart() throws {
    (sessions, waiting, durable) = ([:], [], [])
    store = try ActionItemStore(folder: folder, creating: false, now: wall)
    records = try DeviceRecords(in: folder)
  }

  func connect() -> SimulatedConnection {
    let link = SimulatedConnection(session: next)
    next += 1
    sessions[link.session] = Session(
      SyncServerSession(
        number: link.session, settings: HubSettings(token: nil), store: store.id,
        lastSequence: lastSequence, access: nil, known: { [records] in records.place(of: $0) }),
      link)
    return link
  }

  private var lastSequence = 0

  func remove(_ session: Int) { sessions[session] = nil }

  func received(_ bytes: [UInt8], of session: Int) {
    sessions[session]?.conversation.received(bytes, at: wall())
  }

  func storeChanged() {
    for session in sessions.values { session.conversation.storeChanged(hasRoom: true) }
  }

  /// Performs the pending requests of all sessions, except merges and acknowledgements.
  func settle() async throws {
    lastSequence = try await store.lastSequence()
    for (_, session) in sessions.sorted(by: { $0.key < $1.key }) {
      while case let requests = session.conversation.takeRequests(), !requests.isEmpty {
        for request in requests { try perform(request, session) }
      }
    }
  }

  /// The hub was reported as restored, although it was not.
  struct Unexpected: Error {
    let sentence: String
  }

  private func perform(_ request: SyncServerSession.Request, _ session: Session) throws {
    switch request {
    case .send(let bytes): session.link.toClient.append(bytes)
    case .take(var incoming):
      incoming.isRemembered = session.conversation.isRemembered
      waiting.append(incoming)
    case .welcome, .log, .close: break
    case .presence, .who: break  // nobody here says where they are
    case .warn(let sentence): throw Unexpected(sentence: sentence)
    case .read(.follow(_, let after, let checksum, _)):
      let sequence = min(after, lastSequence)
      let place = FeedCursor(store: store.id, sequence: sequence, checksum: checksum)
      session.outbox = try ChangeReader(folder: folder, after: sequence == 0 ? nil : place)
    case .feed(let limit, let ticket):
      // A small number at a time, so that faults can occur in between.
      guard let entries = try session.outbox?.next(min(limit, 3)),
        let place = session.outbox?.position
      else { return }
      session.conversation.fed(
        entries, upTo: place, isAtEnd: entries.count < 3, ticket: ticket, hasRoom: true)
    case .read: break
    }
  }

  /// Merges incoming changes in one commit; false if there are none.
  func commit() async throws -> Bool {
    if waiting.isEmpty { return false }
    _ = try await store.merge(waiting.map(\.version))
    for incoming in waiting {
      if let place = incoming.place { records.note(place, of: incoming.device) }
    }
    durable += waiting
    waiting = []
    try records.save()
    storeChanged()
    return true
  }

  /// Acknowledges durable changes.
  func acknowledge() {
    for change in durable {
      sessions[change.session]?.conversation.applied(
        ApplyResult(messages: change.acknowledges, changes: 1, bytes: change.size))
    }
    durable = []
  }
}
