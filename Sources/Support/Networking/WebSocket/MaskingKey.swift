/// The key that masks a WebSocket client's payloads, so that no cache mistakes them for HTTP (RFC 6455, section 5.3).
struct MaskingKey: Hashable, Sendable {
  /// The four bytes. The next one to use is the most significant.
  private(set) var number: UInt32

  /// Creates a key of four bytes, the most significant first.
  init(_ number: UInt32) {
    self.number = number
  }

  /// Masks or unmasks bytes, which is the same operation. The next call continues where this one ended.
  mutating func apply(to bytes: UnsafeMutableRawBufferPointer) {
    guard var next = bytes.baseAddress else { return }
    var left = bytes.count
    // `bigEndian` puts the first byte first in memory on all machines.
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
