/// The SHA-1 digest of FIPS 180-4, in one piece or as the bytes come.
///
/// For the protocols that name it: UUIDs of version 5 and the WebSocket handshake. It resists no
/// one who looks for two messages of one digest.
public struct SHA1: Sendable {
  /// The length of a digest in bytes.
  public static let byteCount = 20

  /// The five working words, H0 to H4.
  private var state: InlineArray<5, UInt32> = [
    0x6745_2301, 0xefcd_ab89, 0x98ba_dcfe, 0x1032_5476, 0xc3d2_e1f0,
  ]
  private var buffer = BlockBuffer()

  /// Starts the digest of a message.
  public init() {}

  /// The 20-byte digest of a whole message.
  public static func digest(_ bytes: UnsafeRawBufferPointer) -> [UInt8] {
    var hash = SHA1()
    hash.update(bytes)
    return hash.finish()
  }

  /// The 20-byte digest of a whole message.
  @inlinable
  public static func digest(_ bytes: some Collection<UInt8>) -> [UInt8] {
    bytes.withContiguousBytes { digest($0) }
  }

  /// Adds bytes to the message.
  public mutating func update(_ bytes: UnsafeRawBufferPointer) {
    buffer.update(bytes, state: &state, compress: SHA1.compress)
  }

  /// Adds bytes to the message.
  @inlinable
  public mutating func update(_ bytes: some Collection<UInt8>) {
    bytes.withContiguousBytes { update($0) }
  }

  /// The 20-byte digest of the message so far; more may be added after it.
  public func finish() -> [UInt8] {
    var last = self
    last.buffer.finish(state: &last.state, compress: SHA1.compress)
    return [UInt8](bigEndian: last.state)
  }

  /// Works a run of whole blocks into the state (FIPS 180-4, 6.1.2).
  private static func compress(
    _ state: inout InlineArray<5, UInt32>, _ blocks: UnsafeRawBufferPointer
  ) {
    // By pointer, and in four loops: every change that is sent comes by here, and an inline array, a local
    // function that takes the words by reference, or one loop that chooses its mixture costs twice as much.
    withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 80) { schedule in
      guard let schedule = schedule.baseAddress else { return }
      for start in stride(from: 0, to: blocks.count, by: 64) {
        var t = 0
        while t < 16 {
          schedule[t] = blocks.bigEndianWord(at: start &+ 4 &* t)
          t &+= 1
        }
        while t < 80 {
          schedule[t] = rotated(
            schedule[t &- 3] ^ schedule[t &- 8] ^ schedule[t &- 14] ^ schedule[t &- 16], 1)
          t &+= 1
        }
        var (a, b, c, d, e) = (state[0], state[1], state[2], state[3], state[4])
        t = 0
        while t < 20 {
          let sum = sum(a, d ^ (b & (c ^ d)), e, 0x5a82_7999, schedule[t])
          (a, b, c, d, e) = (sum, a, rotated(b, 30), c, d)
          t &+= 1
        }
        while t < 40 {
          let sum = sum(a, b ^ c ^ d, e, 0x6ed9_eba1, schedule[t])
          (a, b, c, d, e) = (sum, a, rotated(b, 30), c, d)
          t &+= 1
        }
        while t < 60 {
          let sum = sum(a, (b & c) | (d & (b | c)), e, 0x8f1b_bcdc, schedule[t])
          (a, b, c, d, e) = (sum, a, rotated(b, 30), c, d)
          t &+= 1
        }
        while t < 80 {
          let sum = sum(a, b ^ c ^ d, e, 0xca62_c1d6, schedule[t])
          (a, b, c, d, e) = (sum, a, rotated(b, 30), c, d)
          t &+= 1
        }
        state[0] &+= a
        state[1] &+= b
        state[2] &+= c
        state[3] &+= d
        state[4] &+= e
      }
    }
  }

  @inline(__always)
  private static func sum(
    _ a: UInt32, _ mix: UInt32, _ e: UInt32, _ constant: UInt32, _ word: UInt32
  ) -> UInt32 {
    rotated(a, 5) &+ mix &+ e &+ constant &+ word
  }

  @inline(__always)
  private static func rotated(_ word: UInt32, _ count: UInt32) -> UInt32 {
    word &<< count | word &>> (32 &- count)
  }
}
