/// The stream cipher ChaCha20 (RFC 8439, 2.4).
///
/// It adds, rotates and takes exclusive ors, and nothing else: neither branches nor places in memory depend on the
/// key or the text, so that the time tells nothing of them.
struct ChaCha20 {
  /// One word of four blocks that follow each other.
  private typealias Words = SIMD4<UInt32>

  let key: SIMD8<UInt32>
  let nonce: SIMD3<UInt32>

  static let blockBytes = 64
  private static let strideBytes = 4 * blockBytes
  /// "expand 32-byte k" (RFC 8439, 2.3).
  private static let constants = SIMD4<UInt32>(0x6170_7865, 0x3320_646e, 0x7962_2d32, 0x6b20_6574)

  /// Adds the key stream, from a block on, to bytes in place: what was plain is sealed then, and what was sealed plain.
  func apply(to bytes: UnsafeMutableRawBufferPointer, from block: UInt32) {
    guard let base = bytes.baseAddress else { return }
    var block = block
    var offset = 0
    while bytes.count - offset >= Self.strideBytes {
      applyFour(to: base + offset, from: block)
      offset += Self.strideBytes
      block &+= 4
    }
    let rest = UnsafeMutableRawBufferPointer(rebasing: bytes[offset...])
    guard !rest.isEmpty else { return }
    withUnsafeTemporaryAllocation(byteCount: Self.strideBytes, alignment: 16) { whole in
      guard let start = whole.baseAddress else { return }
      whole.initializeMemory(as: UInt8.self, repeating: 0)
      whole.copyMemory(from: UnsafeRawBufferPointer(rest))
      applyFour(to: start, from: block)
      rest.copyMemory(from: UnsafeRawBufferPointer(rebasing: whole[..<rest.count]))
    }
  }

  /// Adds four blocks of the key stream to 256 bytes.
  private func applyFour(to target: UnsafeMutableRawPointer, from block: UInt32) {
    let constants = Self.constants
    let counter = Words(repeating: block) &+ Words(0, 1, 2, 3)
    var a0 = Words(repeating: constants[0])
    var a1 = Words(repeating: constants[1])
    var a2 = Words(repeating: constants[2])
    var a3 = Words(repeating: constants[3])
    var b0 = Words(repeating: key[0])
    var b1 = Words(repeating: key[1])
    var b2 = Words(repeating: key[2])
    var b3 = Words(repeating: key[3])
    var c0 = Words(repeating: key[4])
    var c1 = Words(repeating: key[5])
    var c2 = Words(repeating: key[6])
    var c3 = Words(repeating: key[7])
    var d0 = counter
    var d1 = Words(repeating: nonce[0])
    var d2 = Words(repeating: nonce[1])
    var d3 = Words(repeating: nonce[2])
    for _ in 0..<10 {
      Self.quarterRound(&a0, &b0, &c0, &d0)
      Self.quarterRound(&a1, &b1, &c1, &d1)
      Self.quarterRound(&a2, &b2, &c2, &d2)
      Self.quarterRound(&a3, &b3, &c3, &d3)
      Self.quarterRound(&a0, &b1, &c2, &d3)
      Self.quarterRound(&a1, &b2, &c3, &d0)
      Self.quarterRound(&a2, &b3, &c0, &d1)
      Self.quarterRound(&a3, &b0, &c1, &d2)
    }
    func start(_ words: SIMD4<UInt32>, _ index: Int) -> Words { Words(repeating: words[index]) }
    let (low, high) = (key.lowHalf, key.highHalf)
    Self.add(
      a0 &+ start(constants, 0), a1 &+ start(constants, 1), a2 &+ start(constants, 2),
      a3 &+ start(constants, 3), to: target)
    Self.add(
      b0 &+ start(low, 0), b1 &+ start(low, 1), b2 &+ start(low, 2), b3 &+ start(low, 3),
      to: target + 16)
    Self.add(
      c0 &+ start(high, 0), c1 &+ start(high, 1), c2 &+ start(high, 2), c3 &+ start(high, 3),
      to: target + 32)
    Self.add(
      d0 &+ counter, d1 &+ Words(repeating: nonce[0]), d2 &+ Words(repeating: nonce[1]),
      d3 &+ Words(repeating: nonce[2]), to: target + 48)
  }

  /// Adds four words of each of the four blocks, which are 64 bytes apart, to the text there.
  @inline(__always)
  private static func add(
    _ w0: Words, _ w1: Words, _ w2: Words, _ w3: Words, to target: UnsafeMutableRawPointer
  ) {
    for block in 0..<4 {
      let place = target + block * blockBytes
      // Words are stored with their lowest byte first, as the machines that this runs on have them.
      let stream = Words(w0[block], w1[block], w2[block], w3[block])
      let text = place.loadUnaligned(as: Words.self)
      place.storeBytes(of: text ^ stream, as: Words.self)
    }
  }

  /// RFC 8439, 2.1, for four blocks.
  @inline(__always)
  private static func quarterRound(
    _ a: inout Words, _ b: inout Words, _ c: inout Words, _ d: inout Words
  ) {
    a &+= b
    d = rotated(d ^ a, 16)
    c &+= d
    b = rotated(b ^ c, 12)
    a &+= b
    d = rotated(d ^ a, 8)
    c &+= d
    b = rotated(b ^ c, 7)
  }

  /// The shift to the left is a product: Swift has those for whole vectors, and shifts for one lane after the other.
  /// With two shifts the compiler rotates lane by lane, which takes four times as long.
  @inline(__always)
  private static func rotated(_ words: Words, _ count: UInt32) -> Words {
    words &* Words(repeating: 1 &<< count) | words &>> Words(repeating: 32 &- count)
  }
}
