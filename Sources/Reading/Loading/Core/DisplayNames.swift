import ActionItems

/// Gives people unique names, within a conversation or within an export that lists its people.
///
/// The second person with the same name gets a handle or an id after it. Also finds ids by name and names by id.
struct DisplayNames {
  private var names: [String: String] = [:]
  private var owners: [String: String] = [:]
  /// The names that several people share.
  private var shared: Set<String> = []

  /// The most people in the table. A full table is cleared; after that, names may repeat.
  private static let limit = 100_000

  /// Returns a unique name for a sender called `name`. An id keeps the first name that it gets.
  mutating func name(forId id: String, called name: String, handle: String? = nil) -> String {
    if let known = names[id] { return known }
    if names.count >= Self.limit { self = DisplayNames() }
    var unique = name
    if owners[name] != nil { shared.insert(name) }
    if owners[unique] != nil, let handle, handle != name { unique = "\(name) (\(handle))" }
    if owners[unique] != nil { unique = "\(name) (\(id))" }
    names[id] = unique
    owners[unique] = id
    return unique
  }

  /// Returns the participant for a person on the export's list. The aliases do not include the display name.
  mutating func participant(
    _ id: String, called: String?, handle: String?, aliases: [String?], zone: String? = nil,
    isBot: Bool = false
  ) -> Participant {
    let name = name(forId: id, called: called ?? id, handle: handle)
    let aliases = aliases.compactMap { $0 }.filter { !$0.isEmpty && $0 != name }
    return Participant(id: id, name: name, aliases: aliases, timeZone: zone, isBot: isBot)
  }

  /// Returns the name for an id; nil if the id is unknown.
  func name(ofId id: String) -> String? { names[id] }

  /// Returns the id of the person with a name; nil if the name is unknown or shared.
  func id(ofName name: String) -> String? { shared.contains(name) ? nil : owners[name] }
}

extension [Participant] {
  /// The title for a conversation that has no other: its participants' names; nil without participants.
  var title: String? { isEmpty ? nil : map(\.name).joined(separator: ", ") }
}
