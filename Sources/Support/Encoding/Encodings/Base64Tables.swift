/// What the base64 alphabet stands for, laid out for whole groups at a time.
struct Base64Tables: @unchecked Sendable {
  // The tables are made once, never changed and never freed, so that any thread may read them.
  static let shared = Base64Tables()

  /// The bit that marks a character outside the alphabet in `values`.
  static let fault: UInt32 = 1 << 31

  /// The two characters of each 12 bits, the first in the lower address.
  let pairs: UnsafePointer<UInt16>
  /// Four tables of 256: the bits that a character gives a group of 24 from its place, or `fault`.
  let values: UnsafePointer<UInt32>

  private init() {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    let pairs = UnsafeMutablePointer<UInt16>.allocate(capacity: 4096)
    for bits in 0..<4096 {
      let pair = UInt16(alphabet[bits >> 6]) | UInt16(alphabet[bits & 63]) << 8
      (pairs + bits).initialize(to: pair.littleEndian)
    }
    let values = UnsafeMutablePointer<UInt32>.allocate(capacity: 4 * 256)
    values.initialize(repeating: Base64Tables.fault, count: 4 * 256)
    for (value, character) in alphabet.enumerated() {
      for place in 0..<4 {
        values[place * 256 + Int(character)] = UInt32(value) << UInt32(18 - 6 * place)
      }
    }
    self.pairs = UnsafePointer(pairs)
    self.values = UnsafePointer(values)
  }
}
