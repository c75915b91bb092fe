import CLibcrypto

/// Authenticated encryption with one key: `seal` encrypts a text, `open` decrypts an unchanged one
/// (AEAD_CHACHA20_POLY1305, RFC 8439, 2.8).
///
/// The key is never printed. A nonce must not be reused: two texts with the same nonce could be decrypted and forged.
package struct ChaCha20Poly1305: Sendable {
  package static let keyBytes = 32
  /// The number of bytes that encryption adds.
  package static let tagBytes = 16
  /// The largest number of bytes that libcrypto takes at once.
  private static let longest = Int(Int32.max)

  private let key: [UInt8]

  /// A number used once, different for each text.
  package struct Nonce: Sendable {
    fileprivate let bytes: [UInt8]

    /// Takes 12 bytes; nil for any other number.
    package init?(_ bytes: [UInt8]) {
      guard bytes.count == 12 else { return nil }
      self.bytes = bytes
    }

    /// Creates a nonce of four zero bytes and a little-endian number.
    package init(counter: UInt64) {
      bytes = [0, 0, 0, 0] + withUnsafeBytes(of: counter.littleEndian) { Array($0) }
    }
  }

  /// Takes a key of 32 bytes; nil for any other number.
  package init?(key: [UInt8]) {
    guard key.count == Self.keyBytes else { return nil }
    self.key = key
  }

  /// Encrypts the bytes from `start` in place and appends the tag. `additional` is not encrypted, but authenticated: it
  /// must be the same for `open`.
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

  /// Decrypts a text and removes the tag. Returns false and leaves the bytes unchanged if the tag does not match.
  package func open(_ bytes: inout [UInt8], nonce: Nonce, additional: [UInt8] = []) -> Bool {
    let count = bytes.count - Self.tagBytes
    guard (0...Self.longest).contains(count) else { return false }
    let context = begin(isSealing: false, nonce, additional)
    defer { EVP_CIPHER_CTX_free(context) }
    var tag = Array(bytes[count...])
    Libcrypto.check(
      EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_TAG, Int32(tag.count), &tag))
    // Libcrypto checks the tag after decryption. Until then, the plaintext stays in this buffer.
    var text = [UInt8](repeating: 0, count: bytes.count)
    var written: Int32 = 0
    Libcrypto.check(EVP_CipherUpdate(context, &text, &written, bytes, Int32(count)))
    guard EVP_CipherFinal_ex(context, &tag, &written) == 1 else {
      // Other code on this thread, such as libcurl, must not see this error.
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
  /// A fixed text that does not reveal the key.
  package var description: String { "a key" }

  /// Only the description, so that `dump` does not show the bytes either.
  package var customMirror: Mirror { Mirror(self, children: ["description": description]) }
}
