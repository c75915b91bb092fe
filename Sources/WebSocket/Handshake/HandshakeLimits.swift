/// What a handshake puts up with.
public struct HandshakeLimits: Hashable, Sendable {
  /// The most bytes of a head, its empty line included.
  public var bytes: Int
  /// The most fields of a head.
  public var fields: Int

  /// Sets the limits: 16 KiB and 100 fields unless stated.
  public init(bytes: Int = 16 << 10, fields: Int = 100) {
    self.bytes = bytes
    self.fields = fields
  }
}
