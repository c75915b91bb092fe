/// Finds the words that a model quotes in the message that it quotes.
enum Quotation {
  /// The quoted words as they stand in the text: alike up to white space and case; nil where they
  /// do not.
  static func find(_ quote: String, in text: String) -> String? {
    if contains(quote, in: text) { return quote }
    let wanted = folded(quote).map(\.character)
    guard !wanted.isEmpty else { return nil }
    let available = folded(text)
    guard available.count >= wanted.count else { return nil }
    for start in 0...(available.count - wanted.count)
    where zip(available[start...], wanted).allSatisfy({ $0.character == $1 }) {
      let end = text.index(after: available[start + wanted.count - 1].index)
      return String(text[available[start].index..<end])
    }
    return nil
  }

  /// Whether a text holds another, byte by byte; comparing characters costs fifty times as much.
  private static func contains(_ quote: String, in text: String) -> Bool {
    var (quote, text) = (quote, text)
    return quote.withUTF8 { quote in
      text.withUTF8 { text in
        guard let first = quote.first, quote.count <= text.count else { return quote.isEmpty }
        for start in 0...text.count - quote.count where text[start] == first {
          if text[start..<start + quote.count].elementsEqual(quote) { return true }
        }
        return false
      }
    }
  }

  /// The characters in lower case, with runs of white space as one space.
  private static func folded(_ text: String) -> [(character: Character, index: String.Index)] {
    var result: [(character: Character, index: String.Index)] = []
    for index in text.indices {
      let character = text[index]
      if character.isWhitespace {
        if let last = result.last, last.character != " " { result.append((" ", index)) }
      } else {
        result.append((Character(character.lowercased()), index))
      }
    }
    if result.last?.character == " " { result.removeLast() }
    return result
  }
}
