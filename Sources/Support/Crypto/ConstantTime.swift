import CLibcrypto

/// Compares secrets in constant time, so that the time reveals nothing about them.
package enum ConstantTime {
  /// Whether two byte arrays are equal. The time depends only on their lengths.
  package static func areEqual(_ a: [UInt8], _ b: [UInt8]) -> Bool {
    a.count == b.count && CRYPTO_memcmp(a, b, a.count) == 0
  }
}
