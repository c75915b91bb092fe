/// Cuts a message that is longer than a window into parts.
///
/// The parts put together are the message: nothing is left out. A part ends at an empty line, else at a
/// line's end, else at a sentence's, else between words, where one of these lies in its second half.
enum MessageParts {
  /// The parts of a text, each of at most `tokens` tokens as estimated.
  static func split(_ text: String, tokens: Int) -> [String] {
    let bytes = Array(text.utf8)
    // A quarter of a token is the least that a byte costs.
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

  /// Where the part that begins at `start` ends.
  private static func end(of bytes: [UInt8], from start: Int, limit: Int) -> Int {
    var quarters = 0
    var index = start
    // The last place of each kind, the best kind first.
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
    // No word ends here: at least no character is torn.
    while index > start + 1, bytes[index] & 0xC0 == 0x80 { index -= 1 }
    return index
  }
}
