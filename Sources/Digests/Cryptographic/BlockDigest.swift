/// A digest of FIPS 180-4 that works a message into a state, block by block, in one piece or as the bytes come.
package protocol BlockDigest: Sendable {
  associatedtype State: Sendable
  var work: BlockWork<State> { get set }
  /// Starts the digest of a message.
  init()
  /// Works a run of whole blocks into the state.
  static func compress(_ state: inout State, _ blocks: UnsafeRawBufferPointer)
  /// The digest that a state is.
  static func bytes(of state: State) -> [UInt8]
}

extension BlockDigest {
  /// The digest of a whole message.
  package static func digest(_ bytes: some Collection<UInt8>) -> [UInt8] {
    var hash = Self()
    hash.update(bytes)
    return hash.finish()
  }

  /// Adds bytes to the message.
  package mutating func update(_ bytes: some Collection<UInt8>) {
    bytes.withContiguousBytes { work.update($0, Self.compress) }
  }

  /// The digest of the message so far; more may be added after it.
  package func finish() -> [UInt8] {
    var last = work
    last.finish(Self.compress)
    return Self.bytes(of: last.state)
  }
}

/// Cuts a message into the 64-byte blocks that SHA-1 and SHA-256 work on, and pads the last
/// (FIPS 180-4, 5.1.1).
package struct BlockWork<State: Sendable>: Sendable {
  private(set) var state: State
  /// The message's bytes that do not fill a block yet, from the front.
  private var block = InlineArray<64, UInt8>(repeating: 0)
  /// How many bytes of `block` are in use, 0 to 63.
  private var filled = 0
  /// Bytes of the message so far.
  private var count: UInt64 = 0

  init(_ state: State) { self.state = state }

  typealias Compress = (inout State, UnsafeRawBufferPointer) -> Void

  /// Takes more of the message and works in each run of whole blocks.
  mutating func update(_ bytes: UnsafeRawBufferPointer, _ compress: Compress) {
    count &+= UInt64(bytes.count)
    var rest = bytes[...]
    if filled > 0 {
      let taken = min(64 - filled, rest.count)
      append(UnsafeRawBufferPointer(rebasing: rest.prefix(taken)))
      rest = rest.dropFirst(taken)
      guard filled == 64 else { return }
      flush(compress)
    }
    let whole = rest.count & ~63
    if whole > 0 { compress(&state, UnsafeRawBufferPointer(rebasing: rest.prefix(whole))) }
    append(UnsafeRawBufferPointer(rebasing: rest.dropFirst(whole)))
  }

  /// Pads the message and works in what is left of it.
  mutating func finish(_ compress: Compress) {
    let bits = count &* 8
    block[filled] = 0x80
    filled += 1
    if filled > 56 {
      for index in filled..<64 { block[index] = 0 }
      flush(compress)
    }
    for index in filled..<56 { block[index] = 0 }
    for index in 0..<8 { block[56 + index] = UInt8(truncatingIfNeeded: bits >> (56 - 8 * index)) }
    flush(compress)
  }

  private mutating func append(_ bytes: UnsafeRawBufferPointer) {
    guard let source = bytes.baseAddress, !bytes.isEmpty else { return }
    let filled = filled
    var span = block.mutableSpan
    span.withUnsafeMutableBytes {
      // A block never takes more than it has room for: both callers cut `bytes` to that.
      $0.baseAddress.map { ($0 + filled).copyMemory(from: source, byteCount: bytes.count) }
    }
    self.filled += bytes.count
  }

  private mutating func flush(_ compress: Compress) {
    var state = state
    block.span.withUnsafeBytes { compress(&state, $0) }
    (self.state, filled) = (state, 0)
  }
}

extension UnsafeRawBufferPointer {
  /// The big-endian 32-bit word at an offset.
  func bigEndianWord(at offset: Int) -> UInt32 {
    UInt32(bigEndian: loadUnaligned(fromByteOffset: offset, as: UInt32.self))
  }
}

extension [UInt8] {
  /// Makes the big-endian bytes of 32-bit words.
  init<let count: Int>(bigEndian words: InlineArray<count, UInt32>) {
    self.init()
    reserveCapacity(count * 4)
    for index in words.indices {
      let word = words[index]
      for shift in [24, 16, 8, 0] { append(UInt8(truncatingIfNeeded: word >> UInt32(shift))) }
    }
  }
}
