import ActionItems
import CivilTime

/// The people and programs that an export lists, by id.
struct ExportPeople {
  /// One of them; looked up for every message, and handed on as one reference.
  final class Person: Sendable {
    let participant: Participant
    let zone: Zone?

    fileprivate init(_ participant: Participant, _ zone: Zone?) {
      self.participant = participant
      self.zone = zone
    }
  }

  private(set) var byId: [String: Person] = [:]
  /// What they are called, and others who spoke.
  var names = DisplayNames()
  private let zones: ZoneDatabase

  init(_ options: LoadingOptions) {
    zones = options.zones
  }

  subscript(id: String) -> Person? { byId[id] }

  /// Whoever has an id; somebody of that name where the list has no more.
  func participant(_ id: String) -> Participant {
    byId[id]?.participant ?? Participant(id: id, name: id)
  }

  mutating func add(
    _ id: String, called: String?, handle: String?, aliases: [String?], zone: String? = nil,
    isBot: Bool
  ) {
    let participant = names.participant(
      id, called: called, handle: handle, aliases: aliases, zone: zone, isBot: isBot)
    // One that the system does not know leaves people without.
    byId[id] = Person(participant, zone.flatMap { try? zones.zone(named: $0) })
  }
}

/// A chat that an export lists, and who is in it, by id.
struct ListedChat {
  var title: String?
  var kind: Conversation.Kind?
  var members: [String] = []
}

extension ExportPeople {
  /// The conversation of a chat; one that has no name is called after the people in it.
  func conversation(_ id: String, _ chat: ListedChat?, _ format: FormatDescription) -> Conversation
  {
    let members = (chat?.members ?? []).map(participant)
    return Conversation(
      id: "\(format.platform):\(id)", title: chat?.title ?? members.title,
      platform: format.platform, kind: chat?.kind, participants: members)
  }
}
