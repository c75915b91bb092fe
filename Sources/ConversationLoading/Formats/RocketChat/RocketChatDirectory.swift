import ActionItemModel
import JSONText

/// The rooms and people of a Rocket.Chat server.
struct RocketChatDirectory {
  private struct Room {
    var title: String?
    var kind: Conversation.Kind?
    var people: [String]
  }

  private var rooms: [String: Room] = [:]
  /// What discussions are called, by the random name that messages mention them by.
  private var titles: [String: String] = [:]
  private var people: [String: Participant] = [:]
  private var idsByHandle: [String: String] = [:]
  private var names = DisplayNames()

  mutating func addUser(_ row: JSONValue) {
    guard let id = row["_id"]?.text else { return }
    let handle = row["username"]?.text
    people[id] = names.participant(
      id, called: row["name"]?.text ?? handle, handle: handle,
      aliases: [handle, row["emails"]?[0]?["address"]?.text], isBot: row["type"]?.text == "bot")
    if let handle { idsByHandle[handle] = id }
  }

  mutating func addRoom(_ row: JSONValue) {
    guard let id = row["_id"]?.text else { return }
    let members = (row["uids"] ?? row["usernames"])?.array ?? []
    let count = row["usersCount"]?.int ?? members.count
    let kinds: [String: Conversation.Kind] = ["c": .public, "p": .private, "l": .private]
    let isDirect = row["t"]?.text == "d"
    let name = row["name"]?.text
    let title = row["fname"]?.text ?? name
    rooms[id] = Room(
      title: title,
      kind: isDirect ? (count > 2 ? .group : .direct) : row["t"]?.text.flatMap { kinds[$0] },
      people: isDirect ? members.compactMap(\.text) : [])
    if let name, let title, name != title { titles[name] = title }
  }

  /// Whether somebody is a program.
  func isBot(_ id: String) -> Bool { people[id]?.isBot ?? false }

  /// What somebody is called; nil where the lists do not have them.
  func name(of id: String) -> String? { people[id]?.name }

  /// What the room is called that messages mention by a name.
  func title(ofRoomNamed name: String) -> String? { titles[name] }

  func conversation(room id: String, _ format: FormatDescription) -> Conversation {
    let room = rooms[id]
    let members = (room?.people ?? []).map { member in
      people[idsByHandle[member] ?? member] ?? Participant(id: member, name: member)
    }
    return Conversation(
      id: "rocketchat:\(id)", title: room?.title ?? members.title, platform: format.platform,
      kind: room?.kind, participants: members)
  }
}
