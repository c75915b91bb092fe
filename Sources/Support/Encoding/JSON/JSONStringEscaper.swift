import System

/// Escapes the contents of JSON strings for `JSONWriter`.
enum JSONStringEscaper {
  private static let hex = Array("0123456789abcdef".utf8)

  /// Whether no byte needs an escape or a closer look.
  @inline(__always)
  static func escapesNothing(
    of text: UnsafeBufferPointer<UInt8>, escaping: JSONWriter.Escaping
  ) -> Bool {
    guard let base = text.baseAddress else { return true }
    return next(in: base, from: 0, to: text.count, escaping) == text.count
  }

  /// Returns the first position from `start` on of a byte that may need an escape, or `end`.
  @inline(__always)
  private static func next(
    in base: UnsafePointer<UInt8>, from start: Int, to end: Int, _ escaping: JSONWriter.Escaping
  ) -> Int {
    switch escaping {
    case .minimal: StringScan.special(in: base, from: start, to: end)
    case .invisibles: StringScan.specialOrHigh(in: base, from: start, to: end)
    }
  }

  /// Appends valid UTF-8 with the necessary escapes.
  static func append(
    _ text: UnsafeBufferPointer<UInt8>, escaping: JSONWriter.Escaping, to bytes: inout [UInt8]
  ) {
    guard let base = text.baseAddress else { return }
    // Text between two escapes is appended at once.
    var pending = 0
    var position = 0
    while true {
      position = next(in: base, from: position, to: text.count, escaping)
      guard position < text.count else { break }
      let (scalar, length) = UTF8Sequence.decode(base + position)
      if scalar < 0x80 ? needsEscape(scalar) : InvisibleCharacters.contains(scalar) {
        bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text[pending..<position]))
        append(scalar, to: &bytes)
        pending = position + length
      }
      position += length
    }
    bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text[pending...]))
  }

  private static func needsEscape(_ scalar: UInt32) -> Bool {
    scalar < 0x20 || scalar == 0x22 || scalar == 0x5C || scalar == 0x7F
  }

  private static func append(_ scalar: UInt32, to bytes: inout [UInt8]) {
    switch scalar {
    case 0x22, 0x5C: append(escaped: UInt8(scalar), to: &bytes)
    case 0x0A: append(escaped: UInt8(ascii: "n"), to: &bytes)
    case 0x0D: append(escaped: UInt8(ascii: "r"), to: &bytes)
    case 0x09: append(escaped: UInt8(ascii: "t"), to: &bytes)
    case 0x10000...:
      let offset = scalar - 0x10000
      appendHex(0xD800 + offset >> 10, to: &bytes)
      appendHex(0xDC00 + offset & 0x3FF, to: &bytes)
    default: appendHex(scalar, to: &bytes)
    }
  }

  private static func append(escaped byte: UInt8, to bytes: inout [UInt8]) {
    bytes.append(0x5C)
    bytes.append(byte)
  }

  private static func appendHex(_ unit: UInt32, to bytes: inout [UInt8]) {
    append(escaped: UInt8(ascii: "u"), to: &bytes)
    for shift: UInt32 in [12, 8, 4, 0] { bytes.append(hex[Int(unit >> shift & 0xF)]) }
  }
}
