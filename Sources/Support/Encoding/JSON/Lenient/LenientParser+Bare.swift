/// Reads values without quotes (numbers, literals, bare words), and skips words between values.
extension LenientParser {
  /// Reads a number, a literal, or an unquoted string.
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
    // Words or a partial literal at the end of the text are cut off and dropped.
    if isAtEnd { return }
    if text.allSatisfy({ $0 == UInt8(ascii: ".") }) || text.elementsEqual("…".utf8) {
      // The dots stand for an omitted value.
      frames[frames.count - 1].state = .afterValue
      return
    }
    attach(.string(String(decoding: text, as: UTF8.self)))
  }

  /// Returns the value of a bare word; nil if it is neither a literal nor a number.
  func bareValue(_ text: String) -> JSONValue? {
    let bytes = Array(text.utf8)[...]
    return Self.literal(bytes) ?? Self.number(bytes).map(JSONValue.number)
  }

  /// Moves to the end of unquoted text: a comma before another member or element, a bracket opened outside, a quote, or
  /// the end of the line.
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
        // In `"words": abcdef",` the opening quote is missing.
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

  /// Whether a comma, a closing bracket or the end of the text follows.
  private func followsStructure(_ index: Int) -> Bool {
    let next = skipSpace(index)
    return next >= end || ",}]".utf8.contains(bytes[next])
  }

  /// Whether an array or object precedes this position without a comma.
  private var followsContainer: Bool {
    let frame = frames[frames.count - 1]
    guard frame.state == .afterValue, let last = frame.elements.last else { return false }
    return last.kind == .object || last.kind == .array
  }

  /// The largest length in bytes of a sentence before another answer.
  private static let sentenceLimit = 256

  /// Whether words after an item introduce another list of items, or an object that contains one. That is a second
  /// answer, which replaces the first one although it was never closed.
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
    // At least two words. A single one is some separator between items.
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

  /// Skips words between two items on a line. Other words end the list.
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

  /// Returns the text without surrounding white space and stray quotes.
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

  /// Returns the number in JSON syntax; nil if the text is not a number. It removes underscores and a plus sign, and
  /// adds a missing digit before the point.
  private static func number(_ text: ArraySlice<UInt8>) -> String? {
    guard let first = text.first, isDigit(first) || "+-.".utf8.contains(first) else { return nil }
    var result: [UInt8] = []
    var rest = text
    if first == UInt8(ascii: "-") || first == UInt8(ascii: "+") {
      if first == UInt8(ascii: "-") { result.append(first) }
      rest.removeFirst()
    }
    let whole = digits(&rest)
    // 007 is an id, not a number.
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
