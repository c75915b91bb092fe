import TimeZones

/// The zones that an export names, each looked up once.
struct ZoneNames {
  private var zones: [String: Zone?] = [:]
  private let database: ZoneDatabase

  init(_ database: ZoneDatabase) {
    self.database = database
  }

  /// A zone; nil for a name that the system does not know, which leaves people without one.
  mutating func zone(named name: String?) -> Zone? {
    guard let name, !name.isEmpty else { return nil }
    if let known = zones[name] { return known }
    let zone = try? database.zone(named: name)
    zones[name] = .some(zone)
    return zone
  }
}
