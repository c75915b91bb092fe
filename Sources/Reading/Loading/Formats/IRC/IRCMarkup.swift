import Encoding

/// Removes markup from lines of IRC logs: mIRC's codes, terminal escape sequences, and PircBot's HTML.
enum IRCMarkup {
  /// Returns the line without markup, or nil if the line has no markup.
  static func plain(_ line: Bytes) -> [UInt8]? {
    // `<span class="irc-date">[10:42]</span> …`
    if line.has("<span class=\"irc-") { return withoutTags(line) }
    let hasCodes = line.contains { $0 < 0x20 && $0 != 0x09 }
    return hasCodes ? withoutCodes(line) : nil
  }

  /// Returns the text between tags, with character references resolved.
  private static func withoutTags(_ line: Bytes) -> [UInt8] {
    var plain: [UInt8] = []
    plain.reserveCapacity(line.count)
    var place = 0
    while place < line.count {
      let byte = line[place]
      if byte == UInt8(ascii: "<") {
        let end = line[place...].firstIndex(of: UInt8(ascii: ">")) ?? line.count - 1
        place = end + 1
      } else if byte == UInt8(ascii: "&"),
        let (scalar, length) = CharacterReferences.read(line, at: place)
      {
        plain.append(contentsOf: scalar.utf8)
        place += length
      } else {
        if byte >= 0x20 { plain.append(byte) }
        place += 1
      }
    }
    return plain
  }

  /// Returns the line without codes: mIRC's colours and styles, and ECMA-48 escape sequences.
  private static func withoutCodes(_ line: Bytes) -> [UInt8] {
    var plain: [UInt8] = []
    plain.reserveCapacity(line.count)
    var cursor = ByteCursor(line)
    while let byte = cursor.next {
      cursor.position += 1
      switch byte {
      case 0x03, 0x04:
        // A colour, and the same again after a comma.
        if cursor.takeColour(byte) {
          _ = cursor.attempt { $0.take(UInt8(ascii: ",")) && $0.takeColour(byte) ? true : nil }
        }
      case 0x1B:
        guard cursor.take(UInt8(ascii: "[")) else { continue }
        while let parameter = cursor.next, (0x20...0x3F).contains(parameter) {
          cursor.position += 1
        }
        if let final = cursor.next, (0x40...0x7E).contains(final) { cursor.position += 1 }
      case 0x09, 0x20...: plain.append(byte)
      default: break
      }
    }
    return plain
  }
}

extension ByteCursor {
  /// Takes one or two digits after 0x03, and six hexadecimal ones after 0x04.
  fileprivate mutating func takeColour(_ code: UInt8) -> Bool {
    let (isHex, letters) = (code == 0x04, UInt8(ascii: "a")...UInt8(ascii: "f"))
    let digits = rest.prefix(isHex ? 6 : 2).prefix {
      $0.isASCIIDigit || isHex && letters.contains($0 | 0x20)
    }
    guard isHex ? digits.count == 6 : !digits.isEmpty else { return false }
    position += digits.count
    return true
  }
}
