import CLibcrypto

/// The SHA-256 digest of FIPS 180-4, of a whole message or incrementally.
package struct SHA256: ~Copyable {
  /// The length of a digest in bytes.
  package static let byteCount = 32

  private let context: OpaquePointer

  /// Starts the digest of a message.
  package init() {
    context = Libcrypto.made(EVP_MD_CTX_new())
    Libcrypto.check(EVP_DigestInit_ex2(context, Libcrypto.sha256, nil))
  }

  deinit { EVP_MD_CTX_free(context) }

  /// Returns the digest of a whole message.
  package static func digest(_ bytes: some Collection<UInt8>) -> [UInt8] {
    Libcrypto.digest(bytes, Libcrypto.sha256, byteCount: byteCount)
  }

  /// Adds bytes to the message.
  package mutating func update(_ bytes: some Collection<UInt8>) {
    Libcrypto.withBuffer(of: bytes) {
      Libcrypto.check(EVP_DigestUpdate(context, $0.baseAddress, $0.count))
    }
  }

  /// Returns the digest of the message so far. More bytes may be added afterwards.
  package func finish() -> [UInt8] {
    let copy = Libcrypto.made(EVP_MD_CTX_new())
    defer { EVP_MD_CTX_free(copy) }
    Libcrypto.check(EVP_MD_CTX_copy_ex(copy, context))
    return [UInt8](unsafeUninitializedCapacity: Self.byteCount) { digest, count in
      Libcrypto.check(EVP_DigestFinal_ex(copy, digest.baseAddress, nil))
      count = Self.byteCount
    }
  }
}
