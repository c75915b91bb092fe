import ActionItemModel
import JSONText

/// The conversations that an export's index files name, by the folder that holds their messages.
struct SlackChannels {
  /// The index files and what they list.
  static let indexes: [(file: String, kind: Conversation.Kind)] = [
    ("channels.json", .public), ("groups.json", .private), ("mpims.json", .group),
    ("dms.json", .direct),
  ]

  /// One conversation.
  struct Channel {
    var id: String
    var name: String?
    var kind: Conversation.Kind
    var members: [String]
  }

  private(set) var byFolder: [String: Channel] = [:]
  /// The names of channels, for mentions.
  private(set) var names: [String: String] = [:]

  /// Goes on in another folder, where the same names may mean other conversations.
  mutating func leaveFolder() { byFolder = [:] }

  /// Reads one index file, and returns what is wrong with it.
  mutating func read(
    _ file: ExportFile, kind: Conversation.Kind, limit: Int
  ) throws -> Damages {
    var stream = try JSONStream(
      try file.open(), valueLimit: limit, limits: SlackExportFormat.limits)
    return try stream.readDescriptions(
      { reader throws(JSONError) in try Self.channel(&reader, kind: kind) },
      { channel in
        guard let channel else { return }
        // Direct messages have no name; their folder is called like their id.
        byFolder[channel.name ?? channel.id] = channel
        if let name = channel.name { names[channel.id] = name }
      })
  }

  private static func channel(
    _ reader: inout JSONReader, kind: Conversation.Kind
  ) throws(JSONError) -> Channel? {
    var id: String?
    var name: String?
    var members: [String] = []
    try reader.beginObject()
    while let key = try reader.nextKey() {
      switch key {
      case "id": id = try reader.readIfString()
      case "name": name = try reader.readIfString()
      case "members" where try reader.peek() == .array:
        try reader.beginArray()
        while try reader.nextElement() {
          if let member = try reader.readIfString() { members.append(member) }
        }
      default: try reader.skipValue()
      }
    }
    return id.map { Channel(id: $0, name: name, kind: kind, members: members) }
  }
}
