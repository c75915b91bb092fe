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

  /// Takes one conversation of an index file.
  mutating func add(_ record: JSONRecord, kind: Conversation.Kind) throws(JSONError) {
    guard let id = record.string("id") else { return }
    let name = record.string("name")
    let members = (try record.tree("members")?.array ?? []).compactMap(\.string)
    // Direct messages have no name; their folder is called like their id.
    byFolder[name ?? id] = Channel(
      id: id, name: name, kind: kind, members: members.filter { !$0.isEmpty })
    if let name { names[id] = name }
  }
}
