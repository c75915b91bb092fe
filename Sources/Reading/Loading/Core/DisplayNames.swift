import ActionItems

/// Gives everybody in a conversation a name of their own.
///
/// Two people who call themselves alike stay two people: the second one is shown with their handle or id
/// behind the name.
struct DisplayNames {
  private var names: [String: String] = [:]
  private var owners: [String: String] = [:]
  /// Names that a second one has asked for.
  private var shared: Set<String> = []

  /// More different people than this are no conversation's; the table starts again.
  private static let limit = 100_000

  /// The name for a sender who calls themselves `name`; the first name for an id stays.
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

  /// Whoever a list names: what they are called is none of their other names.
  mutating func participant(
    _ id: String, called: String?, handle: String?, aliases: [String?], zone: String? = nil,
    isBot: Bool = false
  ) -> Participant {
    let name = name(forId: id, called: called ?? id, handle: handle)
    let aliases = aliases.compactMap { $0 }.filter { !$0.isEmpty && $0 != name }
    return Participant(id: id, name: name, aliases: aliases, timeZone: zone, isBot: isBot)
  }

  /// The name that an id has; nil for one that was never named.
  func name(ofId id: String) -> String? { names[id] }

  /// The id of whoever has a name; nil where nobody has it, or several would.
  func id(ofName name: String) -> String? { shared.contains(name) ? nil : owners[name] }
}

extension [Participant] {
  /// The title of a conversation that is known by its people alone; nil where nobody is known.
  var title: String? { isEmpty ? nil : map(\.name).joined(separator: ", ") }
}
