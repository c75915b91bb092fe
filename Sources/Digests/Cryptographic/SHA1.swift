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
    // By pointer and with `while`: every change that is sent comes by here, and an inline array or a local
    // function that takes the words by reference costs two to three times as much.
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
        while t < 80 {
          let end = t &+ 20
          while t < end {
            let mix: UInt32
            let constant: UInt32
            switch end {
            case 20: (mix, constant) = (d ^ (b & (c ^ d)), 0x5a82_7999)
            case 40: (mix, constant) = (b ^ c ^ d, 0x6ed9_eba1)
            case 60: (mix, constant) = ((b & c) | (d & (b | c)), 0x8f1b_bcdc)
            default: (mix, constant) = (b ^ c ^ d, 0xca62_c1d6)
            }
            let sum = rotated(a, 5) &+ mix &+ e &+ constant &+ schedule[t]
            (a, b, c, d, e) = (sum, a, rotated(b, 30), c, d)
            t &+= 1
          }
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
  private static func rotated(_ word: UInt32, _ count: UInt32) -> UInt32 {
    word &<< count | word &>> (32 &- count)
  }
}
