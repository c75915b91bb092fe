/// Reads strings: finds where they end, and resolves their escapes.
extension LenientParser {
  /// The role of a string in its array or object.
  enum Role {
    case key, value, element
  }

  /// The string that is currently read.
  struct OpenString {
    let mark: QuoteMark
    let role: Role
    /// The start of the text, after the quote.
    let start: Int
    /// The first inner quote that does not end the string, and the number of them.
    var firstInner = -1
    var innerCount = 0
    /// The numbers of open brackets within the string.
    var braces = 0
    var squares = 0
    /// Whether it contains a backslash.
    var isEscaped = false
    var hasControls = false
    var thoughtTag: Int?

    var isDoubted: Bool { innerCount > 0 || hasControls }
  }

  /// Reads the string that begins here. Returns nil if the text ends before it does and nothing of it can be kept.
  mutating func readString(_ quote: (mark: QuoteMark, length: Int), as role: Role) -> String? {
    if role == .value, let text = readTripleQuoted(quote.mark) { return text }
    var string = OpenString(mark: quote.mark, role: role, start: position + quote.length)
    var index = string.start
    while index < end {
      let byte = bytes[index]
      switch byte {
      case UInt8(ascii: "\\"):
        string.isEscaped = true
        index += 2
        continue
      case UInt8(ascii: "{"): string.braces += 1
      case UInt8(ascii: "}"): if string.braces > 0 { string.braces -= 1 }
      case UInt8(ascii: "["): string.squares += 1
      case UInt8(ascii: "]"): if string.squares > 0 { string.squares -= 1 }
      case 0..<0x20:
        string.hasControls = true
        let next = skipSpace(index)
        if byte == 0x0A || byte == 0x0D, role != .key, string.braces == 0, next < end,
          memberBegins(at: next)
        {
          // The next line is another member, so the closing quote is missing.
          return finish(string, textEnd: index, next: index)
        }
        index = max(next, index + 1)
        continue
      case UInt8(ascii: "<"):
        if let tag = ThoughtTag.at(index, in: bytes), tag.tag == .close {
          string.thoughtTag = index + tag.length
        }
      default:
        if let found = QuoteMark.at(index, in: bytes), quote.mark.mayClose(with: found.mark) {
          if let text = meet(found, at: index, &string) { return text }
          index += found.length
          continue
        }
      }
      index += 1
    }
    return cut(string)
  }

  /// Decides the meaning of a quote within a string. Returns the string if the quote ends it.
  private mutating func meet(
    _ found: (mark: QuoteMark, length: Int), at index: Int, _ string: inout OpenString
  ) -> String? {
    let after = index + found.length
    if ends(string, with: found.mark, after: after) {
      // In "text"" the last quote is superfluous.
      let isDoubled = string.innerCount == 1 && string.firstInner + 1 == index
      return finish(string, textEnd: isDoubled ? index - 1 : index, next: after)
    }
    if string.role == .key, let colon = last(":", before: index, from: string.start) {
      // In {"key: "value"} the quote belongs to the value.
      return finish(string, textEnd: colon, next: colon)
    }
    if string.role == .value, string.braces == 0, found.mark == .double,
      let comma = last(",", before: index, from: string.start), memberBegins(at: index)
    {
      // Another member begins. Either the quote before it is missing, or words follow the quote.
      let textEnd = string.innerCount % 2 == 1 ? string.firstInner : comma
      return finish(string, textEnd: textEnd, next: comma)
    }
    if found.mark != string.mark { return nil }
    if string.innerCount == 0 { string.firstInner = index }
    string.innerCount += 1
    return nil
  }

  /// Ends a string and moves to `next`.
  private mutating func finish(_ string: OpenString, textEnd: Int, next: Int) -> String {
    if string.isDoubted, let tag = string.thoughtTag { swallowedThought = tag }
    position = next
    var stop = max(string.start, textEnd)
    // Line breaks at the end of a key do not belong to it.
    if string.role == .key {
      while stop > string.start, bytes[stop - 1] == 0x0A || bytes[stop - 1] == 0x0D { stop -= 1 }
    }
    return decoded(bytes[string.start..<stop], isEscaped: string.isEscaped)
  }

