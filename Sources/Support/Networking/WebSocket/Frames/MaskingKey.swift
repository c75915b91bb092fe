/// The key that a client's payloads are masked with, so that no cache on the way takes them for HTTP
/// (RFC 6455, section 5.3).
struct MaskingKey: Hashable, Sendable {
  /// The four bytes, the next one to use in the highest place.
  private(set) var number: UInt32

  /// Makes a key of four bytes, the first one in the highest place.
  init(_ number: UInt32) {
    self.number = number
  }

  /// Masks bytes, or unmasks them, which is the same; the next call goes on behind them.
  mutating func apply(to bytes: UnsafeMutableRawBufferPointer) {
    guard var next = bytes.baseAddress else { return }
    var left = bytes.count
    // In memory the first byte is the lowest on machines that matter; byteswapping makes it so on all.
    let word = UInt64(number) << 32 | UInt64(number)
    let wide = SIMD4<UInt64>(repeating: word.bigEndian)
    while left >= 32 {
      let block = next.loadUnaligned(as: SIMD4<UInt64>.self) ^ wide
      next.storeBytes(of: block, as: SIMD4<UInt64>.self)
      next += 32
      left -= 32
    }
    while left >= 8 {
      let block = next.loadUnaligned(as: UInt64.self) ^ word.bigEndian
      next.storeBytes(of: block, as: UInt64.self)
      next += 8
      left -= 8
    }
    for _ in 0..<left {
      next.storeBytes(of: next.load(as: UInt8.self) ^ UInt8(number >> 24), as: UInt8.self)
      number = number << 8 | number >> 24
      next += 1
    }
  }
}
