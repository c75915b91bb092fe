import ActionItemModel
import TimeZones

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
  private var zones: ZoneNames

  init(_ options: LoadingOptions) {
    zones = ZoneNames(options.zones)
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
    byId[id] = Person(participant, zones.zone(named: zone))
  }
}
