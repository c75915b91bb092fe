import ActionItems
import CivilTime
import Extraction
import ItemRecords
import Store

@testable import Sync

/// Messages in transit between a client and the hub.
final class SimulatedConnection {
  let session: Int
  var toHub: [[UInt8]] = []
  var toClient: [[UInt8]] = []

  init(session: Int) {
    self.session = session
  }
}

/// A client with a store on disk; a kill leaves nothing else. `outcome` makes a finding to commit to any store.
final class SimulatedClient {
  let folder: DiskFolder
  let wall: @Sendable () -> Timestamp
  private(set) var store: ActionItemStore
  var core: RemoteSync?
  var link: SimulatedConnection?
  private var outbox: ChangeReader?

  init(_ path: String, _ clock: SharedClock, skew: Int) throws {
    folder = try DiskFolder(creating: path)
    wall = { clock.time(skew: skew) }
    store = try ActionItemStore(folder: folder, creating: true, now: wall)
  }

  var conflicts: Int { core?.state.conflicts ?? 0 }

  func start(_ now: Duration) throws {
    let state = try RemoteState.read("hub", in: folder) ?? RemoteState()
    outbox = try ChangeReader(folder: folder, after: state.checkpoint)
    var session = SessionSettings(deviceID: store.id)
    session.shortestBackOff = .milliseconds(100)
    session.longestBackOff = .milliseconds(100)
    var settings = RemoteSync.Settings(name: "hub", mode: .follow, session: session)
    settings.outbox.window = 6
    settings.savingInterval = .milliseconds(200)
    core = RemoteSync(settings: settings, store: store.id, state: state)
    tell(.start, now)
  }

  func tell(_ event: SyncEvent, _ now: Duration) { core?.handle(event, now, at: wall()) }

  func restart() throws {
    (core, link, outbox) = (nil, nil, nil)
    store = try ActionItemStore(folder: folder, creating: false, now: wall)
  }

  /// The sync ended, although it was to continue indefinitely.
  struct Unexpected: Error {
    let ending: SyncReport.Ending
  }

  func perform(_ request: SyncRequest, _ now: Duration) async throws {
    if let ending = core?.ending { throw Unexpected(ending: ending) }
    switch request {
    case .connect, .close, .log, .keepSent, .check: break
    case .warn("cut; retrying until it works"): break
    case .warn(let sentence): throw SimulatedHub.Unexpected(sentence: sentence)
    case .send(let bytes), .sendPlainly(let bytes): link?.toHub.append(bytes)
    case .drop: link = nil
    case .fetch(let limit):
      let entries = try outbox?.next(limit) ?? []
      guard let place = outbox?.position else { return }
      tell(.fetched(entries, upTo: place, isAtEnd: entries.count < limit), now)
    case .fetchItems(let ids): tell(.fetchedItems(try await store.changes(ofItems: ids)), now)
    case .rewind(let place, _): outbox = try ChangeReader(folder: folder, after: place)
    case .apply(let versions): tell(.applied(try await store.merge(versions)), now)
    case .exchange: break  // the hub knows fields
    case .save(let state): try state.write("hub", in: folder)
    }
  }

  /// The extraction result of a window with one message.
  static func outcome(
    _ task: String, _ message: String, for assignee: String? = nil, deadline: String? = nil,
    kind: Conversation.Kind? = nil, in conversation: String = "c",
    context: [Finding.ContextLine] = []
  ) -> WindowOutcome {
    var finding = Finding(
      Mention(messageId: message, source: .init(platform: "json"), task: task), context: context)
    finding.assignee = assignee
    finding.deadline = deadline.flatMap(Deadline.init)
    let reading = Merger.Reading(
      conversation: Conversation(
        id: conversation, title: "Title of \(conversation)", platform: "json", kind: kind),
      messages: [Message(id: message, sender: nil, timestamp: nil, text: "")],
      findings: [finding], model: "m", run: 1)
    return WindowOutcome(reading: reading, digests: [], readLevel: .offline, usage: ModelUsage())
  }
}
