import Digests

/// A key that seals texts, so that they can be neither read nor changed without it (AEAD_CHACHA20_POLY1305, RFC 8439,
/// 2.8).
///
/// It is never shown. Two texts must not be sealed with one nonce: whoever has both could read and forge.
package struct ChaCha20Poly1305: Sendable {
  package static let keyBytes = 32
  /// Bytes by which a sealed text is longer.
  package static let tagBytes = Poly1305.tagBytes

  private let key: SIMD8<UInt32>

  /// What must differ from text to text.
  package struct Nonce: Sendable {
    fileprivate let words: SIMD3<UInt32>

    /// Takes 12 bytes; nil for any other number.
    package init?(_ bytes: [UInt8]) {
      guard bytes.count == 12 else { return nil }
      words = SIMD3(bytes.word(at: 0), bytes.word(at: 4), bytes.word(at: 8))
    }

    /// Four zero bytes and a number, its lowest byte first.
    package init(counter: UInt64) {
      words = SIMD3(
        0, UInt32(truncatingIfNeeded: counter), UInt32(truncatingIfNeeded: counter >> 32))
    }
  }

  /// Takes a key of 32 bytes; nil for any other number.
  package init?(key: [UInt8]) {
    guard key.count == Self.keyBytes else { return nil }
    var words = SIMD8<UInt32>()
    for index in 0..<8 { words[index] = key.word(at: 4 * index) }
    self.key = words
  }

  /// Seals the bytes from a place on, where they are, and puts the tag behind them. What is additional is not sealed,
  /// but has to be the same when they are opened.
  package func seal(
    _ bytes: inout [UInt8], from start: Int = 0, nonce: Nonce, additional: [UInt8] = []
  ) {
    let cipher = ChaCha20(key: key, nonce: nonce.words)
    let tag = bytes.withUnsafeMutableBytes { all in
      let text = UnsafeMutableRawBufferPointer(rebasing: all[start...])
      // The counter of blocks has 32 bits, and the first block is the tag's key.
      precondition(text.count <= Self.longest, "no such text can be sealed")
      cipher.apply(to: text, from: 1)
      return Self.tag(UnsafeRawBufferPointer(text), cipher, additional)
    }
    bytes += tag
  }

  /// Opens a sealed text where it is, and takes the tag away; false, leaving it as it was, where it was not sealed so.
  ///
  /// Nothing is opened before the tag is found to be the right one, which is compared in constant time.
  package func open(_ bytes: inout [UInt8], nonce: Nonce, additional: [UInt8] = []) -> Bool {
    let count = bytes.count - Self.tagBytes
    guard (0...Self.longest).contains(count) else { return false }
    let cipher = ChaCha20(key: key, nonce: nonce.words)
    let given = Array(bytes[count...])
    let isRight = bytes.withUnsafeMutableBytes { all in
      let text = UnsafeMutableRawBufferPointer(rebasing: all[..<count])
      let tag = Self.tag(UnsafeRawBufferPointer(text), cipher, additional)
      guard ConstantTime.areEqual(tag, given) else { return false }
      cipher.apply(to: text, from: 1)
      return true
    }
    if isRight { bytes.removeLast(Self.tagBytes) }
    return isRight
  }

  private static let longest = Int(UInt32.max) * ChaCha20.blockBytes

  private static func tag(
    _ text: UnsafeRawBufferPointer, _ cipher: ChaCha20, _ additional: [UInt8]
  ) -> [UInt8] {
    var key = [UInt8](repeating: 0, count: 32)
    key.withUnsafeMutableBytes { cipher.apply(to: $0, from: 0) }
    var sum = key.withUnsafeBytes { Poly1305(key: $0) }
    additional.withUnsafeBytes { sum.add(padding: $0) }
    sum.add(padding: text)
    let counts = (UInt64(additional.count).littleEndian, UInt64(text.count).littleEndian)
    withUnsafeBytes(of: counts) { sum.add(padding: $0) }
    return sum.finish()
  }
}

extension ChaCha20Poly1305: CustomStringConvertible, CustomReflectable {
  /// That there is a key, never which.
  package var description: String { "a key" }

  /// The description alone, so that `dump` shows no bytes either.
  package var customMirror: Mirror { Mirror(self, children: ["description": description]) }
}

extension [UInt8] {
  /// Four bytes as a number, the lowest first.
  fileprivate func word(at place: Int) -> UInt32 {
    UInt32(self[place]) | UInt32(self[place + 1]) << 8 | UInt32(self[place + 2]) << 16
      | UInt32(self[place + 3]) << 24
  }
}
