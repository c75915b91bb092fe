/// The one-time authenticator Poly1305 (RFC 8439, 2.5): a key is good for one message.
///
/// The sum modulo 2^130 - 5 is held in three limbs of 44, 44 and 42 bits. There are no branches and no places in memory
/// that depend on the key or the message, but for its length.
struct Poly1305 {
  private let (r0, r1, r2): (UInt64, UInt64, UInt64)
  private let (s0, s1): (UInt64, UInt64)
  private var (h0, h1, h2): (UInt64, UInt64, UInt64) = (0, 0, 0)

  /// Bytes of a tag, and of a block.
  static let tagBytes = 16
  private static let low44: UInt64 = 1 << 44 - 1
  private static let low42: UInt64 = 1 << 42 - 1

  init(key: UnsafeRawBufferPointer) {
    precondition(key.count == 32)
    let (t0, t1) = (Self.word(key, 0), Self.word(key, 8))
    // Some bits of r are always zero (RFC 8439, 2.5).
    r0 = t0 & 0xffc_0fff_ffff
    r1 = (t0 >> 44 | t1 << 20) & 0xfff_ffc0_ffff
    r2 = t1 >> 24 & 0x00f_ffff_fc0f
    (s0, s1) = (Self.word(key, 16), Self.word(key, 24))
  }

  static func tag(_ message: UnsafeRawBufferPointer, key: UnsafeRawBufferPointer) -> [UInt8] {
    var sum = Poly1305(key: key)
    let whole = message.count & ~15
    sum.add(blocks: UnsafeRawBufferPointer(rebasing: message[..<whole]))
    sum.add(rest: message[whole...], isWhole: false)
    return sum.finish()
  }

  /// Adds bytes, and zeros up to the next whole block (RFC 8439, 2.8).
  mutating func add(padding bytes: UnsafeRawBufferPointer) {
    let whole = bytes.count & ~15
    add(blocks: UnsafeRawBufferPointer(rebasing: bytes[..<whole]))
    add(rest: bytes[whole...], isWhole: true)
  }

  /// Adds fewer bytes than a block has: as a block that is filled up with zeros, or as the end of the message.
  private mutating func add(rest: Slice<UnsafeRawBufferPointer>, isWhole: Bool) {
    guard !rest.isEmpty else { return }
    withUnsafeTemporaryAllocation(byteCount: 16, alignment: 16) { block in
      block.initializeMemory(as: UInt8.self, repeating: 0)
      block.copyBytes(from: rest)
      if !isWhole { block[rest.count] = 1 }
      add(blocks: UnsafeRawBufferPointer(block), top: isWhole ? 1 << 40 : 0)
    }
  }

  private mutating func add(blocks: UnsafeRawBufferPointer, top: UInt64 = 1 << 40) {
    // 2^130 is 5 modulo the prime; the limbs come to 132 bits, so that it is 20.
    let (f1, f2) = (r1 &* 20, r2 &* 20)
    var (h0, h1, h2) = (h0, h1, h2)
    var offset = 0
    while offset < blocks.count {
      let (t0, t1) = (Self.word(blocks, offset), Self.word(blocks, offset + 8))
      h0 &+= t0 & Self.low44
      h1 &+= (t0 >> 44 | t1 << 20) & Self.low44
      h2 &+= t1 >> 24 | top
      let d0 = Self.product(h0, r0) &+ Self.product(h1, f2) &+ Self.product(h2, f1)
      var d1 = Self.product(h0, r1) &+ Self.product(h1, r0) &+ Self.product(h2, f2)
      var d2 = Self.product(h0, r2) &+ Self.product(h1, r1) &+ Self.product(h2, r0)
      d1 &+= d0 >> 44
      d2 &+= d1 >> 44
      h0 = UInt64(truncatingIfNeeded: d0) & Self.low44
      h1 = UInt64(truncatingIfNeeded: d1) & Self.low44
      h2 = UInt64(truncatingIfNeeded: d2) & Self.low42
      h0 &+= UInt64(truncatingIfNeeded: d2 >> 42) &* 5
      h1 &+= h0 >> 44
      h0 &= Self.low44
      offset += 16
    }
    (self.h0, self.h1, self.h2) = (h0, h1, h2)
  }

  consuming func finish() -> [UInt8] {
    // Twice round, until no limb has bits of the next one.
    for _ in 0..<2 {
      h2 &+= h1 >> 44
      h1 &= Self.low44
      h0 &+= (h2 >> 42) &* 5
      h2 &= Self.low42
      h1 &+= h0 >> 44
      h0 &= Self.low44
    }
    // The sum less the prime, if that is not below zero: both are computed, and a mask chooses.
    var g0 = h0 &+ 5
    var g1 = h1 &+ g0 >> 44
    let g2 = h2 &+ g1 >> 44 &- 1 << 42
    g0 &= Self.low44
    g1 &= Self.low44
    let mask = g2 >> 63 &- 1
    h0 = h0 & ~mask | g0 & mask
    h1 = h1 & ~mask | g1 & mask
    h2 = h2 & ~mask | g2 & mask
    let sum = UInt128(h0) &+ UInt128(h1) &<< 44 &+ UInt128(h2) &<< 88
    let tag = sum &+ (UInt128(s1) &<< 64 | UInt128(s0))
    return withUnsafeBytes(of: tag.littleEndian) { Array($0) }
  }

  @inline(__always)
  private static func product(_ a: UInt64, _ b: UInt64) -> UInt128 { UInt128(a) &* UInt128(b) }

  @inline(__always)
  private static func word(_ bytes: UnsafeRawBufferPointer, _ offset: Int) -> UInt64 {
    UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }
}
