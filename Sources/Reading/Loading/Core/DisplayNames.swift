import ActionItems

/// Gives every person in a conversation a unique name.
///
/// Two people with the same name stay two people: the second one is shown with a handle or id after the name.
struct DisplayNames {
  private var names: [String: String] = [:]
  private var owners: [String: String] = [:]
  /// Names that more than one person has.
  private var shared: Set<String> = []

  /// The most people in the table. No conversation has more, so the table starts again.
  private static let limit = 100_000

  /// The name for a sender who uses `name`. The first name for an id stays.
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

  /// The participant for a listed person. The display name is left out of the aliases.
  mutating func participant(
    _ id: String, called: String?, handle: String?, aliases: [String?], zone: String? = nil,
    isBot: Bool = false
  ) -> Participant {
    let name = name(forId: id, called: called ?? id, handle: handle)
    let aliases = aliases.compactMap { $0 }.filter { !$0.isEmpty && $0 != name }
    return Participant(id: id, name: name, aliases: aliases, timeZone: zone, isBot: isBot)
  }

  /// The name of an id; nil if the id is unknown.
  func name(ofId id: String) -> String? { names[id] }

  /// The id of the person with a name; nil if nobody has it or several do.
  func id(ofName name: String) -> String? { shared.contains(name) ? nil : owners[name] }
}

extension [Participant] {
  /// The title of a conversation that has only participants; nil if it has none.
  var title: String? { isEmpty ? nil : map(\.name).joined(separator: ", ") }
}
