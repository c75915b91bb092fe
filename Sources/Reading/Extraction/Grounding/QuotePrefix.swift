import ItemRecords
import Windowing

/// What a model copies before a quote although nobody wrote it: the id, the time and the name of a line of the prompt.
struct QuotePrefix {
  let rest: String
  /// The name in it, folded; empty where there is none.
  private let name: [UInt8]

  /// Characters that a prefix may have.
  private static let limit = 100

  /// Takes what stands before the first colon that may end a name; nil where a quote has no such thing.
  init?(_ quote: String) {
    var rest = quote[...]
    var hasId = false
    if let id = Self.id(at: rest) {
      rest = rest[id...].drop { $0.isWhitespace }
      hasId = true
    }
    // The colon of a time has a digit behind it.
    let colon = rest.prefix(Self.limit).indices.first { index in
      rest[index] == ":" && rest[index...].dropFirst().first?.isNumber != true
    }
    if let colon, rest.index(after: colon) < rest.endIndex {
      name = FoldedText(String(rest[..<colon])).bytes
      self.rest = String(rest[rest.index(after: colon)...].drop { $0.isWhitespace })
    } else if hasId, !rest.isEmpty {
      name = []
      self.rest = String(rest)
    } else {
      return nil
    }
  }

  /// Where a short id in brackets, or one before a colon, ends.
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

  /// Whether the prefix may stand before what somebody wrote.
  func mayName(_ sender: String?) -> Bool {
    if name.isEmpty { return true }
    guard let sender else { return false }
    let names = [sender] + (sender.split(separator: " ").first.map { [String($0)] } ?? [])
    return names.contains { one in
      let bytes = FoldedText(one).bytes
      guard !bytes.isEmpty, name.count >= bytes.count, name.suffix(bytes.count).elementsEqual(bytes)
      else { return false }
      return name.count == bytes.count || !FoldedText.isWordByte(name[name.count - bytes.count - 1])
    }
  }
}
