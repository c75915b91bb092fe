import ActionItemModel
import JSONText

/// The rooms and people of a Rocket.Chat server.
struct RocketChatDirectory {
  private struct Room {
    let title: String?
    let kind: Conversation.Kind?
    let people: [String]
  }

  private(set) var people: ExportPeople
  /// What discussions are called, by the random name that messages mention them by.
  private(set) var titles: [String: String] = [:]
  private var rooms: [String: Room] = [:]
  private var idsByHandle: [String: String] = [:]

  init(_ options: LoadingOptions) {
    people = ExportPeople(options)
  }

  mutating func addUser(_ row: JSONValue) {
    guard let id = row["_id"]?.text else { return }
    let handle = row["username"]?.text
    people.add(
      id, called: row["name"]?.text ?? handle, handle: handle,
      aliases: [handle, row["emails"]?[0]?["address"]?.text], isBot: row["type"]?.text == "bot")
    if let handle { idsByHandle[handle] = id }
  }

  mutating func addRoom(_ row: JSONValue) {
    guard let id = row["_id"]?.text else { return }
    let members = (row["uids"] ?? row["usernames"]).elements
    let count = row["usersCount"]?.int ?? members.count
    let kinds: [String: Conversation.Kind] = [
      "c": .public, "p": .private, "l": .private, "d": count > 2 ? .group : .direct,
    ]
    let type = row["t"]?.text ?? ""
    let name = row["name"]?.text
    let title = row["fname"]?.text ?? name
    rooms[id] = Room(
      title: title, kind: kinds[type], people: type == "d" ? members.compactMap(\.text) : [])
    if let name, let title, name != title { titles[name] = title }
  }

  func conversation(room id: String, _ format: FormatDescription) -> Conversation {
    let room = rooms[id]
    let members = (room?.people ?? []).map { people.participant(idsByHandle[$0] ?? $0) }
    return Conversation(
      id: "rocketchat:\(id)", title: room?.title ?? members.title, platform: format.platform,
      kind: room?.kind, participants: members)
  }
}
