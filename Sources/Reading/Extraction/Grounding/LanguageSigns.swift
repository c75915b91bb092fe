import ItemRecords

/// Counts words that tell whether a text is in English or German, whose dates are read, or in
/// another language.
struct LanguageSigns {
  private var words = 0
  /// Words of English and German grammar: a third of what people write in either.
  private var known = 0
  /// Words with letters that neither has. Names, with a capital, occur in all languages.
  private var foreign = 0

  mutating func count(_ text: FoldedText) {
    for run in text.runs {
      let word = text.original(run.startIndex..<run.endIndex).unicodeScalars
      guard let first = word.first(where: \.properties.isAlphabetic) else { continue }
      words += 1
      if run.count > 1, WordList.isFiller(String(decoding: run, as: UTF8.self)) { known += 1 }
      if !first.properties.isUppercase, word.contains(where: Self.isForeign) { foreign += 1 }
    }
  }

  private static func isForeign(_ letter: Unicode.Scalar) -> Bool {
    letter.value >= 0xC0 && letter.properties.isAlphabetic
      && !"äöüßÄÖÜ".unicodeScalars.contains(letter)
  }

  /// Whether a text of a chat is in another language. Without a foreign letter, only the whole chat
  /// can show that: a short English message may have no word of grammar.
  func isForeign(in chat: LanguageSigns) -> Bool {
    known * 5 < words && (foreign > 0 || chat.words >= 20 && chat.known * 8 < chat.words)
  }
}
