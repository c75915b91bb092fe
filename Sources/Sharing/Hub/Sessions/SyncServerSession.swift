import ActionItems
import CivilTime
import Encoding
import Networking
import Store
import Sync

/// The sync protocol of one client's session, on the hub's side. `SyncSession` and `RemoteSync` are the client's side.
///
/// It has no socket and no store: `HubLoop` passes events, and carries out the actions of `takeRequests`. A change is
/// acknowledged after `applied` reports it as durable. Changes of others are read from the hub's journal, starting at
/// the client's own position.
struct SyncServerSession: Sendable {
  /// A change that the client sent and that is not durable yet.
  struct PendingChange: Sendable {
    var session: Int
    var device: String
    /// Whether the hub remembers the device. `HubLoop` sets it after `welcome` has decided.
    var isRemembered = false
    var access: HubAccess
    var version: RemoteVersion
    /// The messages to acknowledge once the change is durable.
    var acknowledges: [String]
    /// The id of the message with the change; nil if it has none.
    var messageID: String?
    var size: Int
    /// The client's store and the change's sequence number in it; nil if not given.
    var place: AcknowledgedOffset?
    /// Whether the next change has the same acknowledgement. Such changes are applied together or not at all.
    var isFollowed = false
  }

  /// An action that a session requests of the hub.
  enum Request: Sendable {
    case send([UInt8])
    /// Apply a change, and report with `applied` when it is durable.
    case take(PendingChange)
    /// The client is authenticated as a device: end any other session of that device.
    case welcome(device: String, isNamed: Bool)
    /// Read for the client, and report the result with `restored`, `fed` or `fedItems`.
    case read(HubReader.Order)
    /// Read up to this many changes for the client, and report them with `fed` and the same ticket.
    case feed(limit: Int, ticket: Int)
    case log(String)
    case warn(String)
    /// Send the others what the client's person does, and answer the message.
    case presence(PresenceUpdate, messageID: String?)
    /// Send the client the list of the people present.
    case who(messageID: String?)
    case close(CloseCode, String)
  }

  enum State {
    case greeting
    /// A tunnel is connected for the given device. Nothing is sent or applied before the client authenticates with
    /// `auth`.
    case tunnelled(device: String?)
    case known(device: String)
    case over
  }

  /// The number of the client's connection.
  let number: Int
  let settings: HubSettings
  let store: String
  let lastSequence: Int
  /// The position up to which a device's store was applied, by device.
  let known: @Sendable (String) -> AcknowledgedOffset?
  let random: SessionRandom
  let hasBearer: Bool
  /// The access that the client's token gives.
  var access: HubAccess
  var state = State.greeting
  var requests: [Request] = []
  var isFeeding = false
  /// The number of the current position. Results of reads from an earlier position are ignored.
  private var ticket = 0
  var isAtEnd = true
  /// Whether the journal has grown since the current read began.
  private var hasGrown = false
  var knowsFields = false
  /// Whether the hub remembers the device: the client named it, and it belongs to the client's person. Others are not
  /// remembered, because anyone with a token could invent them.
  var isRemembered = false
  /// Whether the client stores its position in the hub's journal.
  var keepsPosition = false
  private var sentPosition = -1
  /// Whether changes are being sent again because the client asked for them.
  private var isRepeating = false
  /// The sequence number of another request for changes, which arrived meanwhile.
  private var wanted: Int?
  var asked = RequestedItems()
  var channels = Channels()
  var listens = false
  private(set) var pending = 0
  private(set) var pendingBytes = 0

  private static let feedSize = 200

  /// `store` is the id of the hub's store, and `lastSequence` its last sequence number. `known` returns the position of
  /// a device's store. `access` is that of the upgrade request's token, or nil without one.
  init(
    number: Int, settings: HubSettings, store: String, lastSequence: Int, access: HubAccess?,
    known: @escaping @Sendable (String) -> AcknowledgedOffset?,
    random: SessionRandom = SessionRandom()
  ) {
    (self.number, self.settings) = (number, settings)
    (self.store, self.lastSequence) = (store, lastSequence)
    (self.known, self.random) = (known, random)
    hasBearer = access != nil
    self.access = access ?? .full
    send("connection.established", nil, [:])
  }

  /// The client's device; nil before authentication.
  var device: String? {
    if case .known(let device) = state { device } else { nil }
  }

  var origin: String { "device:\(device ?? "")" }

  /// The origin whose versions are noted as exchanged: that of a device that may change items, but does not support
  /// fields.
  var notedOrigin: String? { isRemembered && !knowsFields && access.mayWrite ? origin : nil }

  mutating func takeRequests() -> [Request] {
    defer { requests = [] }
    return requests
  }

