import ActionItems
import Encoding

/// The channel of a Mattermost post: a team's, or a direct one of some people. Below: the listed channels and people.
struct MattermostChannel {
  var team: String?
  var name: String?
  var members: [String] = []

  var id: String {
    members.isEmpty ? "\(team ?? "")/\(name ?? "")" : "direct/\(members.joined(separator: ","))"
  }

  /// The people of a direct channel, sorted by name.
  static func members(_ list: JSONValue?) -> [String] {
    Set(list.elements.compactMap { $0.text ?? $0["username"]?.text }).sorted()
  }
}

/// The teams, channels and people that a Mattermost bulk export lists before its posts.
struct MattermostDirectory {
  private struct Channel {
    var title: String?
    var kind: Conversation.Kind?
    /// The members, as indices into `people`.
    var members: [Int32] = []
  }

  private var people: [Participant] = []
  private var numbers: [String: Int32] = [:]
  private var names = DisplayNames()
  private var channels: [String: Channel] = [:]

  mutating func addChannel(_ value: JSONValue) {
    guard let name = value["name"]?.text else { return }
    let id = MattermostChannel(team: value["team"]?.text, name: name).id
    let kinds: [String: Conversation.Kind] = ["O": .public, "P": .private]
    channels[id, default: Channel()].title = value["display_name"]?.text ?? name
    channels[id, default: Channel()].kind = value["type"]?.text.flatMap { kinds[$0] }
  }

  /// Adds a person or bot with the channels that they belong to.
  mutating func addUser(_ value: JSONValue, isBot: Bool) {
    guard let handle = value["username"]?.text else { return }
    let full = value.texts("first_name", "last_name").joined(separator: " ")
    let nickname = value["nickname"]?.text ?? value["display_name"]?.text
    let person = names.participant(
      handle, called: nickname ?? (full.isEmpty ? handle : full), handle: handle,
      aliases: [handle, full, nickname, value["email"]?.text], isBot: isBot)
    let number = numbers[handle] ?? Int32(people.count)
    numbers[handle] = number
    if number == people.count { people.append(person) } else { people[Int(number)] = person }
    for team in value["teams"].elements {
      for channel in team["channels"].elements {
        let id = MattermostChannel(team: team["name"]?.text, name: channel["name"]?.text).id
        channels[id, default: Channel()].members.append(number)
      }
    }
  }

  /// The person with a user name, or one who has only that name if the export does not list the person.
  func person(_ handle: String) -> Participant {
    numbers[handle].map { people[Int($0)] } ?? Participant(id: handle, name: handle)
  }

  func conversation(_ channel: MattermostChannel, _ format: FormatDescription) -> Conversation {
    let known = channels[channel.id]
    var conversation = Conversation(
      id: "mattermost:\(channel.id)", title: known?.title ?? channel.name,
      platform: format.platform, kind: known?.kind,
      participants: (known?.members ?? []).map { people[Int($0)] })
    if !channel.members.isEmpty {
      conversation.participants = channel.members.map(person)
      conversation.title = conversation.participants.title
      conversation.kind = channel.members.count > 2 ? .group : .direct
    }
    return conversation
  }
}
