import ActionItemModel
import JSONText
import TimeZones

/// The people and programs that an export's `users.json` names.
struct SlackUsers {
  /// One of them; looked up for every message, and handed on as one reference.
  final class User: Sendable {
    let participant: Participant
    let zone: Zone?

    init(participant: Participant, zone: Zone?) {
      self.participant = participant
      self.zone = zone
    }
  }

  private(set) var byId: [String: User] = [:]
  private var names = DisplayNames()
  private var zones: ZoneNames

  init(zones: ZoneDatabase) {
    self.zones = ZoneNames(zones)
  }

  subscript(id: String) -> User? { byId[id] }

  /// The name that was given to somebody whom the list does not have; nil where none was yet.
  func name(ofUnlisted id: String) -> String? { names.name(ofId: id) }

  /// The name for somebody whom the list does not have; `called` is what a message says of them.
  mutating func name(forId id: String, called: String?) -> String {
    byId[id]?.participant.name ?? names.name(forId: id, called: called ?? id)
  }

  /// Takes one user, as Slack's API answers it.
  mutating func add(_ user: JSONRecord) throws(JSONError) {
    guard let id = user.string("id") else { return }
    let profile = try user.record("profile")
    let handle = user.string("name")
    let displayName = profile?.string("display_name")
    let realName = profile?.string("real_name") ?? user.string("real_name")
    let name = names.name(
      forId: id, called: displayName ?? realName ?? handle ?? id, handle: handle)
    let aliases = [handle, realName, displayName, profile?.string("email")]
      .compactMap { $0 }.filter { $0 != name }
    let zone = user.string("tz")
    let participant = Participant(
      id: id, name: name, aliases: aliases, timeZone: zone,
      isBot: user.flag("is_bot") || id == "USLACKBOT")
    byId[id] = User(participant: participant, zone: zones.zone(named: zone))
  }
}
