/// Where a session's chance comes from.
public struct SessionRandom: Sendable {
  private let next: @Sendable () -> UInt64

  /// Takes 64 random bits from `next` each time.
  public init(_ next: @escaping @Sendable () -> UInt64 = { .random(in: .min ... .max) }) {
    self.next = next
  }

  /// A number from 0 to 1.
  public func fraction() -> Double { Double(next() >> 11) / Double(1 << 53 as UInt64) }

  /// A random UUID (RFC 9562, 5.4) in lower case.
  public func uuid() -> String {
    let digits = Array("0123456789abcdef".utf8)
    let words = (next() & ~0xF000 | 0x4000, next() & ~(3 << 62) | 1 << 63)
    var text: [UInt8] = []
    for (index, shift) in stride(from: 60, through: 0, by: -4).enumerated() {
      if index == 8 || index == 12 { text.append(UInt8(ascii: "-")) }
      text.append(digits[Int(words.0 >> UInt64(shift) & 15)])
    }
    for (index, shift) in stride(from: 60, through: 0, by: -4).enumerated() {
      if index == 0 || index == 4 { text.append(UInt8(ascii: "-")) }
      text.append(digits[Int(words.1 >> UInt64(shift) & 15)])
    }
    return String(decoding: text, as: UTF8.self)
  }
}
