import ActionItems
import CivilTime

/// The people and bots that an export lists, by id. Builds the conversations of listed chats (`ListedChat`, below).
struct ExportPeople {
  /// A listed person. It is a class because each message looks it up and passes it on by reference.
  final class Person: Sendable {
    let participant: Participant
    let zone: Zone?

    fileprivate init(_ participant: Participant, _ zone: Zone?) {
      self.participant = participant
      self.zone = zone
    }
  }

  private(set) var byId: [String: Person] = [:]
  /// The names of the listed people and of other speakers.
  var names = DisplayNames()
  private let zones: ZoneDatabase

  init(_ options: LoadingOptions) {
    zones = options.zones
  }

  subscript(id: String) -> Person? { byId[id] }

  /// The person with an id, or a new one named after the id if it is not listed.
  func participant(_ id: String) -> Participant {
    byId[id]?.participant ?? Participant(id: id, name: id)
  }

  mutating func add(
    _ id: String, called: String?, handle: String?, aliases: [String?], zone: String? = nil,
    isBot: Bool
  ) {
    let participant = names.participant(
      id, called: called, handle: handle, aliases: aliases, zone: zone, isBot: isBot)
    // A zone that the system does not know is left out.
    byId[id] = Person(participant, zone.flatMap { try? zones.zone(named: $0) })
  }
}

/// A chat that an export lists, with the ids of its members.
struct ListedChat {
  var title: String?
  var kind: Conversation.Kind?
  var members: [String] = []
}

extension ExportPeople {
  /// The conversation of a chat. A chat without a title is named after its members.
  func conversation(_ id: String, _ chat: ListedChat?, _ format: FormatDescription) -> Conversation
  {
    let members = (chat?.members ?? []).map(participant)
    return Conversation(
      id: "\(format.platform):\(id)", title: chat?.title ?? members.title,
      platform: format.platform, kind: chat?.kind, participants: members)
  }
}
