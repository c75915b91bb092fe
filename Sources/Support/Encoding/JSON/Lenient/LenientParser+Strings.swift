extension LenientParser {
  /// What a string is in its array or object.
  enum Role {
    case key, value, element
  }

  /// A string that is being read.
  struct OpenString {
    let mark: QuoteMark
    let role: Role
    /// Where the text begins, behind the quote.
    let start: Int
    /// The first quote within that closes nothing, and how many there are.
    var firstInner = -1
    var innerCount = 0
    /// Brackets within the string that are open.
    var braces = 0
    var squares = 0
    /// Whether a backslash stands in it.
    var isEscaped = false
    var hasControls = false
    var thoughtTag: Int?

    var isDoubted: Bool { innerCount > 0 || hasControls }
  }

  /// Reads a string whose quote stands here; nil where the text ends before it does and nothing of
  /// it can be kept.
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
          // The next line is another member: the closing quote was left out.
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

  /// Decides what a quote within a string is; returns the string where it is at its end.
  private mutating func meet(
    _ found: (mark: QuoteMark, length: Int), at index: Int, _ string: inout OpenString
  ) -> String? {
    let after = index + found.length
    if ends(string, with: found.mark, after: after) {
      // "text"" has one too many.
      let isDoubled = string.innerCount == 1 && string.firstInner + 1 == index
      return finish(string, textEnd: isDoubled ? index - 1 : index, next: after)
    }
    if string.role == .key, let colon = last(":", before: index, from: string.start) {
      // {"key: "value"}: the quote is the value's.
      return finish(string, textEnd: colon, next: colon)
    }
    if string.role == .value, string.braces == 0, found.mark == .double,
      let comma = last(",", before: index, from: string.start), memberBegins(at: index)
    {
      // Another member begins: either the quote before it was left out, or words stand behind it.
      let textEnd = string.innerCount % 2 == 1 ? string.firstInner : comma
      return finish(string, textEnd: textEnd, next: comma)
    }
    if found.mark != string.mark { return nil }
    if string.innerCount == 0 { string.firstInner = index }
    string.innerCount += 1
    return nil
  }

  /// Ends a string and goes to `next`.
  private mutating func finish(_ string: OpenString, textEnd: Int, next: Int) -> String {
    if string.isDoubted, let tag = string.thoughtTag { swallowedThought = tag }
    position = next
    var stop = max(string.start, textEnd)
    // A key ends before the line ends that some put behind it.
    if string.role == .key {
      while stop > string.start, bytes[stop - 1] == 0x0A || bytes[stop - 1] == 0x0D { stop -= 1 }
    }
    return decoded(bytes[string.start..<stop], isEscaped: string.isEscaped)
  }

  /// Reads `"""text"""`; nil where no such thing stands here.
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
    // Nowhere in the rest: nothing else can be found there, either.
    position = end
    return nil
  }

  /// The text ends within a string. What there is of a value is kept, for the array or object that
  /// is flagged as cut; brackets that would close all that is open are not part of it.
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
      // The outermost bracket is the last one.
      while stop > string.start, bytes[stop - 1] <= 0x20 { stop -= 1 }
      guard stop > string.start,
        bytes[stop - 1] == (frame.isObject ? UInt8(ascii: "}") : UInt8(ascii: "]"))
      else { return decoded(whole, isEscaped: string.isEscaped) }
      stop -= 1
    }
    // JSON strings have no line ends: with one there, the brackets are meant.
    if bytes[stop...].contains(where: { $0 == 0x0A || $0 == 0x0D }) { position = stop }
    while stop > string.start, bytes[stop - 1] <= 0x20 { stop -= 1 }
    return decoded(bytes[string.start..<stop], isEscaped: string.isEscaped)
  }

  // MARK: - Text

  /// Resolves escapes; what is not UTF-8 becomes U+FFFD.
  private func decoded(_ text: ArraySlice<UInt8>, isEscaped: Bool) -> String {
    guard isEscaped else { return String(decoding: text, as: UTF8.self) }
    var plain: [UInt8] = []
    _ = mendedEscapes(text).withUnsafeBufferPointer { JSONEscapes.decode($0, into: &plain) }
    return String(decoding: plain, as: UTF8.self)
  }

  /// Writes escapes that JSON does not know as JSON would: `\'` without its backslash, others with
  /// two of them.
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
        // A backslash at the end of a line goes on in the next.
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
