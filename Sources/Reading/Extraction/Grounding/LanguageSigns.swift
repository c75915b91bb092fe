import ItemRecords

/// Counts words that show a text's language: English or German, whose dates are supported, or another one.
struct LanguageSigns {
  private var words = 0
  /// Function words of English and German. They make up a third of a text in either language.
  private var known = 0
  /// Words with letters that neither language uses. Capitalised words are not counted, because foreign names occur in
  /// every language.
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

  /// Returns whether a text of a chat is in another language. Without a foreign letter only the whole chat can show
  /// that, since a short English message may have no function word.
  func isForeign(in chat: LanguageSigns) -> Bool {
    known * 5 < words && (foreign > 0 || chat.words >= 20 && chat.known * 8 < chat.words)
  }
}