  /// Ends the session because its token is no longer valid.
  mutating func end(because problem: TokenProblem) {
    if case .over = state { return }
    requests.append(.log("the session of \(access.claims?.name ?? "?") ended: \(problem)"))
    refuseKey("\(problem)")
  }

  // MARK: - Events

  mutating func received(_ bytes: [UInt8], at wall: Timestamp) {
    if case .over = state { return }
    if device != nil, let batch = BatchFrame(parsing: bytes) { return takeBatch(batch, wall) }
    do throws(FrameProblem) {
      take(try SyncFrame(parsing: bytes), wall)
    } catch {
      refuseUnread("\(error)")
    }
  }

  /// Refuses a binary message, which the protocol does not have.
  mutating func receivedBinary() {
    if case .over = state { return }
    refuseUnread("frames must be JSON in text messages; this one is binary")
  }

  private mutating func refuseUnread(_ problem: String) {
    refuse("invalid", problem, nil)
    // Otherwise an unauthenticated client could cause an error for each of many small frames.
    if device == nil { end(.policyViolation, "not authenticated") }
  }

  /// Answers messages whose changes are durable now, refused or postponed, and frees their part of the limits.
  mutating func applied(_ result: ApplyResult) {
    pending -= result.changes
    pendingBytes -= result.bytes
    for id in result.messages { acknowledge(id) }
    for id in result.refused { refuse("invalid", result.problem, id) }
    let outside =
      "it is not in the channels of the token, or it is new and its id is not a random UUID"
    for id in result.forbidden { refuse("not_in_channels", outside, id) }
    let obstacle = result.obstacle
    for id in result.postponed {
      refuse("unavailable", obstacle.text, id, isLimit: obstacle.isLimit)
    }
  }

  mutating func storeChanged(hasRoom: Bool) {
    (isAtEnd, hasGrown) = (false, true)
    feedIfDue(hasRoom)
  }

  /// Sends changes that were read for the client, up to a position in the journal. `purged` are the purged items whose
  /// deletion a limited client gets, because its person has them.
  mutating func fed(
    _ entries: [ChangeReader.Entry], purged: Set<ItemKey> = [], upTo place: FeedCursor,
    isAtEnd: Bool, ticket: Int,
    hasRoom: Bool
  ) {
    guard let device, ticket == self.ticket else { return }
    (isFeeding, self.isAtEnd) = (false, isAtEnd && !hasGrown)
    let identity = MessageIdentity(store: store, remote: device, generation: 0)
    let limit = settings.changeBytes
    for entry in entries where entry.change.origin != origin {
      let purge = purged.contains(ItemKey(entry.change.item.id)) ? entry : nil
      guard let entry = access.shown(entry) ?? purge, channels.take(entry.change) else { continue }
      let change = OutgoingChange(entry, identity: identity, tellsPlace: keepsPosition)
      tell(
        change,
        else:
          "change \(change.sequence) is not sent to \(device): its message has \(change.frame.count) bytes, more "
          + "than \(limit)")
    }
    if isAtEnd {
      isRepeating = false
      if let wanted { return repeatChanges(after: wanted, hasRoom) }
      if keepsPosition, place.sequence > sentPosition { sendPosition(place) }
    }
    feedIfDue(hasRoom)
  }

  /// Sends a change. One whose message is too long is logged instead.
  mutating func tell(_ change: OutgoingChange, else problem: @autoclosure () -> String) {
    let isShort = change.frame.count <= settings.changeBytes
    requests.append(isShort ? .send(change.frame) : .log(problem()))
  }

  mutating func follow(after sequence: Int, checksum: UInt32? = nil) {
    requests.append(
      .read(.follow(session: number, after: sequence, checksum: checksum, except: origin)))
  }

  /// Reads more changes if the output has room.
  mutating func feedIfDue(_ hasRoom: Bool) {
    guard device != nil, hasRoom, !isFeeding, !isAtEnd else { return }
    (isFeeding, hasGrown) = (true, false)
    requests.append(.feed(limit: Self.feedSize, ticket: ticket))
  }

  // MARK: - Frames

  private mutating func take(_ frame: SyncFrame, _ wall: Timestamp) {
    switch frame.type {
    case "ping": answerPing(frame)
    case "auth", "connect": takeHello(frame, wall)
    case _ where device == nil:
      refuse("unauthorized", "authenticate first", frame.messageID)
      end(.policyViolation, "not authenticated")
    case "item.created", "item.updated", "item.deleted":
      guard mayWrite([frame.messageID]) else { return }
      if let incoming = incoming(frame, wall) { accept(incoming) }
    case "batch":
      do throws(FrameProblem) {
        takeBatch(try BatchFrame(frame), wall)
      } catch {
        refuse("invalid", "\(error)", frame.messageID)
      }
    case _ where SyncExchange.isType(frame.type): takeExchange(frame, wall)
    case "subscribe", "unsubscribe": takeChannels(frame)
    case "presence.update", "presence.who": takePresence(frame)
    default: break  // frames that need no answer, and unknown types
    }
  }

