import Encoding

/// Finds numbers and parameter names next to known phrases in a server's error message. Callers pass it in lower case.
enum PhraseScan {
  static func number(after phrase: String, in text: String) -> Int? {
    guard let range = text.firstPlace(of: phrase) else { return nil }
    return Int(digits(text[range.upperBound...].drop { $0 == " " }))
  }

  static func number(before phrase: String, in text: String) -> Int? {
    guard let range = text.firstPlace(of: phrase) else { return nil }
    let start = text[..<range.lowerBound].lastIndex { !isDigit($0) }
    let from = start.map { text.index(after: $0) } ?? text.startIndex
    return Int(text[from..<range.lowerBound])
  }

  /// Returns the parameter name directly after a phrase, without quotation marks or brackets.
  static func identifier(after phrase: String, in text: String) -> String? {
    guard let range = text.firstPlace(of: phrase) else { return nil }
    let rest = text[range.upperBound...].drop { ":'\"`[({ \\".contains($0) }
    let name = rest.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || "_.[]".contains($0)) }
    // A filler word is not a name.
    guard let first = name.first, first.isLetter, !fillers.contains(String(name)) else {
      return nil
    }
    return String(name)
  }

  private static let fillers: Set<String> = [
    "in", "is", "are", "was", "for", "of", "the", "value", "with", "found", "s",
  ]

  /// Returns the whole number that a text starts with, after fillers: `: 6,000`, ` of 6000`; nil for `30k`, `6 images`.
  static func groupedNumber(_ text: Substring) -> Int? {
    var rest = text
    while true {
      rest = rest.drop { " :='\"\\`(~≈".contains($0) }
      guard let word = ["of ", "is ", "was ", "about "].first(where: rest.hasPrefix) else { break }
      rest = rest.dropFirst(word.count)
    }
    var number = String(digits(rest))
    if number.isEmpty { return nil }
    rest = rest.dropFirst(number.count)
    // Exactly three digits after a comma continue the number.
    while number.count <= 12, rest.first == ",", case let group = digits(rest.dropFirst()),
      group.count == 3
    {
      number += group
      rest = rest.dropFirst(4)
    }
    // "30k", "1.000.000" and "60 requests" use another unit or notation.
    if let next = rest.first,
      next.isLetter || next == "." && rest.dropFirst().first.map(isDigit) == true
    {
      return nil
    }
    if [" request", " image", " rpm"].contains(where: rest.hasPrefix) { return nil }
    return Int(number)
  }

  private static func digits(_ text: Substring) -> Substring { text.prefix(while: isDigit) }

  private static func isDigit(_ character: Character) -> Bool {
    character.isASCII && character.isNumber
  }
}
