/// Why a connection is closed, as the closing side says (RFC 6455, section 7.4).
public struct CloseCode: RawRepresentable, Hashable, Sendable {
  /// The number.
  public var rawValue: UInt16

  /// Makes a code of its number.
  public init(rawValue: UInt16) {
    self.rawValue = rawValue
  }

  /// All is said.
  public static let normal = CloseCode(rawValue: 1000)
  /// The server shuts down, or the client goes elsewhere.
  public static let goingAway = CloseCode(rawValue: 1001)
  /// The other side broke the protocol.
  public static let protocolError = CloseCode(rawValue: 1002)
  /// A kind of message that is not taken here.
  public static let unsupportedData = CloseCode(rawValue: 1003)
  /// A text that is not UTF-8.
  public static let invalidData = CloseCode(rawValue: 1007)
  /// What the other side does is not allowed here.
  public static let policyViolation = CloseCode(rawValue: 1008)
  /// A message that is too large.
  public static let tooLarge = CloseCode(rawValue: 1009)
  /// Something that the server did not expect.
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
}

extension CloseCode: CustomStringConvertible {
  /// The number.
  public var description: String { String(rawValue) }
}
