import CLibcrypto

/// The algorithms of libcrypto, each looked up once, and functions that end the process if libcrypto fails.
///
/// Otherwise OpenSSL 3 looks up the name in each call, which takes longer than a short digest. A separate library
/// context reads no `openssl.cnf`, so the machine's configuration cannot disable an algorithm that is needed.
enum Libcrypto {
  // They are never changed or freed, so any thread may use them.
  nonisolated(unsafe) static let context = made(OSSL_LIB_CTX_new())
  nonisolated(unsafe) static let sha1 = made(EVP_MD_fetch(context, "SHA1", nil))
  nonisolated(unsafe) static let sha256 = made(EVP_MD_fetch(context, "SHA256", nil))
  nonisolated(unsafe) static let chaCha20Poly1305 = made(
    EVP_CIPHER_fetch(context, "ChaCha20-Poly1305", nil))

  /// Returns an object that libcrypto created. Ends the process if creation failed.
  ///
  /// Swift also ends the process when memory runs out. A wrong digest or key would do more harm.
  static func made(_ pointer: OpaquePointer?) -> OpaquePointer {
    guard let pointer else { fail() }
    return pointer
  }

  /// Ends the process if a call failed. With valid arguments, libcrypto fails only if memory runs out.
  static func check(_ result: Int32) {
    guard result == 1 else { fail() }
  }

  /// Returns the digest of a whole message.
  static func digest(
    _ bytes: some Collection<UInt8>, _ method: OpaquePointer, byteCount: Int
  ) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: byteCount) { digest, count in
      withBuffer(of: bytes) {
        check(EVP_Digest($0.baseAddress, $0.count, digest.baseAddress, nil, method, nil))
      }
      count = byteCount
    }
  }

  /// Calls `body` with the bytes in contiguous memory, copied if necessary.
  static func withBuffer<Result>(
    of bytes: some Collection<UInt8>, _ body: (UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result {
    bytes.withContiguousStorageIfAvailable(body) ?? Array(bytes).withUnsafeBufferPointer(body)
  }

  /// Ends the process with libcrypto's reason.
  static func fail() -> Never {
    let reason = ERR_reason_error_string(ERR_get_error())
    fatalError("libcrypto failed: \(reason.map { String(cString: $0) } ?? "unknown reason")")
  }
}
