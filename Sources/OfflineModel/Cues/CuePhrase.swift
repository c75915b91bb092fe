/// The notation of phrases in the tables of a language.
///
/// Phrases are separated by commas; `(a|b)` is one of several, `(a|)` may be left out.
enum CuePhrase {
  /// Every phrase that a text stands for, as words.
  static func expand(_ text: String) -> [[String]] {
    // Bytes, since every start of the offline model goes through all tables.
    Array(text.utf8).split(separator: UInt8(ascii: ",")).flatMap(expandOne).map(words(in:))
      .filter { !$0.isEmpty }
  }

  /// The words of a list without choices.
  static func words(in text: String) -> [String] { words(in: Array(text.utf8)[...]) }

  /// A form of a word, and what it stands for: "sent", "send".
  typealias Pair = (form: String, base: String)

  /// Pairs as `sent:send`, separated by white space.
  static func pairs(in text: String) -> [Pair] {
    words(in: text).map { pair in
      let parts = pair.split(separator: ":")
      return (String(parts[0]), String(parts[1]))
    }
  }

  private static func words(in text: ArraySlice<UInt8>) -> [String] {
    text.split { $0 <= UInt8(ascii: " ") }.map { String(decoding: $0, as: UTF8.self) }
  }

  private static func expandOne(_ text: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
    guard let open = text.firstIndex(of: UInt8(ascii: "(")),
      let close = text[open...].firstIndex(of: UInt8(ascii: ")"))
    else { return [text] }
    let choices = text[(open + 1)..<close].split(
      separator: UInt8(ascii: "|"), omittingEmptySubsequences: false)
    return choices.flatMap { choice in
      expandOne(text[..<open] + choice + text[(close + 1)...])
    }
  }
}
