import ActionItems
import Store
import ItemRecords
import Encoding

/// What a client is told that only listens: changes of items, as server-sent events (HTML Living Standard, 9.2).
///
/// A plain struct, like a session's conversation: it is told what happened and says in `takeRequests` what is to be
/// done. The id of an event is the number of the change and the checksum of its line, from which a client may go on:
/// a store that was put back gives a number again. A page that asks for it is also told who is at which item, which
/// has no id: nothing of it is kept.
struct HubStream: Sendable {
  enum Request: Sendable {
    case send([UInt8])
    case follow(after: Int, checksum: UInt32?)
    /// Read up to so many changes there, and tell with `fed`.
    case feed(Int)
  }

  let access: HubAccess
  /// What the stream is called by its page, when that says what its person does; nil where none is shown.
  let window: String?
  private var told: [String: [Attendee]] = [:]
  /// The number of the state that was told of.
  private var toldPlaces = 0
  private let channels: Channels?
  private var requests: [Request]
  private var isFeeding = false
  private var isAtEnd = false
  /// Whether the journal has grown since what is being read was asked for.
  private var hasGrown = false
  private var nextBeat: Duration

  private static let feedSize = 200
  /// So often something is sent: whoever is between would take silence for an end, and one that is gone is noticed.
  static let beat: Duration = .seconds(15)
  /// What is sent then: a comment.
  static let nothing = Array(":\n\n".utf8)

  init(
    after sequence: Int, checksum: UInt32? = nil, access: HubAccess, now: Duration,
    window: (name: String, session: Int)? = nil
  ) {
    self.access = access
    self.window = window?.name
    channels = access.limit
    requests = [.follow(after: sequence, checksum: checksum)]
    nextBeat = now + Self.beat
    guard let window else { return }
    requests.append(
      .send(
        Self.presence([
          "window": .string(window.name), "session": .int(window.session),
          "mayWrite": .bool(access.mayWrite),
        ])))
  }

  var deadline: Duration { nextBeat }

  mutating func takeRequests() -> [Request] {
    defer { requests = [] }
    return requests
  }

  mutating func storeChanged() { (isAtEnd, hasGrown) = (false, true) }

  /// The client has seen changes that the hub does not have: it is to get the list again.
  mutating func putBack() { requests.append(.send(Array("event: reset\ndata: {}\n\n".utf8))) }

  /// The time is `now`, and there may be room for more in what waits to be sent.
  mutating func proceed(_ now: Duration, hasRoom: Bool) {
    if nextBeat <= now {
      nextBeat = now + Self.beat
      requests.append(.send(Self.nothing))
    }
    guard hasRoom, !isFeeding, !isAtEnd else { return }
    (isFeeding, hasGrown) = (true, false)
    requests.append(.feed(Self.feedSize))
  }

  mutating func fed(_ entries: [ChangeReader.Entry], isAtEnd: Bool) {
    (isFeeding, self.isAtEnd) = (false, isAtEnd && !hasGrown)
    for entry in entries {
      let isSeen = channels?.takes(entry.change.item) ?? true
      // What is not for it may have been until now: a limited client is told the id, and that it is gone.
      if !isSeen, entry.change.change.kind == .created { continue }
      requests.append(.send(Self.event(entry, isSeen: isSeen)))
    }
  }

  /// Who is at which item now; what is as it was told is not told again. Each state has a number of its own, from 1:
  /// most looks at a stream are for something else. Whoever is told of some items only is not told who looks at others.
  mutating func tell(_ places: [String: [Attendee]], number: Int) {
    guard window != nil, channels == nil, number != toldPlaces else { return }
    toldPlaces = number
    for item in Set(told.keys).union(places.keys).sorted() {
      var people = places[item] ?? []
      // A page shows no cursors, which would move all the time.
      for index in people.indices { people[index].cursor = nil }
      guard people != told[item] ?? [] else { continue }
      told[item] = people.isEmpty ? nil : people
      requests.append(.send(Self.presence(PresenceNotice.viewing(item: item, people).payload)))
    }
  }

  /// What others write in a text that the page's person edits.
  mutating func tell(text payload: [UInt8], of item: ActionItem) {
    guard channels?.takes(item) ?? true else { return }
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
