/// Looks ahead to decide whether a quote ends its string, and whether a comma ends its member.
///
/// Each lookahead covers one run of white space and at most `keyLimit` bytes of a key. A key ends at the next quote.
/// Successive lookaheads therefore do not overlap.
extension LenientParser {
  /// The longest key in bytes that lookahead recognizes.
  static let keyLimit = 128

  /// Returns the next position that is not white space.
  func skipSpace(_ index: Int) -> Int { Self.skipSpace(index, in: bytes) }

  /// Returns the next position that is not white space, of ASCII or Unicode.
  static func skipSpace(_ index: Int, in bytes: [UInt8]) -> Int {
    var index = index
    while index < bytes.count {
      if bytes[index] <= 0x20 {
        index += 1
      } else if bytes[index] >= 0x80, let length = wideSpace(at: index, in: bytes) {
        index += length
      } else {
        break
      }
    }
    return index
  }

  /// Whether an ASCII character is at a position.
  @inline(__always)
  func stands(_ character: Unicode.Scalar, at index: Int) -> Bool {
    index < end && bytes[index] == UInt8(ascii: character)
  }

  /// Whether a string may end at a quote before `after`. In valid JSON it always may.
  func ends(_ string: OpenString, with mark: QuoteMark, after: Int) -> Bool {
    let next = skipSpace(after)
    // A curly quote ends a string that began with a double quote only if there is no other way.
    if string.mark == .double, mark != .double { return endsForeign(after: after, next: next) }
    guard next < end else { return true }
    let byte = bytes[next]
    if Self.isFence(at: next, in: bytes) { return true }
    switch string.role {
    case .key: return stands(":", at: next) || endsKey(byte, next)
    case .value: return endsValue(string, byte, after: after, next: next)
    case .element: return endsElement(string, byte, after: after, next: next)
    }
  }

  private func endsForeign(after: Int, next: Int) -> Bool {
    if stands(",", at: next) {
      let key = skipSpace(next + 1)
      return key < end && memberBegins(at: key)
    }
    // JSON strings have no line breaks.
    return (stands("}", at: next) || stands("]", at: next)) && bytes[after..<next].contains(0x0A)
  }

  private func endsKey(_ byte: UInt8, _ next: Int) -> Bool {
    switch Unicode.Scalar(byte) {
    case ",", "}", "=": true
    default: QuoteMark.at(next, in: bytes) != nil || byte == UInt8(ascii: "[")
    }
  }

  private func endsValue(
    _ string: OpenString, _ byte: UInt8, after: Int, next: Int
  ) -> Bool {
    switch Unicode.Scalar(byte) {
    case "}": return string.innerCount == 0 || string.braces == 0
    case "]", ")":
      return frames.count > 1 && string.innerCount == 0
        || frames.last?.isTuple == true
    case ",":
      return string.innerCount == 0 || string.braces == 0 ? commaEndsMember(at: next) : false
    case "/", "#":
      return string.innerCount == 0 && isComment(next) && next > after
    case "{": return string.innerCount == 0 && hasLineEnd(after, next)
    default:
      if QuoteMark.at(next, in: bytes) != nil { return memberBegins(at: next) }
      return hasLineEnd(after, next) && bareMemberBegins(at: next)
    }
  }

  private func endsElement(
    _ string: OpenString, _ byte: UInt8, after: Int, next: Int
  ) -> Bool {
    switch Unicode.Scalar(byte) {
    case "]": return string.innerCount == 0 || string.squares == 0
    case ")": return frames.last?.isTuple == true
    case "}": return string.innerCount == 0
    case ":": return string.innerCount == 0
    case ",": return elementFollows(skipSpace(next + 1), string)
    case "/", "#":
      return string.innerCount == 0 && isComment(next) && next > after
    case "{", "[":
      return string.innerCount == 0 && hasLineEnd(after, next)
    default: return QuoteMark.at(next, in: bytes) != nil && hasLineEnd(after, next)
    }
  }

