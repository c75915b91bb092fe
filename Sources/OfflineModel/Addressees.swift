import ActionItemModel

/// Recognises the people of a window where they are addressed.
struct Addressees {
  private var names: [String: String?] = [:]

  init(_ participants: [Participant]) {
    for person in participants where !person.isBot {
      for alias in [person.name] + person.aliases {
        add(alias, person.name)
        // "Anna Schmidt" is addressed as Anna.
        if let first = alias.split(separator: " ").first { add(String(first), person.name) }
      }
    }
  }

  private mutating func add(_ alias: String, _ name: String) {
    let key = alias.lowercased()
    switch names[key] {
    case nil: names[key] = .some(name)
    case .some(name): break
    case .some: names[key] = .some(nil)
    }
  }

  /// Whom a word means, with or without an `@`; nil where it means nobody or several.
  func match(_ word: Substring) -> String? {
    let key = word.drop { $0 == "@" }.lowercased()
    guard case .some(.some(let name)) = names[key] else { return nil }
    return name
  }
}
