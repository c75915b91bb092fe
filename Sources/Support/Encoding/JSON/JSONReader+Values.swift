/// Reads strings, numbers, Boolean values and nulls. Skips or returns whole values of any kind.
extension JSONReader {
  /// Reads a string without resolving its escapes.
  public mutating func readSlice() throws(JSONError) -> JSONSlice {
    guard try nextByte() == UInt8(ascii: "\"") else { throw try mismatch(expected: .string) }
    let start = position + 1
    var isEscaped = false
    var current = start
    while true {
      current = StringScan.special(in: base, from: current, to: end)
      guard current < end else { throw JSONError(.endOfText, at: end) }
      let byte = base[current]
      if byte == UInt8(ascii: "\"") { break }
      if byte == UInt8(ascii: "\\") {
        isEscaped = true
        current = try checkEscape(at: current)
      } else if limits.allowsControlCharacters {
        current += 1
      } else {
        throw JSONError(.controlCharacter(byte), at: current)
      }
    }
    position = current + 1
    return JSONSlice(
      bytes: UnsafeBufferPointer(start: base + start, count: current - start),
      isEscaped: isEscaped)
  }

  /// Checks an escape and returns the position after it.
  private func checkEscape(at position: Int) throws(JSONError) -> Int {
    guard position + 1 < end else { throw JSONError(.endOfText, at: end) }
    let escape = base[position + 1]
    if JSONEscapes.single(escape) != nil { return position + 2 }
    if escape == UInt8(ascii: "x"), limits.allowsHexEscapes {
      guard position + 4 <= end else { throw JSONError(.endOfText, at: end) }
      guard JSONEscapes.hex(base, position + 2, digits: 2, end) != nil else {
        throw JSONError(.escape, at: position)
      }
      return position + 4
    }
    guard escape == UInt8(ascii: "u") else { throw JSONError(.escape, at: position) }
    guard position + 6 <= end else { throw JSONError(.endOfText, at: end) }
    guard JSONEscapes.hex(base, position + 2, digits: 4, end) != nil else {
      throw JSONError(.escape, at: position)
    }
    return position + 6
  }

  /// Reads a string and resolves its escapes.
  ///
  /// `TextEncoding` decodes invalid UTF-8, and lone surrogates become U+FFFD. `repairedStrings` counts both.
  public mutating func readString() throws(JSONError) -> String {
    string(of: try readSlice())
  }

  /// Decodes a slice. `repairedStrings` is incremented if it was not well-formed.
  public mutating func string(of slice: JSONSlice) -> String {
    let (string, isRepaired) = slice.read()
    if isRepaired { repairedStrings += 1 }
    return string
  }

  /// Reads a string, or null as nil.
  public mutating func readOptionalString() throws(JSONError) -> String? {
    try readNull() ? nil : try readString()
  }

  /// Reads a null if it is next, and returns whether it was.
  public mutating func readNull() throws(JSONError) -> Bool {
    guard try nextByte() == UInt8(ascii: "n") else { return false }
    try readLiteral("null")
    return true
  }

  /// Reads `true` or `false`. Throws for any other value, including `null`.
  public mutating func readBool() throws(JSONError) -> Bool {
    switch try nextByte() {
    case UInt8(ascii: "t"):
      try readLiteral("true")
      return true
    case UInt8(ascii: "f"):
      try readLiteral("false")
      return false
    default:
      throw try mismatch(expected: .bool)
    }
  }

  mutating func readLiteral(_ literal: StaticString) throws(JSONError) {
    let count = literal.utf8CodeUnitCount
    for index in 0..<count {
      guard position + index < end else { throw JSONError(.endOfText, at: end) }
      guard base[position + index] == literal.utf8Start[index] else {
        throw JSONError(
          .unexpected(base[position + index], expected: .literal), at: position + index)
      }
    }
    position += count
  }

  /// Reads a number without converting it, and checks its syntax.
  public mutating func readNumberSlice() throws(JSONError) -> UnsafeBufferPointer<UInt8> {
    switch try nextByte() {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"): break
    default: throw try mismatch(expected: .number)
    }
    let start = position
    var current = position
    if byte(at: current) == UInt8(ascii: "-") { current += 1 }
    if byte(at: current) == UInt8(ascii: "0") {
      current += 1
    } else {
      current = try digits(from: current)
    }
    if byte(at: current) == UInt8(ascii: ".") { current = try digits(from: current + 1) }
    if let exponent = byte(at: current), exponent | 0x20 == UInt8(ascii: "e") {
      current += 1
      if let sign = byte(at: current), sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") {
        current += 1
      }
      current = try digits(from: current)
    }
    // If the text is incomplete, more digits may follow.
    if current == end, !isWhole { throw JSONError(.endOfText, at: end) }
    if let next = byte(at: current), (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(next) {
      throw JSONError(.number, at: start)
    }
    position = current
    return UnsafeBufferPointer(start: base + start, count: current - start)
  }

  private func byte(at index: Int) -> UInt8? { index < end ? base[index] : nil }

  private func digits(from start: Int) throws(JSONError) -> Int {
    var current = start
    while current < end, base[current] &- UInt8(ascii: "0") <= 9 { current += 1 }
    if current == start {
      throw JSONError(current == end ? .endOfText : .number, at: start)
    }
    return current
  }

  /// Reads a whole number, also as `1.0` or `1e3`. Throws if it has a fraction or does not fit.
  public mutating func readInt() throws(JSONError) -> Int {
    let slice = try readNumberSlice()
    let text = String(decoding: slice, as: UTF8.self)
    // 1.0 and 1e3 are whole numbers, too.
    guard let value = Int(text) ?? Double(text).flatMap({ Int(exactly: $0) }) else {
      throw JSONError(.range, at: position - slice.count)
    }
    return value
  }

  /// Skips the next value of any kind.
  public mutating func skipValue() throws(JSONError) {
    switch try nextByte() {
    case UInt8(ascii: "\""):
      _ = try readSlice()
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      // In ASCII, both closing brackets are two after their opening ones. Many containers are empty.
      if position + 1 < end, base[position + 1] == base[position] + 2 {
        position += 2
        return
      }
      var skipper = StructureSkipper()
      guard let count = skipper.scan(base + position, count: end - position) else {
        throw JSONError(.endOfText, at: end)
      }
      position += count
    case UInt8(ascii: "t"): try readLiteral("true")
    case UInt8(ascii: "f"): try readLiteral("false")
    case UInt8(ascii: "n"): try readLiteral("null")
    default: _ = try readNumberSlice()
    }
  }

  /// Skips the next value and returns its bytes.
  public mutating func readRaw() throws(JSONError) -> UnsafeBufferPointer<UInt8> {
    _ = try nextByte()
    let start = position
    try skipValue()
    return UnsafeBufferPointer(start: base + start, count: position - start)
  }
}
