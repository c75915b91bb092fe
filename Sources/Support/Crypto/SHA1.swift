/// The SHA-1 digest of FIPS 180-4.
///
/// Used only where protocols require it: version 5 UUIDs and the WebSocket handshake. SHA-1 is not collision-resistant.
package enum SHA1 {
  /// The length of a digest in bytes.
  package static let byteCount = 20

  /// Returns the digest of a whole message.
  package static func digest(_ bytes: some Collection<UInt8>) -> [UInt8] {
    Libcrypto.digest(bytes, Libcrypto.sha1, byteCount: byteCount)
  }
}
