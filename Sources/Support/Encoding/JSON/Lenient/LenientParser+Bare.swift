extension LenientParser {
  /// Reads a number, a literal, or a string without quotes.
  mutating func readBareValue() {
    let start = position
    let isElement = frames[frames.count - 1].key == nil
    if isElement, introducesAnother() { return finishOpen(isCut: false) }
    if isElement, followsContainer { return passOverWords() }
    skipBareText(isElement: isElement)
    let text = Self.trimmed(bytes[start..<position])
    if text.isEmpty {
      if position == start { position += 1 }
      return
    }
    let isAtEnd = position >= end
    if let literal = Self.literal(text) { return attach(literal) }
    if let number = Self.number(text) { return attach(.number(number)) }
    // Words or half a literal at the end of the text were cut.
    if isAtEnd { return }
    if text.allSatisfy({ $0 == UInt8(ascii: ".") }) || text.elementsEqual("…".utf8) {
      // It stands for a value that was left out.
      frames[frames.count - 1].state = .afterValue
      return
    }
    attach(.string(String(decoding: text, as: UTF8.self)))
  }

  /// The value of a bare word; nil where it is no literal and no number.
  func bareValue(_ text: String) -> JSONValue? {
    let bytes = Array(text.utf8)[...]
    return Self.literal(bytes) ?? Self.number(bytes).map(JSONValue.number)
  }

  /// Goes to the end of text without quotes: a comma that another member or element follows, a
  /// bracket that it did not open itself, a quote, the end of the line.
  private mutating func skipBareText(isElement: Bool) {
    var braces = 0
    while position < end {
      let byte = bytes[position]
      switch Unicode.Scalar(byte) {
      case "\n", "\r": return
      case "{", "[": braces += 1
      case "}", "]":
        if braces == 0 { return }
        braces -= 1
      case ")":
        if frames[frames.count - 1].isTuple { return }
      case ",":
        if braces == 0, isElement || commaEndsMember(at: position) { return }
      case "\"":
        // "words": abcdef", has lost the quote that belongs to this one.
        if followsStructure(position + 1) { position += 1 }
        return
      case "/":
        if position > 0, bytes[position - 1] == 0x20,
          stands("/", at: position + 1) || stands("*", at: position + 1)
        {
          return
        }
      case "`", "~":
        if isAtFence { return }
      default: break
      }
      position += 1
    }
  }

  /// Whether a comma, a closing bracket or the end follows.
  private func followsStructure(_ index: Int) -> Bool {
    let next = skipSpace(index)
    return next >= end || ",}]".utf8.contains(bytes[next])
  }

  /// Whether an array or object stands before this place without a comma between.
  private var followsContainer: Bool {
    let frame = frames[frames.count - 1]
    guard frame.state == .afterValue, let last = frame.elements.last else { return false }
    return last.kind == .object || last.kind == .array
  }

  /// Bytes of a sentence that may stand before another answer.
  private static let sentenceLimit = 256

  /// Whether words behind an item lead to a list of items, or to what wraps one: an answer that takes
  /// the place of this one, which was never closed.
  private func introducesAnother() -> Bool {
    guard let last = frames[frames.count - 1].elements.last, last.kind == .object else {
      return false
    }
    var index = position
    let limit = min(end, position + Self.sentenceLimit)
    while index < limit, !"\n[{".utf8.contains(bytes[index]) {
      if "}]\"".utf8.contains(bytes[index]) { return false }
      index += 1
    }
    // Two words at least: one alone is some mark between items.
    guard index < limit, bytes[position..<index].contains(where: { $0 == 0x20 }) else {
      return false
    }
    index = skipSpace(index)
    if stands("[", at: index) { return stands("{", at: skipSpace(index + 1)) }
    let key = skipSpace(index + 1)
    guard stands("{", at: index), stands("\"", at: key),
      let quote = bytes[(key + 1)...].prefix(Self.keyLimit).firstIndex(of: UInt8(ascii: "\""))
    else { return false }
    let colon = skipSpace(quote + 1)
    return stands(":", at: colon) && stands("[", at: skipSpace(colon + 1))
  }

  /// Passes over words between two items of a line; other words end the list.
  private mutating func passOverWords() {
    var index = position
    while index < end, index < position + 64, bytes[index] != 0x0A {
      if "{[}],".utf8.contains(bytes[index]) {
        position = max(index, position + 1)
        return
      }
      index += 1
    }
    finishOpen(isCut: false)
  }

  // MARK: - Words

  /// Without white space and stray quotes around.
  static func trimmed(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var (start, end) = (text.startIndex, text.endIndex)
    while start < end, text[start] <= 0x20 { start += 1 }
    while end > start, text[end - 1] <= 0x20 || text[end - 1] == UInt8(ascii: "\"") { end -= 1 }
    return text[start..<end]
  }

  private static func literal(_ text: ArraySlice<UInt8>) -> JSONValue? {
    guard (3...9).contains(text.count) else { return nil }
    return switch String(decoding: text, as: UTF8.self) {
    case "null", "None", "nil", "NULL", "Null", "undefined", "NaN", "nan", "Infinity",
      "-Infinity", "inf", "-inf":
      .null
    case "true", "True", "TRUE": .bool(true)
    case "false", "False", "FALSE": .bool(false)
    default: nil
    }
  }

  /// A number as JSON writes it; nil where the text is none. Underscores between digits, a plus, a
  /// missing digit before or behind the point are put right.
  private static func number(_ text: ArraySlice<UInt8>) -> String? {
    guard let first = text.first, isDigit(first) || "+-.".utf8.contains(first) else { return nil }
    var result: [UInt8] = []
    var rest = text
    if first == UInt8(ascii: "-") || first == UInt8(ascii: "+") {
      if first == UInt8(ascii: "-") { result.append(first) }
      rest.removeFirst()
    }
    let whole = digits(&rest)
    // 007 is an id rather than a number.
    if whole.count > 1, whole.first == UInt8(ascii: "0") { return nil }
    result += whole.isEmpty ? [UInt8(ascii: "0")] : whole
    var fraction: [UInt8] = []
    if rest.first == UInt8(ascii: ".") {
      rest.removeFirst()
      fraction = digits(&rest)
      if !fraction.isEmpty { result += [UInt8(ascii: ".")] + fraction }
    }
    if whole.isEmpty, fraction.isEmpty { return nil }
    if let exponent = rest.first, exponent | 0x20 == UInt8(ascii: "e") {
      rest.removeFirst()
      result.append(exponent)
      if let sign = rest.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") {
        result.append(sign)
        rest.removeFirst()
      }
      let power = digits(&rest)
      if power.isEmpty { return nil }
      result += power
    }
    return rest.isEmpty ? String(decoding: result, as: UTF8.self) : nil
  }

  private static func digits(_ text: inout ArraySlice<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    while let byte = text.first, isDigit(byte) || byte == UInt8(ascii: "_") && !result.isEmpty {
      if byte != UInt8(ascii: "_") { result.append(byte) }
      text.removeFirst()
    }
    return result
  }

  static func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }
}
