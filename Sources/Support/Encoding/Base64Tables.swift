/// Lookup tables of the base64 alphabet, used by `Base64` for whole groups of characters.
struct Base64Tables: @unchecked Sendable {
  // The tables are created once and never changed or freed, so any thread may read them.
  static let shared = Base64Tables()

  /// The bit in `values` that marks a character outside the alphabet.
  static let fault: UInt32 = 1 << 31

  /// The two characters for each 12 bits, the first at the lower address.
  let pairs: UnsafePointer<UInt16>
  /// Four tables of 256 entries, one for each position in a group: the bits of a character in the 24-bit group, or
  /// `fault`.
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
