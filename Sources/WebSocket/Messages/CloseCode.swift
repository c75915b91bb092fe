/// Why a connection is closed, as the closing side says (RFC 6455, section 7.4).
public struct CloseCode: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
  public var rawValue: UInt16

  public init(rawValue: UInt16) { self.rawValue = rawValue }

  public static let normal = CloseCode(rawValue: 1000)
  /// The server shuts down, or the client goes elsewhere.
  public static let goingAway = CloseCode(rawValue: 1001)
  public static let protocolError = CloseCode(rawValue: 1002)
  public static let invalidData = CloseCode(rawValue: 1007)
  /// What the other side does is not allowed here.
  public static let policyViolation = CloseCode(rawValue: 1008)
  public static let tooLarge = CloseCode(rawValue: 1009)
  public static let internalError = CloseCode(rawValue: 1011)
  /// The server cannot take more now (in IANA's registry).
  public static let tryAgainLater = CloseCode(rawValue: 1013)

  /// Whether the code may be sent: defined for the wire, or left to applications (section 7.4.2).
  public var isSendable: Bool {
    switch rawValue {
    case 1000...1003, 1007...1014, 3000...4999: true
    default: false
    }
  }

  public var description: String { String(rawValue) }
}
