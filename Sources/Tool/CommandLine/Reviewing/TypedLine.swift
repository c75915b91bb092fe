import System

/// A line of text that the user types and edits in a review, such as the reason for a removal.
struct TypedLine: Hashable, Sendable {
  private(set) var text = ""

  /// Maximum bytes of the line; pasted text may be longer.
  private static let longest = 1000

  init(_ text: String = "") { self.text = SafeText.line(text) }

  mutating func take(_ key: ReviewKey) {
    switch key {
    case .character(let character), .pasted(let character):
      let isShown = character.unicodeScalars.contains { !InvisibleCharacters.contains($0.value) }
      if isShown, text.utf8.count < Self.longest { text.append(character) }
    case .erase: if !text.isEmpty { text.removeLast() }
    case .eraseWord:
      while text.last == " " { text.removeLast() }
      while let last = text.last, last != " " { text.removeLast() }
    case .eraseLine: text = ""
    case .enter, .escape, .end, .other: break
    }
  }

  /// The line without surrounding spaces; nil if it is empty.
  var words: String? {
    let line = SafeText.line(text)
    return line.isEmpty ? nil : line
  }
}
