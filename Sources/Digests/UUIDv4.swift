/// Random UUIDs (RFC 9562, 5.4).
public enum UUIDv4 {
  /// A new one, in lower case: `xxxxxxxx-xxxx-4xxx-xxxx-xxxxxxxxxxxx`, of 64 random bits taken twice; unless stated, the
  /// system's.
  public static func random(
    _ next: () -> UInt64 = { .random(in: .min ... .max) }
  ) -> String {
    let (high, low) = (next(), next())
    return withUnsafeBytes(of: (high.bigEndian, low.bigEndian)) {
      UUIDText.string(version: 4, $0)
    }
  }
}
