import ActionItems
import Encoding

/// The chat or channel of a Teams message. Below: `TeamsDirectory`, the names and members in an archive's lists.
struct TeamsPlace {
  let chat: String?
  let channel: String?
  let team: String?
  /// The first people who wrote in it.
  private(set) var people: [String] = []

  init(_ record: JSONRecord) throws(JSONError) {
    chat = record.string("chatId", "ChatId")
    let identity = try record.record("channelIdentity", "ChannelIdentity")
    channel = identity?.scalar("channelId", "ChannelId")
    team = identity?.scalar("teamId", "TeamId")
  }

  var id: String { channel ?? chat ?? "" }

  /// Notes who wrote a message. A chat without a listed topic or members is titled after the first writers.
  mutating func note(_ record: JSONRecord) throws(JSONError) {
    let person = try record.record("from", "From")?.record("user", "User")
    guard let name = person?.string("displayName", "DisplayName"), !people.contains(name),
      people.count < 4
    else { return }
    people.append(name)
  }
}

/// The teams, channels and chats in the lists of a Teams archive.
struct TeamsDirectory {
  enum List { case teams, channels, chats }

  private struct Chat {
    var title: String?
    var type: String?
    var members: [Participant]
  }

  private var teams: [String: (name: String?, isPublic: Bool)] = [:]
  private var channels: [String: (name: String?, isStandard: Bool)] = [:]
  private var chats: [String: Chat] = [:]

  mutating func add(_ value: TeamsValue, of list: List) {
    guard let id = value[list == .teams ? "groupsId" : "id"]?.text else { return }
    switch list {
    case .teams:
      teams[id] = (value["name"]?.text, value["privacy"]?.text?.lowercased() == "public")
    case .channels:
      channels[id] = (
        value["displayName"]?.text, value["membershipType"]?.text?.lowercased() == "standard"
      )
    case .chats:
      // Two people with one name stay separate.
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
  }

  func conversation(_ place: TeamsPlace, _ format: FormatDescription) -> Conversation {
    let chat = place.chat.flatMap { chats[$0] }
    return Conversation(
      id: "teams:\(place.id)",
      title: place.channel.map { title($0, place) } ?? chat?.title
        ?? (place.people.isEmpty ? nil : place.people.joined(separator: ", ")),
      platform: format.platform, kind: place.channel.map { kind($0, place) } ?? kind(place, chat),
      participants: chat?.members ?? [])
  }

  private func title(_ channel: String, _ place: TeamsPlace) -> String? {
    let name = channels[channel]?.name
    // Every team has a channel General, so the team's name comes first.
    let names = [place.team.flatMap { teams[$0]?.name }, name].compactMap { $0 }
    return names.isEmpty ? nil : names.joined(separator: " / ")
  }

  private func kind(_ channel: String, _ place: TeamsPlace) -> Conversation.Kind? {
    guard let channel = channels[channel] else { return nil }
    if !channel.isStandard { return .private }
    return place.team.flatMap { teams[$0] }.map { $0.isPublic ? .public : .private }
  }

  private func kind(_ place: TeamsPlace, _ chat: Chat?) -> Conversation.Kind? {
    switch chat?.type {
    case "oneonone": return .direct
    case "group", "meeting": return .group
    default: break
    }
    // The id of a direct chat is made from the two people's ids.
    guard let id = place.chat else { return nil }
    if id.hasSuffix("@unq.gbl.spaces") { return .direct }
    return id.hasSuffix("@thread.v2") ? .group : nil
  }
}
