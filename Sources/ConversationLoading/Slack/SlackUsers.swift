import ActionItemModel
import JSONText
import TimeZones

/// The people and programs that an export's `users.json` names.
struct SlackUsers {
  /// One of them; looked up for every message, and handed on as one reference.
  final class User: Sendable {
    let participant: Participant
    let zone: Zone?

    init(participant: Participant, zone: Zone?) {
      self.participant = participant
      self.zone = zone
    }
  }

  private(set) var byId: [String: User] = [:]
  private var names = DisplayNames()
  private var zones: [String: Zone] = [:]
  private let database: ZoneDatabase

  init(zones database: ZoneDatabase) {
    self.database = database
  }

  subscript(id: String) -> User? { byId[id] }

  /// The name that was given to somebody whom the list does not have; nil where none was yet.
  func name(ofUnlisted id: String) -> String? { names.name(ofId: id) }

  /// The name for somebody whom the list does not have; `called` is what a message says of them.
  mutating func name(forId id: String, called: String?) -> String {
    byId[id]?.participant.name ?? names.name(forId: id, called: called ?? id)
  }

  /// Reads a list of users, and returns what is wrong with it.
  mutating func read(_ file: ExportFile, limit: Int) throws -> Damages {
    var stream = try JSONStream(
      try file.open(), valueLimit: limit, limits: SlackExportFormat.limits)
    return try stream.readDescriptions(
      { reader throws(JSONError) in try Entry(reading: &reader) },
      { entry in if let id = entry.id { add(entry, id: id) } })
  }

  /// Takes one user, as Slack's API answers it.
  mutating func add(_ value: JSONValue) {
    var writer = JSONWriter()
    writer.value(value)
    let bytes = writer.bytes
    bytes.withUnsafeBufferPointer { buffer in
      var reader = JSONReader(buffer, limits: SlackExportFormat.limits)
      guard let entry = try? Entry(reading: &reader), let id = entry.id else { return }
      add(entry, id: id)
    }
  }

  private mutating func add(_ entry: Entry, id: String) {
    let called = entry.displayName ?? entry.realName ?? entry.handle ?? id
    let name = names.name(forId: id, called: called, handle: entry.handle)
    let aliases = [entry.handle, entry.realName, entry.displayName, entry.email]
      .compactMap { $0 }.filter { $0 != name }
    let participant = Participant(
      id: id, name: name, aliases: aliases, timeZone: entry.timeZone, isBot: entry.isBot)
    byId[id] = User(participant: participant, zone: entry.timeZone.flatMap { zone(named: $0) })
  }

  /// A zone that the system does not know leaves the author without one: the team's applies.
  private mutating func zone(named name: String) -> Zone? {
    if let zone = zones[name] { return zone }
    guard let zone = try? database.zone(named: name) else { return nil }
    zones[name] = zone
    return zone
  }

  /// One object of `users.json`.
  private struct Entry {
    var id: String?
    var handle: String?
    var realName: String?
    var displayName: String?
    var email: String?
    var timeZone: String?
    var isBot = false

    init(reading reader: inout JSONReader) throws(JSONError) {
      try reader.beginObject()
      while let key = try reader.nextKey() {
        switch key {
        case "id": id = try reader.readIfString()
        case "name": handle = try reader.readIfString()
        case "real_name": realName = try reader.readIfString() ?? realName
        case "tz": timeZone = try reader.readIfString()
        case "is_bot": isBot = try reader.readIfBool()
        case "profile" where try reader.peek() == .object: try readProfile(&reader)
        default: try reader.skipValue()
        }
      }
      if id == "USLACKBOT" { isBot = true }
    }

    private mutating func readProfile(_ reader: inout JSONReader) throws(JSONError) {
      try reader.beginObject()
      while let key = try reader.nextKey() {
        switch key {
        case "display_name": displayName = try reader.readIfString()
        case "real_name": realName = try reader.readIfString() ?? realName
        case "email": email = try reader.readIfString()
        default: try reader.skipValue()
        }
      }
    }
  }
}

extension JSONReader {
  /// Reads a string that is not empty; anything else is stepped over as nil.
  mutating func readIfString() throws(JSONError) -> String? {
    guard try peek() == .string else {
      try skipValue()
      return nil
    }
    let string = try readString()
    return string.isEmpty ? nil : string
  }
}
