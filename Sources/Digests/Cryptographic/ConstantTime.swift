/// Compares secrets in a time that tells nothing of where they differ.
public enum ConstantTime {
  /// Whether two runs of bytes are the same; the time depends on the length of the first alone.
  public static func areEqual(_ a: [UInt8], _ b: [UInt8]) -> Bool {
    var difference = UInt8(a.count == b.count ? 0 : 1)
    for index in a.indices { difference |= a[index] ^ (b.isEmpty ? 0 : b[index % b.count]) }
    return difference == 0
  }
}
