/// The SHA-1 digest of FIPS 180-4.
///
/// For the protocols that name it: UUIDs of version 5 and the WebSocket handshake. It resists no
/// one who looks for two messages of one digest.
package enum SHA1 {
  /// The length of a digest in bytes.
  package static let byteCount = 20

  /// The digest of a whole message.
  package static func digest(_ bytes: some Collection<UInt8>) -> [UInt8] {
    Libcrypto.digest(bytes, Libcrypto.sha1, byteCount: byteCount)
  }
}
