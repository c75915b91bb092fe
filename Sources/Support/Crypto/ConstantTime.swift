import CLibcrypto

/// Compares secrets in a time that does not depend on where they differ.
package enum ConstantTime {
  /// Whether two runs of bytes are the same. The time depends on their lengths alone.
  package static func areEqual(_ a: [UInt8], _ b: [UInt8]) -> Bool {
    a.count == b.count && CRYPTO_memcmp(a, b, a.count) == 0
  }
}
