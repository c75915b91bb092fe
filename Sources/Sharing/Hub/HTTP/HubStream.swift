import ActionItems
import Encoding
import ItemRecords
import Store

/// One client's stream of `GET /changes`: changes of items as server-sent events (HTML Living Standard, 9.2).
///
/// It has no socket and no store: `HubLoop` passes events, and carries out the actions of `takeRequests`. The id of an
/// event, from which a client can resume, is the sequence number of the change and the checksum of its line. The
/// checksum is needed because a restored store uses numbers again.
///
/// A page can also ask for presence (who is at which item), and gets the texts that it edits. These events have no id.
struct HubStream: Sendable {
  /// An action that a stream requests of the hub.
  enum Request: Sendable {
    case send([UInt8])
    case read(HubReader.Order)
  }

  /// The number of the client's connection.
  private let session: Int
  let access: HubAccess
  /// The name of the page's window, if presence was asked for; nil otherwise.
  let window: String?
  private var sentPeople: [String: [Attendee]] = [:]
  /// The number of the presence state that was sent last.
  private var sentNumber = 0
  /// The items that a limited client knows. It gets a deletion when one of them leaves its limit.
  private var shown: Set<ItemKey> = []
  private var requests: [Request]
  private var isFeeding = false
  private var isAtEnd = false
  /// Whether the journal has grown since the current read began.
  private var hasGrown = false
  private var nextBeat: Duration

  private static let feedSize = 200
  /// The interval of keep-alive comments. Proxies end silent connections, and a lost client is noticed when a send
  /// fails.
  static let beat: Duration = .seconds(15)
  /// The keep-alive: an empty comment.
  static let nothing = Array(":\n\n".utf8)

  init(
    session: Int, after sequence: Int, checksum: UInt32? = nil, access: HubAccess, now: Duration,
    window: String? = nil
  ) {
    (self.session, self.access, self.window) = (session, access, window)
    requests = [
      .read(.follow(session: session, after: sequence, checksum: checksum, except: nil))
    ]
    nextBeat = now + Self.beat
    guard let window else { return }
    requests.append(
      .send(
        Self.presence([
          "window": .string(window), "session": .int(session),
          "mayWrite": .bool(access.mayWrite),
        ])))
  }

  var deadline: Duration { nextBeat }

  mutating func takeRequests() -> [Request] {
    defer { requests = [] }
    return requests
  }

  /// Notes the items that a limited client could list when the stream began.
  mutating func began(showing items: Set<ItemKey>) { shown.formUnion(items) }

  mutating func storeChanged() { (isAtEnd, hasGrown) = (false, true) }

  /// Tells the client to fetch the list again, because it has seen changes that the hub does not have.
  mutating func restored() { requests.append(.send(Array("event: reset\ndata: {}\n\n".utf8))) }

  /// Sends the keep-alive when due, and asks for changes if the output has room.
  mutating func proceed(_ now: Duration, hasRoom: Bool) {
    if nextBeat <= now {
      nextBeat = now + Self.beat
      requests.append(.send(Self.nothing))
    }
    guard hasRoom, !isFeeding, !isAtEnd else { return }
    (isFeeding, hasGrown) = (true, false)
    requests.append(
      .read(.feed(session: session, limit: Self.feedSize, ticket: 0, sentTo: nil, .full)))
  }

  mutating func fed(_ entries: [ChangeReader.Entry], isAtEnd: Bool) {
    (isFeeding, self.isAtEnd) = (false, isAtEnd && !hasGrown)
    for entry in entries {
      let key = ItemKey(entry.change.item.id)
      let seen = access.shown(entry)
      // If an item has left its limit, a limited client gets a deletion with the id only.
      if access.limit != nil {
        if seen != nil { shown.insert(key) } else if shown.remove(key) == nil { continue }
      }
      requests.append(.send(Self.event(seen ?? entry, isSeen: seen != nil)))
    }
  }

  /// Sends the people at each item whose people have changed. `number` is that of the presence state, from 1; a state
  /// that was sent is skipped. A token limited to channels gets no presence.
  mutating func tell(_ places: [String: [Attendee]], number: Int) {
    guard window != nil, access.limit == nil, number != sentNumber else { return }
    sentNumber = number
    for item in Set(sentPeople.keys).union(places.keys).sorted() {
      var people = places[item] ?? []
      // Pages do not show these cursors, which would change all the time.
      for index in people.indices { people[index].cursor = nil }
      guard people != sentPeople[item] ?? [] else { continue }
      sentPeople[item] = people.isEmpty ? nil : people
      requests.append(.send(Self.presence(PresenceNotice.viewing(item: item, people).payload)))
    }
  }

  /// Sends the operations of others on the text that the page's person edits.
  mutating func tell(text payload: [UInt8], of item: ActionItem) {
    guard access.shows(item) else { return }
    requests.append(.send(Self.event("event: text", payload)))
  }

  private static func presence(_ payload: JSONValue) -> [UInt8] {
    var writer = JSONWriter(escaping: .invisibles)
    writer.value(payload)
    return event("event: presence", writer.bytes)
  }

  private static func event(_ head: String, _ data: [UInt8]) -> [UInt8] {
    Array("\(head)\ndata: ".utf8) + data + Array("\n\n".utf8)
  }

  private static func event(_ entry: ChangeReader.Entry, isSeen: Bool) -> [UInt8] {
    let change = entry.change
    var writer = JSONWriter(escaping: .invisibles)
    writer.beginObject()
    writer.field("sequence", change.sequence)
    writer.field("change", isSeen ? change.change.kind.rawValue : "deleted")
    writer.key("item")
    if isSeen { writer.item(change.item) } else { writer.value(["id": .string(change.item.id)]) }
    writer.endObject()
    let checksum = entry.checksum.map { "-" + String($0, radix: 16) } ?? ""
    return event("id: \(change.sequence)\(checksum)", writer.bytes)
  }
}