  private mutating func answerPing(_ frame: SyncFrame) {
    let timestamp = frame.timestamp ?? frame.payloadValue["timestamp"]?.int
    requests.append(
      .send(SyncFrame.write("pong", messageID: random.uuid(), timestamp: timestamp, [:])))
  }

  private mutating func incoming(_ frame: SyncFrame, _ wall: Timestamp) -> PendingChange? {
    let device = device ?? ""
    let defaults = IncomingItem.Defaults(
      now: wall, device: device, origin: origin, conversationId: "sync:\(device)")
    do throws(FrameProblem) {
      var item = try IncomingItem(frame, defaults: defaults)
      item.version.person = access.claims.map { ($0.name, device) }
      var place: AcknowledgedOffset?
      if let store = item.store, let sequence = item.sequence {
        place = AcknowledgedOffset(store: store, sequence: sequence, version: item.version)
      }
      return PendingChange(
        session: number, device: device, access: access, version: item.version,
        acknowledges: frame.messageID.map { [$0] } ?? [], messageID: frame.messageID,
        size: frame.payload.count, place: place)
    } catch {
      refuse("invalid", "\(error)", frame.messageID)
      return nil
    }
  }

  /// Whether the client may change items. If not, refuses each of its messages.
  private mutating func mayWrite(_ messages: [String?]) -> Bool {
    if access.mayWrite { return true }
    for id in Set(messages) {
      refuse("forbidden", "the token is read-only", id)
    }
    return false
  }

  private mutating func accept(_ incoming: PendingChange) {
    pending += 1
    pendingBytes += incoming.size
    channels.note(incoming.version.id)
    requests.append(.take(incoming))
  }

  /// Applies a batch. If all of its messages are valid, one acknowledgement covers the batch.
  mutating func takeBatch(_ batch: BatchFrame, _ wall: Timestamp) {
    guard batch.messages.isEmpty || mayWrite([batch.messageID] + batch.messages.map(\.messageID))
    else { return }
    var all: [PendingChange] = []
    for problem in batch.problems { refuse("invalid", "\(problem)", batch.messageID) }
    for message in batch.messages {
      guard IncomingItem.isType(message.type) else {
        refuse("invalid", "\(FrameProblem.noItem)", message.messageID)
        continue
      }
      if let incoming = incoming(message, wall) { all.append(incoming) }
    }
    if all.count == batch.messages.count, batch.problems.isEmpty, let id = batch.messageID,
      !all.isEmpty
    {
      for index in all.indices { (all[index].acknowledges, all[index].isFollowed) = ([], true) }
      (all[all.count - 1].acknowledges, all[all.count - 1].isFollowed) = ([id], false)
    }
    for incoming in all { accept(incoming) }
    // Acknowledges an empty batch too, because its sender waits.
    if batch.messages.isEmpty, batch.problems.isEmpty, let id = batch.messageID { acknowledge(id) }
  }

  /// Repeats the changes after a sequence number.
  ///
  /// A short request causes many reads. So a request that arrives meanwhile waits, and only the last one counts.
  mutating func takeRequest(after since: Int) {
    if isRepeating { wanted = since } else { repeatChanges(after: since, true) }
  }

  private mutating func repeatChanges(after sequence: Int, _ hasRoom: Bool) {
    (isRepeating, wanted) = (true, nil)
    follow(after: sequence)
    ticket += 1
    (isFeeding, isAtEnd, sentPosition) = (false, false, -1)
    feedIfDue(hasRoom)
  }

  // MARK: - Sending

  private mutating func sendPosition(_ place: FeedCursor) {
    sentPosition = place.sequence
    send(
      "sync.position", nil,
      [
        "store_id": .string(store), "sequence": .int(place.sequence),
        "checksum": .int(place.checksum),
      ])
  }

  private mutating func acknowledge(_ id: String) {
    send("acknowledgment", id, ["messageID": .string(id)])
  }

  mutating func refuse(
    _ code: String, _ message: String, _ id: String?, isLimit: Bool = false
  ) {
    send(
      "error", nil,
      JSONValue(present: [
        "code": .string(code), "message": .string(message), "messageID": .text(id),
        "limit": isLimit ? true : nil,
      ]))
  }

  mutating func send(_ type: String, _ id: String?, _ payload: JSONValue) {
    requests.append(.send(SyncFrame.write(type, messageID: id ?? random.uuid(), payload)))
  }

  mutating func end(_ code: CloseCode, _ reason: String) {
    state = .over
    requests.append(.close(code, reason))
  }
}
