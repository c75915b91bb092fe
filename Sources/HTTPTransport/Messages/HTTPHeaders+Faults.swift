extension HTTPHeaders.Field {
  /// What keeps the field from being sent; nil where nothing does.
  public var fault: HTTPError.FieldFault? {
    let lowercased = name.lowercased()
    if name.isEmpty || !lowercased.utf8.allSatisfy(Self.isToken) { return .name }
    if Self.reserved.contains(lowercased) { return .reserved }
    return Self.isValue(value) ? nil : .value
  }

  /// Fields that frame the message, belong to one connection, or decide how the body is read.
  private static let reserved: Set<String> = [
    "accept-encoding", "connection", "content-length", "expect", "http2-settings", "keep-alive",
    "proxy-authorization", "proxy-connection", "te", "trailer", "transfer-encoding", "upgrade",
  ]

  /// Whether a text may be a field's value: nothing below the space but tabs (RFC 9110, section 5.5).
  static func isValue(_ text: String) -> Bool {
    text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }
  }

  /// Whether a byte may stand in a field's name (RFC 9110, section 5.6.2).
  private static func isToken(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    case 0x21, 0x23...0x27, 0x2A, 0x2B, 0x2D, 0x2E, 0x5E...0x60, 0x7C, 0x7E: true
    default: false
    }
  }
}
