import CLibcrypto

/// A key that seals texts, so that they can be neither read nor changed without it (AEAD_CHACHA20_POLY1305, RFC 8439,
/// 2.8).
///
/// It is never shown. Two texts must not be sealed with one nonce: whoever has both could read and forge.
package struct ChaCha20Poly1305: Sendable {
  package static let keyBytes = 32
  /// Bytes by which a sealed text is longer.
  package static let tagBytes = 16
  /// Bytes that libcrypto takes at once.
  private static let longest = Int(Int32.max)

  private let key: [UInt8]

  /// What must differ from text to text.
  package struct Nonce: Sendable {
    fileprivate let bytes: [UInt8]

    /// Takes 12 bytes; nil for any other number.
    package init?(_ bytes: [UInt8]) {
      guard bytes.count == 12 else { return nil }
      self.bytes = bytes
    }

    /// Four zero bytes and a number, its lowest byte first.
    package init(counter: UInt64) {
      bytes = [0, 0, 0, 0] + withUnsafeBytes(of: counter.littleEndian) { Array($0) }
    }
  }

  /// Takes a key of 32 bytes; nil for any other number.
  package init?(key: [UInt8]) {
    guard key.count == Self.keyBytes else { return nil }
    self.key = key
  }

  /// Seals the bytes from a place on, where they are, and puts the tag behind them. What is additional is not sealed,
  /// but has to be the same when they are opened.
  package func seal(
    _ bytes: inout [UInt8], from start: Int = 0, nonce: Nonce, additional: [UInt8] = []
  ) {
    let end = bytes.count
    precondition(end - start <= Self.longest, "no such text can be sealed")
    let context = begin(isSealing: true, nonce, additional)
    defer { EVP_CIPHER_CTX_free(context) }
    bytes += repeatElement(0, count: Self.tagBytes)
    bytes.withUnsafeMutableBufferPointer { all in
      let text = UnsafeMutableBufferPointer(rebasing: all[start..<end])
      let tag = UnsafeMutableBufferPointer(rebasing: all[end...])
      var written: Int32 = 0
      Libcrypto.check(
        EVP_CipherUpdate(context, text.baseAddress, &written, text.baseAddress, Int32(text.count)))
      Libcrypto.check(EVP_CipherFinal_ex(context, tag.baseAddress, &written))
      Libcrypto.check(
        EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_GET_TAG, Int32(tag.count), tag.baseAddress))
    }
  }

  /// Opens a sealed text and takes the tag away; false, leaving it as it was, where it was not sealed so.
  package func open(_ bytes: inout [UInt8], nonce: Nonce, additional: [UInt8] = []) -> Bool {
    let count = bytes.count - Self.tagBytes
    guard (0...Self.longest).contains(count) else { return false }
    let context = begin(isSealing: false, nonce, additional)
    defer { EVP_CIPHER_CTX_free(context) }
    var tag = Array(bytes[count...])
    Libcrypto.check(
      EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_TAG, Int32(tag.count), &tag))
    // Libcrypto compares the tag after the text is open: until then, the text stays here.
    var text = [UInt8](repeating: 0, count: bytes.count)
    var written: Int32 = 0
    Libcrypto.check(EVP_CipherUpdate(context, &text, &written, bytes, Int32(count)))
    guard EVP_CipherFinal_ex(context, &tag, &written) == 1 else {
      // Others of this thread, such as libcurl, must not find the error.
      ERR_clear_error()
      return false
    }
    text.removeLast(Self.tagBytes)
    bytes = text
    return true
  }

  private func begin(isSealing: Bool, _ nonce: Nonce, _ additional: [UInt8]) -> OpaquePointer {
    let context = Libcrypto.made(EVP_CIPHER_CTX_new())
    Libcrypto.check(
      EVP_CipherInit_ex2(
        context, Libcrypto.chaCha20Poly1305, key, nonce.bytes, isSealing ? 1 : 0, nil))
    var written: Int32 = 0
    Libcrypto.check(
      EVP_CipherUpdate(context, nil, &written, additional, Int32(additional.count)))
    return context
  }
}

extension ChaCha20Poly1305: CustomStringConvertible, CustomReflectable {
  /// That there is a key, never which.
  package var description: String { "a key" }

  /// The description alone, so that `dump` shows no bytes either.
  package var customMirror: Mirror { Mirror(self, children: ["description": description]) }
}
