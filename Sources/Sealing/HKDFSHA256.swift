import Digests

/// Keys from secrets, by HMAC-SHA-256 (HKDF, RFC 5869).
package enum HKDFSHA256 {
  package static let longest = 255 * HMACSHA256.byteCount

  /// So many bytes, of a secret of any length and for one purpose, which `info` says.
  package static func derive(
    from secret: [UInt8], salt: [UInt8], info: [UInt8], count: Int
  ) -> [UInt8] {
    expand(extract(secret, salt: salt), info: info, count: count)
  }

  /// A key of 32 bytes that has all that is random in a secret (RFC 5869, 2.2). No salt is one of 32 zero bytes.
  static func extract(_ secret: [UInt8], salt: [UInt8]) -> [UInt8] {
    HMACSHA256.code(secret, key: salt)
  }

  /// So many bytes of a key for one purpose (RFC 5869, 2.3).
  static func expand(_ key: [UInt8], info: [UInt8], count: Int) -> [UInt8] {
    precondition((0...longest).contains(count), "not so many bytes can be had of one key")
    var bytes: [UInt8] = []
    var block: [UInt8] = []
    var number: UInt8 = 0
    while bytes.count < count {
      number += 1
      block = HMACSHA256.code(block + info + [number], key: key)
      bytes += block
    }
    return Array(bytes.prefix(count))
  }
}
