import ActionItemModel
import CivilTime
import TimeZones

/// In which zone a message's author counts days and hours.
struct AuthorZones: Sendable {
  let team: Zone
  let database: ZoneDatabase

  /// The author's own zone where the export tells; else the offset that the message was written
  /// with, where that is not the team's; else the team's zone.
  func zone(of message: Message, _ people: People) -> Zone {
    if let name = message.senderId.flatMap({ people.participant(withId: $0) })?.timeZone,
      // A zone that the system does not know says less than the message's own offset.
      let zone = try? database.zone(named: name)
    {
      return zone
    }
    guard let timestamp = message.timestamp,
      Int(timestamp.offset) != team.offset(at: timestamp.seconds)
    else { return team }
    return Zone(offset: Int(timestamp.offset)) ?? team
  }
}
