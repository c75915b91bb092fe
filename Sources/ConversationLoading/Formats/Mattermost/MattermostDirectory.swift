import ActionItemModel
import JSONText

/// The teams, channels and people that a bulk export lists before its posts.
struct MattermostDirectory {
  private struct Channel {
    var title: String?
    var kind: Conversation.Kind?
    /// Those who are in it, by their place in `people`.
    var members: [Int32] = []
  }

  private var people: [Participant] = []
  private var numbers: [String: Int32] = [:]
  private var names = DisplayNames()
  private var channels: [String: Channel] = [:]
  private var teams: [String: String] = [:]

  // MARK: - Filling

  mutating func addTeam(_ value: JSONValue) {
    guard let name = value["name"]?.text else { return }
    teams[name] = value["display_name"]?.text
  }

  mutating func addChannel(_ value: JSONValue) {
    guard let name = value["name"]?.text else { return }
    let id = MattermostChannel(team: value["team"]?.text, name: name).id
    let kinds: [String: Conversation.Kind] = ["O": .public, "P": .private]
    channels[id, default: Channel()].title = value["display_name"]?.text ?? name
    channels[id, default: Channel()].kind = value["type"]?.text.flatMap { kinds[$0] }
  }

  mutating func addUser(_ value: JSONValue) {
    guard let number = add(value, isBot: value["is_bot"]?.bool ?? false) else { return }
    for team in value["teams"]?.array ?? [] {
      for channel in team["channels"]?.array ?? [] {
        let id = MattermostChannel(team: team["name"]?.text, name: channel["name"]?.text).id
        channels[id, default: Channel()].members.append(number)
      }
    }
  }

  mutating func addBot(_ value: JSONValue) { _ = add(value, isBot: true) }

  private mutating func add(_ value: JSONValue, isBot: Bool) -> Int32? {
    guard let handle = value["username"]?.text else { return nil }
    let full = [value["first_name"], value["last_name"]].compactMap { $0?.text }
      .joined(separator: " ")
    let nickname = value["nickname"]?.text ?? value["display_name"]?.text
    let person = names.participant(
      handle, called: nickname ?? (full.isEmpty ? handle : full), handle: handle,
      aliases: [handle, full, nickname, value["email"]?.text], isBot: isBot)
    if let known = numbers[handle] {
      people[Int(known)] = person
      return known
    }
    numbers[handle] = Int32(people.count)
    people.append(person)
    return numbers[handle]
  }

  // MARK: - Asking

  /// Whoever has a user name; somebody of that name alone where the export has no more.
  func person(_ handle: String) -> Participant {
    numbers[handle].map { people[Int($0)] } ?? Participant(id: handle, name: handle)
  }

  func conversation(_ channel: MattermostChannel, _ format: FormatDescription) -> Conversation {
    let id = "mattermost:\(channel.id)"
    guard channel.members.isEmpty else {
      let members = channel.members.map(person)
      return Conversation(
        id: id, title: members.title, platform: format.platform,
        kind: members.count > 2 ? .group : .direct, participants: members)
    }
    let known = channels[channel.id]
    return Conversation(
      id: id, title: known?.title ?? channel.name, platform: format.platform, kind: known?.kind,
      participants: (known?.members ?? []).map { people[Int($0)] })
  }
}
