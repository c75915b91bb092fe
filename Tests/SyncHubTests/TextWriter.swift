import Encoding

@testable import SyncHub

/// The part of a page that edits an item's text through the hub.
struct TextWriter {
  let key: String
  let session: Int
  var replica: TextReplica
  var room: String?
  /// The hub's version, as far as this page knows.
  var hubHas = TextVersion()
  /// The task of the item in the hub's store.
  var stored: String?
  private(set) var people: [JSONValue] = []

  init(_ session: Int, key: String? = nil) throws {
    self.session = session
    self.key = key ?? "the key of editor \(session)"
    replica = try TextReplica(editor: TextExchange.editor(self.key))
  }

  /// The body of the page's request.
  func body(_ window: String = "w", with flags: [JSONValue.Member] = []) -> [UInt8] {
    var batch = JSONWriter()
    TextBatch(replica.operations(since: hubHas)).write(to: &batch)
    let has = replica.version.counts.map { JSONValue.Member($0.key, .number("\($0.value)")) }
    var writer = JSONWriter()
    writer.beginObject()
    writer.key("batch")
    writer.raw(batch.bytes)
    let members: [JSONValue.Member] = [
      .init("window", .string(window)), .init("key", .string(key)),
      .init("room", room.map(JSONValue.string) ?? .null), .init("has", .object(has)),
    ]
    for member in members + flags {
      writer.key(member.key)
      writer.value(member.value)
    }
    writer.endObject()
    return writer.bytes
  }

  /// The page's request, as the hub parses it.
  func exchange(_ flags: [JSONValue.Member] = []) throws -> TextExchange {
    try TextExchange(body(with: flags))
  }

  /// Applies a response or a broadcast of the hub.
  mutating func hear(_ bytes: [UInt8]) throws {
    let value = try JSONValue(parsing: bytes)
    room = value["room"]?.string
    stored = value["stored"]?.string
    people = value["people"]?.array ?? []
    for member in value["has"]?.object ?? [] { hubHas[member.key] = member.value.int ?? 0 }
    guard let batch = value["batch"] else { return }
    for operation in try TextBatch(batch).operations { try replica.take(operation) }
  }

  /// Sends the page's changes and applies those of the hub.
  mutating func talk(
    to rooms: inout TextRooms, _ item: String = "i", _ flags: [JSONValue.Member] = [],
    at now: Duration = .zero
  ) throws {
    try hear(
      try rooms.take(
        try exchange(flags), of: item, session: session, name: "P\(session)", at: now))
  }

  /// A text, and the pages that have opened it.
  static func open(
    _ task: String, writers count: Int
  ) throws -> (rooms: TextRooms, writers: [Self]) {
    var rooms = TextRooms()
    var writers = try (1...count).map { try Self($0) }
    for index in writers.indices {
      if index == 0 {
        try writers[0].hear(
          try rooms.open(
            Entries.item(task), sequence: 1, id: "room", try writers[0].exchange(), session: 1,
            name: "P1",
            at: .zero))
      } else {
        try writers[index].talk(to: &rooms)
      }
    }
    _ = rooms.takeNews()
    return (rooms, writers)
  }
}
