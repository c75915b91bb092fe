/// Splits a message that is longer than a window into parts.
///
/// The parts joined give the message; nothing is left out. Within its second half, a part ends at an empty line if
/// possible. Otherwise it ends at a line break, at the end of a sentence, or between words.
enum MessageParts {
  /// Splits a text into parts of at most `tokens` estimated tokens.
  static func split(_ text: String, tokens: Int) -> [String] {
    let bytes = Array(text.utf8)
    // A byte costs at least a quarter of a token.
    let limit = max(16, tokens) * 4
    var parts: [String] = []
    var start = 0
    while start < bytes.count {
      let end = Self.end(of: bytes, from: start, limit: limit)
      parts.append(String(decoding: bytes[start..<end], as: UTF8.self))
      start = end
    }
    return parts
  }

  /// Returns the end of the part that begins at `start`.
  private static func end(of bytes: [UInt8], from start: Int, limit: Int) -> Int {
    var quarters = 0
    var index = start
    // The last position of each kind of break, the best kind first.
    var breaks = [0, 0, 0, 0]
    while index < bytes.count {
      let byte = bytes[index]
      let cost = byte < 0x80 ? 1 : byte >= 0xC0 ? 4 : 0
      if quarters + cost > limit { break }
      quarters += cost
      index += 1
      switch byte {
      case 0x0A: breaks[index > start + 1 && bytes[index - 2] == 0x0A ? 0 : 1] = index
      case 0x20, 0x09:
        let before = index > start + 1 ? bytes[index - 2] : 0
        let endsSentence =
          before == UInt8(ascii: ".") || before == UInt8(ascii: "!") || before == UInt8(ascii: "?")
        breaks[endsSentence ? 2 : 3] = index
      default: break
      }
    }
    if index == bytes.count { return index }
    let half = start + (index - start) / 2
    if let best = breaks.first(where: { $0 > half }) { return best }
    // No word ends here, so avoid at least splitting a character.
    while index > start + 1, bytes[index] & 0xC0 == 0x80 { index -= 1 }
    return index
  }
}