  /// Whether an element of a list begins at a position, or the list ends there.
  private func elementFollows(_ index: Int, _ string: OpenString) -> Bool {
    guard index < end else { return true }
    if QuoteMark.at(index, in: bytes) != nil { return true }
    switch Unicode.Scalar(bytes[index]) {
    case "{", "[", "]", "}",
      ",", "-", ".",
      "0"..."9":
      return true
    case "/", "#": return isComment(index)
    case "(", ")": return frames.last?.isTuple == true
    case "t", "f", "n", "T",
      "F", "N":
      return string.innerCount == 0
    default: return false
    }
  }

  /// Whether the comma at a position ends a member, because another one or the end follows.
  func commaEndsMember(at comma: Int) -> Bool {
    let next = skipSpace(comma + 1)
    guard next < end else { return true }
    if memberBegins(at: next) || bareMemberBegins(at: next) { return true }
    switch Unicode.Scalar(bytes[next]) {
    case "}", ",": return true
    case "]", "{": return frames.count > 1
    case "/", "#": return isComment(next)
    default: return false
    }
  }

  /// Whether a comma and a quoted member follow.
  func memberFollowsComma() -> Bool {
    let comma = skipSpace(position)
    let key = skipSpace(comma + 1)
    return stands(",", at: comma) && stands("\"", at: key) && memberBegins(at: key, isWhole: true)
  }

  /// Whether `"key":` begins at a position. If the text ends within it, the result is true unless `isWhole`.
  func memberBegins(at start: Int, isWhole: Bool = false) -> Bool {
    guard let quote = QuoteMark.at(start, in: bytes), quote.mark != .backtick else { return false }
    var index = start + quote.length
    let limit = index + Self.keyLimit
    while index < end, index < limit {
      switch Unicode.Scalar(bytes[index]) {
      case "\\": index += 2
      case "\n", "\r", "{", "}": return false
      default:
        guard let found = QuoteMark.at(index, in: bytes) else {
          index += 1
          continue
        }
        guard quote.mark.mayClose(with: found.mark) else { return false }
        let next = skipSpace(index + found.length)
        return next < end ? stands(":", at: next) : !isWhole
      }
    }
    return index >= end && !isWhole
  }

  /// Whether `key:` begins at a position, or a word before a quoted member.
  private func bareMemberBegins(at start: Int) -> Bool {
    var index = start
    while index < end, index < start + Self.keyLimit, Self.isWordByte(bytes[index]) { index += 1 }
    guard index > start else { return false }
    let next = skipSpace(index)
    guard next < end else { return true }
    // A scheme as in http://… is not a key.
    if stands(":", at: next) { return !stands("/", at: next + 1) }
    guard stands("\"", at: next) else { return false }
    // In `key":` the opening quote is missing.
    if next == index, stands(":", at: skipSpace(next + 1)) { return true }
    return memberBegins(at: next, isWhole: true)
  }

  private static func isWordByte(_ byte: UInt8) -> Bool {
    isDigit(byte) || (byte | 0x20) &- UInt8(ascii: "a") < 26 || byte == UInt8(ascii: "_")
      || byte == UInt8(ascii: "$") || byte == UInt8(ascii: "-")
  }

  private func isComment(_ index: Int) -> Bool {
    stands("#", at: index) || stands("/", at: index + 1) || stands("*", at: index + 1)
  }

  private func hasLineEnd(_ start: Int, _ stop: Int) -> Bool {
    bytes[start..<stop].contains { $0 == 0x0A || $0 == 0x0D }
  }

  /// Returns the position of `character` directly before `index`, apart from white space; nil if another character is
  /// there.
  func last(_ character: Unicode.Scalar, before index: Int, from start: Int) -> Int? {
    var index = index - 1
    while index >= start, bytes[index] <= 0x20 { index -= 1 }
    return index >= start && stands(character, at: index) ? index : nil
  }
}
