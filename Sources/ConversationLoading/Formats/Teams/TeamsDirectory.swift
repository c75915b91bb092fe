import ActionItemModel

/// What an archive's lists say of teams, channels and chats.
struct TeamsDirectory {
  private struct Team {
    var name: String?
    var isPublic: Bool
  }

  private struct Channel {
    var name: String?
    var isStandard: Bool
  }

  private struct Chat {
    var title: String?
    var type: String?
    var members: [Participant]
  }

  private var teams: [String: Team] = [:]
  private var channels: [String: Channel] = [:]
  private var chats: [String: Chat] = [:]

  mutating func addTeam(_ value: TeamsValue) {
    guard let id = value["groupsId"]?.text else { return }
    teams[id] = Team(
      name: value["name"]?.text, isPublic: value["privacy"]?.text?.lowercased() == "public")
  }

  mutating func addChannel(_ value: TeamsValue) {
    guard let id = value["id"]?.text else { return }
    channels[id] = Channel(
      name: value["displayName"]?.text,
      isStandard: value["membershipType"]?.text?.lowercased() == "standard")
  }

  mutating func addChat(_ value: TeamsValue) {
    guard let id = value["id"]?.text else { return }
    // Two people of one name stay two.
    var displayed = DisplayNames()
    var names: [String] = []
    let members = (value["members"]?.list ?? []).compactMap { member -> Participant? in
      guard let name = member["displayName"]?.text else { return nil }
      names.append(name)
      let address = member["email"]?.text
      return displayed.participant(
        member["userId"]?.text ?? name, called: name, handle: address, aliases: [address])
    }
    chats[id] = Chat(
      title: value["topic"]?.text ?? (names.isEmpty ? nil : names.joined(separator: ", ")),
      type: value["chatType"]?.text?.lowercased(), members: members)
  }

  // MARK: - Conversations

  func conversation(_ place: TeamsPlace, _ format: FormatDescription) -> Conversation {
    let chat = place.chat.flatMap { chats[$0] }
    return Conversation(
      id: "teams:\(place.id)", title: title(place, chat), platform: format.platform,
      kind: kind(place, chat), participants: chat?.members ?? [])
  }

  private func title(_ place: TeamsPlace, _ chat: Chat?) -> String? {
    guard let id = place.channel else { return chat?.title }
    let name = channels[id]?.name
    guard let team = place.team.flatMap({ teams[$0]?.name }) else { return name }
    // Every team has a channel General.
    return name.map { "\(team) / \($0)" } ?? team
  }

  private func kind(_ place: TeamsPlace, _ chat: Chat?) -> Conversation.Kind? {
    if let id = place.channel {
      guard let channel = channels[id] else { return nil }
      if !channel.isStandard { return .private }
      return place.team.flatMap { teams[$0] }.map { $0.isPublic ? .public : .private }
    }
    switch chat?.type {
    case "oneonone": return .direct
    case "group", "meeting": return .group
    default: break
    }
    // The id of a chat of two is made of theirs.
    guard let id = place.chat else { return nil }
    if id.hasSuffix("@unq.gbl.spaces") { return .direct }
    return id.hasSuffix("@thread.v2") ? .group : nil
  }
}
