/// Keyed digests over SHA-256 (HMAC, RFC 2104 and FIPS 198-1).
package enum HMACSHA256 {
  /// The length of a code in bytes.
  package static let byteCount = SHA256.byteCount

  /// The 32-byte code of a message under a key of any length.
  package static func code(_ message: some Collection<UInt8>, key: some Collection<UInt8>)
    -> [UInt8]
  {
    // Keys longer than a block count by their digest (RFC 2104, 2).
    var block = key.count > blockSize ? SHA256.digest(key) : Array(key)
    block += repeatElement(0, count: blockSize - block.count)
    var inner = SHA256()
    inner.update(block.map { $0 ^ 0x36 })
    inner.update(message)
    var outer = SHA256()
    outer.update(block.map { $0 ^ 0x5c })
    outer.update(inner.finish())
    return outer.finish()
  }

  /// The block that SHA-256 works on, in bytes.
  private static let blockSize = 64
}

/// Compares secrets in a time that tells nothing of where they differ.
public enum ConstantTime {
  /// Whether two runs of bytes are the same; the time depends on the length of the first alone.
  public static func areEqual(_ a: [UInt8], _ b: [UInt8]) -> Bool {
    var difference = UInt8(a.count == b.count ? 0 : 1)
    for index in a.indices { difference |= a[index] ^ (b.isEmpty ? 0 : b[index % b.count]) }
    return difference == 0
  }
}
