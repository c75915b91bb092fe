import JSONText

/// Somebody whom a list of participants, or the sender of a message, names: as far as it tells who that is.
struct ListedPerson {
  private(set) var id: String?
  private(set) var name: String?
  /// Other names, and addresses.
  private(set) var aliases: [String] = []

  /// What is longer is nobody's name.
  private static let lengthLimit = 1000

  /// Reads a name, or an object with an id, a name or an address; nil where it has none of them.
  init?(_ value: JSONValue) {
    guard let members = value.object else {
      guard let text = Self.text(value) else { return nil }
      name = text
      return
    }
    var names: [(rank: Int, name: String)] = []
    for member in members {
      let text = Self.text(member.value)
      switch FieldRole.of(member.key) {
      case (.id, _)?, (.senderId, _)?: id = id ?? text
      case (.sender, let rank)?:
        if let text {
          names.append((rank, text))
        } else if member.value.object != nil, let inner = Self(member.value) {
          // As in `{"user": {"id": …, "displayName": …}}`.
          id = id ?? inner.id
          names += inner.names.map { (rank, $0) }
        }
      default:
        if let text, ["realname", "fullname", "email"].contains(member.key.lowercased()) {
          names.append((100, text))
        }
      }
    }
    names.sort { $0.rank < $1.rank }
    name = names.first?.name
    aliases = names.dropFirst().map(\.name)
    if id == nil, name == nil { return nil }
  }

  /// All that the person is called.
  var names: [String] { (name.map { [$0] } ?? []) + aliases }

  private static func text(_ value: JSONValue) -> String? {
    guard let text = value.text, text.utf8.count <= lengthLimit, text.saysAnything else {
      return nil
    }
    return text
  }
}
