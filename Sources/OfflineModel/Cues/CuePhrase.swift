/// The notation of phrases in the tables of a language.
///
/// Phrases are separated by commas; `(a|b)` is one of several, `(a|)` may be left out.
enum CuePhrase {
  /// Every phrase that a text stands for, as words.
  static func expand(_ text: String) -> [[String]] {
    text.split(separator: ",").flatMap { expandOne(String($0)) }.map { phrase in
      phrase.split(whereSeparator: \.isWhitespace).map(String.init)
    }.filter { !$0.isEmpty }
  }

  private static func expandOne(_ text: String) -> [String] {
    guard let open = text.firstIndex(of: "("),
      let close = text[open...].firstIndex(of: ")")
    else { return [text] }
    let choices = text[text.index(after: open)..<close].split(
      separator: "|", omittingEmptySubsequences: false)
    return choices.flatMap { choice in
      expandOne(String(text[..<open]) + choice + text[text.index(after: close)...])
    }
  }
}
