/// A sentence as words.
struct Sentence {
  /// One word.
  struct Word {
    /// As it stands.
    let text: Substring
    /// In lower case, with plain apostrophes and without what surrounds it.
    let key: String
    /// Whether a comma or colon stands behind it.
    let endsPhrase: Bool
  }

  let text: Substring
  let words: [Word]

  init(_ text: Substring) {
    self.text = text
    words = text.split(whereSeparator: \.isWhitespace).map { piece in
      let core = piece.drop { "\"'([*_`<“‘>".contains($0) }
      let end = core.lastIndex { !"\"'.,;:!?)]*_`…”’".contains($0) }
      let bare = end.map { core[...$0] } ?? ""
      let key = bare.lowercased().replacing("’", with: "'")
      return Word(
        text: bare, key: key, endsPhrase: [",", ":"].contains(piece.last.map(String.init) ?? ""))
    }.filter { !$0.key.isEmpty }
  }

  /// Whether the sentence asks something.
  var isQuestion: Bool { text.contains("?") }

  /// Whether the words from an index on are these.
  func has(_ keys: [String], at index: Int) -> Bool {
    index >= 0 && index + keys.count <= words.count
      && zip(words[index...], keys).allSatisfy { $0.key == $1 }
  }

  /// The text from a word on, without the mark that ends the sentence.
  func text(from index: Int) -> String {
    guard index < words.count else { return "" }
    var rest = text[words[index].text.startIndex...]
    while let last = rest.last, ".!?; ".contains(last) { rest.removeLast() }
    return rest.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  /// The sentences of a message; lines of quotation and code are left out.
  static func split(_ text: String) -> [Sentence] {
    var sentences: [Sentence] = []
    for line in text.split(whereSeparator: \.isNewline) {
      let trimmed = line.drop(while: \.isWhitespace)
      if trimmed.hasPrefix(">") || trimmed.hasPrefix("```") { continue }
      var start = trimmed.startIndex
      var index = trimmed.startIndex
      while index < trimmed.endIndex {
        let next = trimmed.index(after: index)
        // A mark ends a sentence where white space follows: not in 1.5, e-mail addresses or links.
        if ".!?;".contains(trimmed[index]), next == trimmed.endIndex || trimmed[next].isWhitespace {
          sentences.append(Sentence(trimmed[start..<next]))
          start = next
        }
        index = next
      }
      if start < trimmed.endIndex { sentences.append(Sentence(trimmed[start...])) }
    }
    return sentences.filter { !$0.words.isEmpty }
  }
}
