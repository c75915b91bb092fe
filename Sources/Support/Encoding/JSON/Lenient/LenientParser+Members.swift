/// Reads members and elements. Skips white space and comments between them, and recognizes fences.
extension LenientParser {
  // MARK: - Between values

  /// Skips white space and comments.
  mutating func skipTrivia() {
    // This result will be discarded, and an open comment would continue to the end of the text.
    if swallowedThought != nil { return }
    while position < end {
      let byte = bytes[position]
      switch byte {
      case 0x20, 0x0A, 0x0D, 0x09: position += 1
      case UInt8(ascii: "/"):
        if stands("*", at: position + 1) {
          skipBlockComment()
        } else if stands("/", at: position + 1) {
          skipLine()
        } else {
          return
        }
      case UInt8(ascii: "#"): skipLine()
      default:
        guard let length = Self.wideSpace(at: position, in: bytes) else { return }
        position += length
      }
    }
  }

  private mutating func skipLine() {
    while position < end, bytes[position] != 0x0A { position += 1 }
  }

  private mutating func skipBlockComment() {
    position += 2
    while position < end, !stands("*", at: position) || !stands("/", at: position + 1) {
      position += 1
    }
    position = min(position + 2, end)
  }

  /// Returns the length of a Unicode space: a no-break space, a space of another width or of none, a line separator, or
  /// a byte order mark. Nil if there is no such space.
  static func wideSpace(at index: Int, in bytes: [UInt8]) -> Int? {
    switch bytes[index] {
    case 0xC2 where index + 1 < bytes.count && bytes[index + 1] == 0xA0: return 2
    case 0xE2 where index + 2 < bytes.count && bytes[index + 1] == 0x80:
      switch bytes[index + 2] {
      case 0x80...0x8B, 0xA8, 0xA9, 0xAF: return 3
      default: return nil
      }
    // U+205F, U+2060 and U+3000.
    case 0xE2 where index + 2 < bytes.count && bytes[index + 1] == 0x81:
      return bytes[index + 2] == 0x9F || bytes[index + 2] == 0xA0 ? 3 : nil
    case 0xE3 where index + 2 < bytes.count && bytes[index + 1] == 0x80 && bytes[index + 2] == 0x80:
      return 3
    case 0xEF where index + 2 < bytes.count && bytes[index + 1] == 0xBB && bytes[index + 2] == 0xBF:
      return 3
    default: return nil
    }
  }

  /// Whether three backticks or tildes are here, which end a fenced block.
  var isAtFence: Bool { Self.isFence(at: position, in: bytes) }

  static func isFence(at index: Int, in bytes: [UInt8]) -> Bool {
    guard index + 2 < bytes.count else { return false }
    let byte = bytes[index]
    return (byte == UInt8(ascii: "`") || byte == UInt8(ascii: "~")) && bytes[index + 1] == byte
      && bytes[index + 2] == byte
  }

  // MARK: - Members and elements

  /// Reads a member's key, or the value for a key that was read before.
  mutating func readMember() {
    let top = frames.count - 1
    if frames[top].key != nil { return readValue() }
    if let quote = QuoteMark.at(position, in: bytes) {
      guard let key = readString(quote, as: .key) else { return }
      return finish(key: key, isQuoted: true)
    }
    switch Unicode.Scalar(bytes[position]) {
    case "{":
      if frames[top].members.isEmpty {
        // Templates double their braces: {{"a": 1}}.
        position += 1
      } else {
        closeBeforeNext()
      }
    case "[", "(":
      if frames[top].members.isEmpty {
        turnIntoList()
      } else {
        position += 1
      }
    case ":": position += 1
    default: readBareKey()
    }
  }

  /// Handles an object in place of a key. In a list, the object before it lacks its closing bracket.
  private mutating func closeBeforeNext() {
    let count = frames.count
    if count > 1, !frames[count - 2].isObject {
      // A comma, if any, separates the two objects.
      let state = frames[count - 1].state
      pop()
      if outcome == nil, state == .afterComma { frames[count - 2].state = state }
    } else if count == 1 {
      // The rest is another text.
      finishOpen(isCut: false)
    } else {
      position += 1
    }
  }

  /// Continues after a key: reads its colon, or decides that it was not a key.
  private mutating func finish(key: String, isQuoted: Bool) {
    skipTrivia()
    guard position < end else { return }
    let top = frames.count - 1
    switch Unicode.Scalar(bytes[position]) {
    case ":":
      position += 1
      frames[top].key = key
    case "=":
      position += stands(">", at: position + 1) ? 2 : 1
      frames[top].key = key
    case ",", "}", "]":
      if frames[top].members.isEmpty {
        turnIntoList()
        attach(isQuoted ? .string(key) : bareValue(key) ?? .string(key))
      } else {
        // These words are not a member.
        frames[top].state = .afterValue
      }
    default: if isQuoted { frames[top].key = key }
    }
  }

  /// Reads an unquoted key, or skips words that are not one.
  private mutating func readBareKey() {
    let start = position
    while position < end {
      switch Unicode.Scalar(bytes[position]) {
      case ":", ",", "{", "}",
        "[", "]", "\"", "=", "\n", "\r":
        let key = Self.trimmed(bytes[start..<position])
        if key.isEmpty {
          if position == start { position += 1 }
          return
        }
        // In {task": "x"} the opening quote is missing.
        if stands("\"", at: position), stands(":", at: skipSpace(position + 1)) { position += 1 }
        return finish(key: String(decoding: key, as: UTF8.self), isQuoted: false)
      default: position += 1
      }
    }
  }

  /// Reads an element of a list, or the first key of an object without its opening brace.
  mutating func readElement() {
    guard let quote = QuoteMark.at(position, in: bytes) else { return readValue() }
    guard let text = readString(quote, as: .element) else { return }
    skipTrivia()
    guard stands(":", at: position) else { return attach(.string(text)) }
    push(Frame(isObject: true))
    if outcome != nil { return }
    frames[frames.count - 1].key = text
    position += 1
  }

  /// Reads a value of any kind.
  mutating func readValue() {
    let byte = bytes[position]
    if "{[(".utf8.contains(byte) { return open(byte) }
    if let quote = QuoteMark.at(position, in: bytes) {
      guard let text = readString(quote, as: .value) else { return }
      return attach(.string(text))
    }
    readBareValue()
  }
}
