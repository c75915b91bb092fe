import ActionItems
import Encoding
import Extraction
import ItemRecords
import Networking
import Store
import Testing

@testable import Sync

/// A sync with a scripted server and a list as its store.
struct RemoteSyncHarness {
  var sync: RemoteSync
  var entries: [ChangeReader.Entry] = []
  /// The index of the next entry that the sync reads.
  var read = 0
  var sent: [SyncFrame] = []
  var saved: [RemoteState] = []
  var applied: [RemoteVersion] = []
  /// The number of items merged together, each time.
  var portions: [Int] = []
  var exchanged: [String: ExchangedVersion] = [:]
  var log: [String] = []
  var warnings: [String] = []
  /// The names of other requests, such as `connect` and `close`.
  var other: [String] = []
  /// The number of changes requested, each time.
  var limits: [Int] = []
  var ending: SyncReport.Ending? { sync.ending }
  var now: Duration = .zero
  /// Whether reading is paused, as it is while the connection accepts no data.
  var parksReading = false
  let store = SampleChange.id

  init(
    _ count: Int, mode: SyncMode = .once, state: RemoteState = RemoteState(),
    _ adjust: (inout RemoteSync.Settings) -> Void = { _ in }
  ) {
    var session = SessionSettings(deviceID: "d", token: "t")
    session.shortestBackOff = .zero
    session.longestBackOff = .zero
    var settings = RemoteSync.Settings(name: "x", mode: mode, session: session)
    settings.gatheringTime = .zero
    adjust(&settings)
    sync = RemoteSync(settings: settings, store: store, state: state)
    for number in 0..<count {
      var change = SampleChange.of(.created)
      change.sequence = number * 2 + 1
      change.change.known.item.id = "item-\(number)"
      entries.append(.init(change: change, checksum: UInt32(number)))
    }
    read = entries.firstIndex { $0.change.sequence > state.checkpoint?.sequence ?? 0 } ?? count
  }

  mutating func report(_ type: String, _ payload: JSONValue) {
    report(.received([.text(SessionHarness.frame(type, payload).bytes)]))
  }

  mutating func report(_ event: SyncEvent) { sync.handle(event, now, at: SampleChange.time(9)) }

  /// Reports an event and performs the requests.
  mutating func tell(_ event: SyncEvent) throws {
    report(event)
    try settle()
  }

  /// Performs all pending requests except those of the connection.
  mutating func settle() throws {
    while case let requests = sync.takeRequests(reads: !parksReading), !requests.isEmpty {
      for request in requests { try perform(request) }
    }
  }

  mutating func perform(_ request: SyncRequest) throws {
    switch request {
    case .connect: other.append("connect")
    case .send(let bytes), .sendPlainly(let bytes): sent.append(try SyncFrame(parsing: bytes))
    case .check: other.append("check")
    case .close: other.append("close")
    case .drop: other.append("drop")
    case .fetch(let limit):
      limits.append(limit)
      let some = Array(entries[read...].prefix(limit))
      read += some.count
      let last = read == entries.count ? read * 2 : entries[read - 1].change.sequence
      report(
        .fetched(
          some, upTo: FeedCursor(store: store, sequence: last, checksum: nil),
          isAtEnd: some.count < limit))
    case .fetchItems(let ids):
      report(.fetchedItems(entries.filter { ids.contains($0.change.change.known.item.id) }))
    case .rewind(let place, _):
      read = entries.firstIndex { $0.change.sequence > place?.sequence ?? 0 } ?? entries.count
    case .apply(let versions):
      applied += versions
      portions.append(versions.count)
      var outcome = MergeOutcome()
      outcome.applied = versions.count
      report(.applied(outcome))
    case .exchange(let versions): exchanged.merge(versions) { $1 }
    case .save(let state): saved.append(state)
    case .keepSent: other.append("keep told")
    case .log(let text): log.append(text)
    case .warn(let text):
      log.append(text)
      warnings.append(text)
    }
  }

  mutating func start() throws {
    try tell(.start)
    try tell(.opened)
  }

  /// The sync after its beginning.
  func begun(_ welcome: JSONValue = [:]) throws -> RemoteSyncHarness {
    var begun = self
    try begun.begin(welcome)
    return begun
  }

  /// The failure that ended the sync.
  func failure() throws -> SessionFailure {
    guard case .failed(let failure)? = ending else {
      let none: SessionFailure? = nil
      return try #require(none, "\(String(describing: ending)): \(other)")
    }
    return failure
  }

  /// Starts, and lets the server confirm.
  mutating func begin(_ payload: JSONValue = [:]) throws {
    try start()
    try welcome(payload)
  }

  mutating func welcome(_ payload: JSONValue = [:]) throws {
    try receive("auth.success", payload)
  }

  mutating func receive(_ type: String, _ payload: JSONValue = [:], id: String? = nil) throws {
    try receive(SyncFrame(type: type, messageID: id, payload: Array(payload.compact.utf8)).bytes)
  }

  mutating func receive(_ bytes: [UInt8]) throws {
    try tell(.received([.text(bytes)]))
  }

  mutating func acknowledge(_ frames: [SyncFrame]) throws {
    for frame in frames {
      try receive("acknowledgment", ["messageID": .string(frame.messageID ?? "")])
    }
  }

  /// Advances the time in steps; the server answers pings in each.
  mutating func pass(_ seconds: Int) throws {
    for _ in 0..<seconds {
      now += .seconds(1)
      try tell(.timer)
      if sent.last?.type == "ping" { try receive("pong") }
    }
  }

  /// Returns the items sent since the last call.
  mutating func takeItems() -> [SyncFrame] {
    defer { sent = [] }
    return sent.filter { $0.type.hasPrefix("item.") }
  }

  mutating func lose() throws {
    try tell(.lost(SessionFailure(.transient, "cut")))
    try tell(.timer)
    try tell(.opened)
  }

  /// The names of the refused messages, with the reason.
  var refused: [String] {
    sent.filter { $0.type == "error" }.map { frame in
      let payload = frame.payloadValue
      return "\(payload["messageID"]?.string ?? "-"): \(payload["message"]?.string ?? "")"
    }
  }

  /// A member of a batch.
  static func message(
    _ type: String, _ id: String, _ payload: JSONValue = [:]
  ) -> JSONValue {
    ["type": .string(type), "messageID": .string(id), "payload": payload]
  }
}
