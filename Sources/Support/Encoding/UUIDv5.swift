import Crypto

/// Creates name-based UUIDs (RFC 9562, 5.5): the same namespace and name always give the same UUID.
public enum UUIDv5 {
  /// The UUID of a namespace.
  public struct Namespace: Hashable, Sendable {
    /// The first eight bytes, big-endian.
    public let high: UInt64
    /// The last eight bytes, big-endian.
    public let low: UInt64

    /// Creates a namespace from the two halves of a UUID.
    public init(high: UInt64, low: UInt64) {
      self.high = high
      self.low = low
    }

    /// Parses a UUID, `xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx` in either case; nil for anything else.
    public init?(_ uuid: String) {
      var uuid = uuid
      guard let read = uuid.withUTF8(Namespace.read) else { return nil }
      self = read
    }

    private static func read(_ text: UnsafeBufferPointer<UInt8>) -> Namespace? {
      guard text.count == 36 else { return nil }
      var faults: UInt8 = 0
      func number(_ places: Range<Int>) -> UInt64 {
        var number: UInt64 = 0
        for place in places {
          let digit = Hex.value(text[place])
          faults |= digit
          number = number << 4 | UInt64(digit & 15)
        }
        return number
      }
      for place in [8, 13, 18, 23] where text[place] != UInt8(ascii: "-") { return nil }
      let high = number(0..<8) << 32 | number(9..<13) << 16 | number(14..<18)
      let low = number(19..<23) << 48 | number(24..<36)
      return faults < 16 ? Namespace(high: high, low: low) : nil
    }

    /// The namespace of fully qualified domain names (RFC 9562, 6.6).
    public static let dns = Namespace(high: 0x6ba7_b810_9dad_11d1, low: 0x80b4_00c0_4fd4_30c8)
    /// The namespace of URLs (RFC 9562, 6.6).
    public static let url = Namespace(high: 0x6ba7_b811_9dad_11d1, low: 0x80b4_00c0_4fd4_30c8)
  }

  /// Returns the UUID of a name, in lower case: `xxxxxxxx-xxxx-5xxx-xxxx-xxxxxxxxxxxx`.
  public static func string(namespace: Namespace, name: some Collection<UInt8>) -> String {
    let halves = (namespace.high.bigEndian, namespace.low.bigEndian)
    let digest = SHA1.digest(withUnsafeBytes(of: halves) { Array($0) } + name)
    return UUIDText.string(version: 5, digest.prefix(16))
  }

  /// Returns the UUID of the UTF-8 bytes of a name, in lower case.
  public static func string(namespace: Namespace, name: String) -> String {
    string(namespace: namespace, name: name.utf8)
  }
}
