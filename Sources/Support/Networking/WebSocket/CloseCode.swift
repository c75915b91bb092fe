/// The reason for closing a WebSocket connection, as sent by the closing side (RFC 6455, section 7.4).
package struct CloseCode: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
  package var rawValue: UInt16

  package init(rawValue: UInt16) { self.rawValue = rawValue }

  package static let normal = CloseCode(rawValue: 1000)
  /// The server shuts down, or the client leaves.
  package static let goingAway = CloseCode(rawValue: 1001)
  package static let protocolError = CloseCode(rawValue: 1002)
  package static let invalidData = CloseCode(rawValue: 1007)
  /// The other side violates a policy of this one.
  package static let policyViolation = CloseCode(rawValue: 1008)
  package static let tooLarge = CloseCode(rawValue: 1009)
  package static let internalError = CloseCode(rawValue: 1011)
  /// The server is overloaded (IANA registry).
  package static let tryAgainLater = CloseCode(rawValue: 1013)

  /// Whether the code may be sent: defined for use in frames, or reserved for applications (section 7.4.2).
  package var isSendable: Bool {
    switch rawValue {
    case 1000...1003, 1007...1014, 3000...4999: true
    default: false
    }
  }

  package var description: String { String(rawValue) }
}
