/// Random UUIDs (RFC 9562, 5.4).
public enum UUIDv4 {
  /// A new one, in lower case: `xxxxxxxx-xxxx-4xxx-xxxx-xxxxxxxxxxxx`, of the system's random numbers.
  public static func random() -> String {
    var numbers = SystemRandomNumberGenerator()
    let bytes = (0..<16).map { _ in UInt8.random(in: .min ... .max, using: &numbers) }
    return UUIDText.string(version: 4, bytes)
  }
}
