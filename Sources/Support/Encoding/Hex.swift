/// Encodes and decodes hexadecimal digits (RFC 4648, section 8). Output is in lower case; input may be in either.
public enum Hex {
  /// Encodes bytes with two digits each.
  public static func string(_ bytes: some Collection<UInt8>) -> String {
    var text: [UInt8] = []
    append(bytes, to: &text)
    return String(decoding: text, as: UTF8.self)
  }

  /// Appends two digits for each byte, as ASCII.
  public static func append(_ bytes: some Collection<UInt8>, to text: inout [UInt8]) {
    bytes.withContiguousBytes { bytes in
      text.append(addingCapacity: bytes.count * 2) { output in
        for byte in bytes {
          output.append(digit(byte >> 4))
          output.append(digit(byte & 15))
        }
      }
    }
  }

  /// Appends a number with all digits of its type, the most significant first.
  @inlinable
  public static func append<Number: FixedWidthInteger & UnsignedInteger>(
    _ number: Number, to text: inout [UInt8]
  ) {
    var shift = Number.bitWidth
    while shift > 0 {
      shift -= 4
      text.append(digit(UInt8(truncatingIfNeeded: number >> shift) & 15))
    }
  }

  /// Decodes a text; nil if its length is odd, or it has other characters.
  public static func decode(_ text: some Collection<UInt8>) -> [UInt8]? {
    text.withContiguousBytes { text in
      guard text.count % 2 == 0 else { return nil }
      var faults: UInt8 = 0
      let bytes = [UInt8](capacity: text.count / 2) { output in
        for index in stride(from: 0, to: text.count, by: 2) {
          let high = value(text[index])
          let low = value(text[index + 1])
          faults |= high | low
          output.append(high << 4 | low & 15)
        }
      }
      return faults > 15 ? nil : bytes
    }
  }

  /// Decodes a number with exactly the digits of its type; nil for anything else.
  @inlinable
  public static func decode<Number: FixedWidthInteger & UnsignedInteger>(
    _ text: some Collection<UInt8>, as type: Number.Type
  ) -> Number? {
    guard text.count == Number.bitWidth / 4 else { return nil }
    var number: Number = 0
    var faults: UInt8 = 0
    for character in text {
      let digit = value(character)
      faults |= digit
      number = number << 4 | Number(truncatingIfNeeded: digit & 15)
    }
    return faults > 15 ? nil : number
  }

  /// Returns the digit for a value from 0 to 15.
  @inlinable @inline(__always)
  static func digit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") &+ value : UInt8(ascii: "a") &- 10 &+ value
  }

  /// Returns the value of a digit; 255 for any other character.
  @inlinable @inline(__always)
  static func value(_ character: UInt8) -> UInt8 {
    let number = character &- UInt8(ascii: "0")
    if number < 10 { return number }
    let letter = (character | 0x20) &- UInt8(ascii: "a")
    return letter < 6 ? letter &+ 10 : 255
  }
}
