/// Sixteen bytes that are compared together (SIMD), to scan JSON and UTF-8 quickly.
///
/// A comparison returns a vector whose lanes are all ones or all zeros. `bits` packs it into one bit for each byte: the
/// multiplication collects the eight one-bit lanes of a word in its top byte. On baseline x86-64 and arm64 this
/// compiles to plain vector instructions.
struct ByteBlock {
  var bytes: SIMD16<UInt8>

  @inline(__always)
  init(bytes: SIMD16<UInt8>) { self.bytes = bytes }

  @inline(__always)
  init(_ pointer: UnsafePointer<UInt8>) {
    bytes = UnsafeRawPointer(pointer).loadUnaligned(as: SIMD16<UInt8>.self)
  }

  @inline(__always)
  func equals(_ byte: UInt8) -> SIMDMask<SIMD16<Int8>> {
    bytes .== SIMD16(repeating: byte)
  }

  @inline(__always)
  func isBelow(_ byte: UInt8) -> SIMDMask<SIMD16<Int8>> {
    bytes .< SIMD16(repeating: byte)
  }

  /// Returns one bit for each lane that is set, the first byte in the lowest bit.
  @inline(__always)
  static func bits(_ mask: SIMDMask<SIMD16<Int8>>) -> UInt64 {
    let weights = SIMD16<UInt8>(1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128)
    let weighted = unsafeBitCast(mask, to: SIMD16<UInt8>.self) & weights
    let words = unsafeBitCast(weighted, to: SIMD2<UInt64>.self)
    let gather: UInt64 = 0x0101_0101_0101_0101
    return (words[0] &* gather) >> 56 | ((words[1] &* gather) >> 56) << 8
  }

  /// Returns the index of the first lane that is set, if any.
  @inline(__always)
  static func first(_ mask: SIMDMask<SIMD16<Int8>>) -> Int? {
    let words = unsafeBitCast(mask, to: SIMD2<UInt64>.self)
    if words[0] != 0 { return words[0].trailingZeroBitCount >> 3 }
    if words[1] != 0 { return 8 + words[1].trailingZeroBitCount >> 3 }
    return nil
  }
}
