import CLibcrypto

/// Message authentication codes with SHA-256 (HMAC, RFC 2104 and FIPS 198-1).
package enum HMACSHA256 {
  /// The length of a code in bytes.
  package static let byteCount = SHA256.byteCount

  /// Returns the 32-byte code of a message under a key of any length.
  package static func code(_ message: some Collection<UInt8>, key: some Collection<UInt8>)
    -> [UInt8]
  {
    // Libcrypto takes a null pointer for a missing key, so an empty key needs a valid pointer.
    let key = Array(key) + [0]
    return [UInt8](unsafeUninitializedCapacity: byteCount) { code, count in
      Libcrypto.withBuffer(of: message) { message in
        let result = EVP_Q_mac(
          Libcrypto.context, "HMAC", nil, "SHA256", nil, key, key.count - 1,
          message.baseAddress, message.count, code.baseAddress, byteCount, &count)
        guard result != nil else { Libcrypto.fail() }
      }
    }
  }
}
