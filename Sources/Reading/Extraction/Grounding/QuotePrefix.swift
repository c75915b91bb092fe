import ItemRecords
import Windowing

/// Splits a quote from the id, time and sender that a model copied with it from a line of the prompt.
struct QuotePrefix {
  let rest: String
  /// The folded name in the prefix; empty if it has none.
  private let name: [UInt8]

  /// Maximum characters of a prefix.
  private static let limit = 100

  /// Splits a quote after a short id and at the first colon that may end a name. Returns nil if it has neither.
  init?(_ quote: String) {
    var rest = quote[...]
    var hasId = false
    if let id = Self.id(at: rest) {
      rest = rest[id...].drop { $0.isWhitespace }
      hasId = true
    }
    // The colon of a time is followed by a digit.
    let colon = rest.prefix(Self.limit).indices.first { index in
      rest[index] == ":" && rest[index...].dropFirst().first?.isNumber != true
    }
    if let colon, rest.index(after: colon) < rest.endIndex {
      name = NormalisedText(String(rest[..<colon])).bytes
      self.rest = String(rest[rest.index(after: colon)...].drop { $0.isWhitespace })
    } else if hasId, !rest.isEmpty {
      name = []
      self.rest = String(rest)
    } else {
      return nil
    }
  }

  /// Returns the end of a short id that is in brackets or before a colon.
  private static func id(at text: Substring) -> Substring.Index? {
    var index = text.startIndex
    let isBracketed = text.first == "[" || text.first == "("
    if isBracketed { index = text.index(after: index) }
    guard index < text.endIndex, "mcMC".contains(text[index]) else { return nil }
    let digits = text[text.index(after: index)...].prefix { $0.isASCII && $0.isNumber }
    guard !digits.isEmpty, digits.endIndex < text.endIndex else { return nil }
    let end = text[digits.endIndex]
    guard isBracketed ? end == "]" || end == ")" : end == ":" else { return nil }
    return text.index(after: digits.endIndex)
  }

  /// Returns whether the prefix may belong to a message of this sender.
  func mayName(_ sender: String?) -> Bool {
    if name.isEmpty { return true }
    guard let sender else { return false }
    let names = [sender] + (sender.split(separator: " ").first.map { [String($0)] } ?? [])
    return names.contains { one in
      let bytes = NormalisedText(one).bytes
      guard !bytes.isEmpty, name.count >= bytes.count, name.suffix(bytes.count).elementsEqual(bytes)
      else { return false }
      return name.count == bytes.count
        || !NormalisedText.isWordByte(name[name.count - bytes.count - 1])
    }
  }
}