  /// Reads `"""text"""`; nil if there is no triple quote here.
  private mutating func readTripleQuoted(_ mark: QuoteMark) -> String? {
    guard mark == .double || mark == .single, position + 3 < end else { return nil }
    let byte = bytes[position]
    guard bytes[position + 1] == byte, bytes[position + 2] == byte else { return nil }
    let start = position + 3
    var index = start
    while index + 2 < end {
      if bytes[index] == UInt8(ascii: "\\") {
        index += 2
        continue
      }
      if bytes[index] == byte, bytes[index + 1] == byte, bytes[index + 2] == byte {
        position = index + 3
        return decoded(bytes[start..<index], isEscaped: true)
      }
      index += 1
    }
    // There is no end in the rest, so nothing else can be read, either.
    position = end
    return nil
  }

  /// Handles the end of the text within a string. The text of a value is kept, and its array or object is marked as cut
  /// off. Brackets that would close everything that is open are not part of the text.
  private mutating func cut(_ string: OpenString) -> String? {
    position = end
    if string.isDoubted, let tag = string.thoughtTag { swallowedThought = tag }
    guard string.role == .value, string.start <= end else { return nil }
    let whole = bytes[string.start...]
    var stop = end
    while stop > string.start, bytes[stop - 1] <= 0x20 || bytes[stop - 1] == UInt8(ascii: "`") {
      stop -= 1
    }
    for frame in frames {
      // The outermost bracket comes last.
      while stop > string.start, bytes[stop - 1] <= 0x20 { stop -= 1 }
      guard stop > string.start,
        bytes[stop - 1] == (frame.isObject ? UInt8(ascii: "}") : UInt8(ascii: "]"))
      else { return decoded(whole, isEscaped: string.isEscaped) }
      stop -= 1
    }
    // JSON strings have no line breaks, so brackets after one belong to the structure.
    if bytes[stop...].contains(where: { $0 == 0x0A || $0 == 0x0D }) { position = stop }
    while stop > string.start, bytes[stop - 1] <= 0x20 { stop -= 1 }
    return decoded(bytes[string.start..<stop], isEscaped: string.isEscaped)
  }

  // MARK: - Text

  /// Resolves escapes. Invalid UTF-8 becomes U+FFFD.
  private func decoded(_ text: ArraySlice<UInt8>, isEscaped: Bool) -> String {
    guard isEscaped else { return String(decoding: text, as: UTF8.self) }
    var plain: [UInt8] = []
    _ = mendedEscapes(text).withUnsafeBufferPointer { JSONEscapes.decode($0, into: &plain) }
    return String(decoding: plain, as: UTF8.self)
  }

  /// Rewrites escapes that JSON does not define: `\'` loses its backslash, and others get a second one.
  private func mendedEscapes(_ text: ArraySlice<UInt8>) -> [UInt8] {
    var output: [UInt8] = []
    output.reserveCapacity(text.count)
    var index = text.startIndex
    while index < text.endIndex {
      let byte = text[index]
      guard byte == UInt8(ascii: "\\") else {
        output.append(byte)
        index += 1
        continue
      }
      let next = index + 1 < text.endIndex ? text[index + 1] : 0
      if JSONEscapes.single(next) != nil || next == UInt8(ascii: "u") && hasHex(text, index + 2) {
        output.append(byte)
        output.append(next)
        index += 2
      } else if next == UInt8(ascii: "'") || next == UInt8(ascii: "`") || next == 0x0A {
        // A backslash at the end of a line joins it with the next one.
        if next != 0x0A { output.append(next) }
        index += 2
      } else {
        output.append(byte)
        output.append(byte)
        index += 1
      }
    }
    return output
  }

  private func hasHex(_ text: ArraySlice<UInt8>, _ start: Int) -> Bool {
    guard start + 4 <= text.endIndex else { return false }
    return text[start..<start + 4].allSatisfy { byte in
      Self.isDigit(byte) || (byte | 0x20) &- UInt8(ascii: "a") < 6
    }
  }
}
