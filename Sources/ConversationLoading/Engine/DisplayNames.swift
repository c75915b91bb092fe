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

  /// The name that an id has; nil for one that was never named.
  func name(ofId id: String) -> String? { names[id] }

  /// The id of whoever has a name; nil where nobody has it, or several would.
  func id(ofName name: String) -> String? { shared.contains(name) ? nil : owners[name] }
}
