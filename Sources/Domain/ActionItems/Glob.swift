/// A pattern for the titles and ids of conversations: `*` is any text, `?` one character.
///
/// Nothing else is special, and case is ignored.
public struct Glob: Hashable, Sendable {
  private let pattern: [Character]

  /// Creates a glob from a pattern.
  public init(_ pattern: String) {
    self.pattern = Array(pattern.lowercased())
  }

  /// Returns whether the pattern matches the whole text.
  public func matches(_ text: String) -> Bool {
    let text = Array(text.lowercased())
    var (p, t) = (0, 0)
    // The place of the last star, and the end of the text that it matches so far.
    var star: (pattern: Int, text: Int)?
    while t < text.count {
      if p < pattern.count, pattern[p] == "*" {
        star = (p, t)
        p += 1
      } else if p < pattern.count, pattern[p] == "?" || pattern[p] == text[t] {
        p += 1
        t += 1
      } else if let last = star {
        star = (last.pattern, last.text + 1)
        p = last.pattern + 1
        t = last.text + 1
      } else {
        return false
      }
    }
    return pattern[p...].allSatisfy { $0 == "*" }
  }

  /// The longest literal part in lower case, which every match contains; nil for a pattern of wildcards only.
  public var longestLiteral: String? {
    pattern.split { $0 == "*" || $0 == "?" }.max { $0.count < $1.count }.map { String($0) }
  }

  /// Returns whether the title or id of an item's conversation matches.
  public func matchesConversation(of item: ActionItem) -> Bool {
    matches(id: item.conversationId, title: item.conversationTitle)
  }

  /// Returns whether a conversation's title or id matches.
  public func matches(id: String, title: String?) -> Bool {
    matches(id) || title.map { matches($0) } ?? false
  }
}
