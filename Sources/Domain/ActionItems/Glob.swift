/// A pattern with `*` for any text and `?` for any character; case does not matter.
public struct Glob: Hashable, Sendable {
  private let pattern: [Character]

  /// Takes a pattern as it is written.
  public init(_ pattern: String) {
    self.pattern = Array(pattern.lowercased())
  }

  /// Whether the whole of a text fits.
  public func matches(_ text: String) -> Bool {
    let text = Array(text.lowercased())
    var (p, t) = (0, 0)
    // Where the last star stands, and how much of the text it takes so far.
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

  /// The longest text between stars and question marks, in small letters: what fits has it. Nil where there is none.
  public var longestLiteral: String? {
    pattern.split { $0 == "*" || $0 == "?" }.max { $0.count < $1.count }.map { String($0) }
  }

  /// Whether an item's conversation fits, by its title or its id.
  public func matchesConversation(of item: ActionItem) -> Bool {
    matches(id: item.conversationId, title: item.conversationTitle)
  }

  /// Whether a conversation fits, by its title or its id.
  public func matches(id: String, title: String?) -> Bool {
    matches(id) || title.map { matches($0) } ?? false
  }
}
