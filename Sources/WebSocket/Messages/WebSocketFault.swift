/// What a peer did that ends a connection (RFC 6455, section 7.1.7).
public enum WebSocketFault: Error, Hashable, Sendable {
  /// Reserved bits are set that nothing was agreed on for.
  case reservedBits
  /// An opcode that is not defined.
  case unknownOpcode(UInt8)
  /// A client's frame is not masked.
  case notMasked
  /// A server's frame is masked.
  case masked
  /// A length that was written in more bytes than it needs.
  case lengthNotShortest
  /// A length of 2^63 or more.
  case lengthOutOfRange
  /// A control frame with more than 125 bytes.
  case controlTooLong
  /// A control frame in fragments.
  case controlFragmented
  /// A continuation of nothing.
  case nothingToContinue
  /// A new message within another.
  case messageWithinMessage
  /// A text, or a reason for closing, that is not UTF-8.
  case notUTF8
  /// A close frame of one byte.
  case closeTooShort
  /// A code for closing that may not be sent.
  case closeCode(UInt16)
  /// A message with more bytes than the limit.
  case messageTooLarge(limit: Int)
  /// A compressed message that is no deflate.
  case notDeflate
  /// There is no memory to expand a message.
  case noMemory
  /// A message in more fragments than the limit.
  case tooManyFragments(limit: Int)

  /// What the connection is closed with.
  public var closeCode: CloseCode {
    switch self {
    case .notUTF8, .notDeflate: .invalidData
    case .noMemory: .internalError
    case .messageTooLarge, .tooManyFragments: .tooLarge
    default: .protocolError
    }
  }
}

extension WebSocketFault: CustomStringConvertible {
  /// The sentence that a person reads.
  public var description: String {
    switch self {
    case .reservedBits: "a frame has reserved bits set"
    case .unknownOpcode(let code): "a frame has the unknown opcode \(code)"
    case .notMasked: "a client's frame is not masked"
    case .masked: "a server's frame is masked"
    case .lengthNotShortest: "a frame's length is not written in the fewest bytes"
    case .lengthOutOfRange: "a frame's length is out of range"
    case .controlTooLong: "a control frame has more than 125 bytes"
    case .controlFragmented: "a control frame is fragmented"
    case .nothingToContinue: "a continuation frame continues nothing"
    case .messageWithinMessage: "a message begins within another"
    case .notUTF8: "a text is not UTF-8"
    case .closeTooShort: "a close frame has half a code"
    case .closeCode(let code): "a close frame has the code \(code), which may not be sent"
    case .messageTooLarge(let limit): "a message has more than \(limit) bytes"
    case .notDeflate: "a compressed message cannot be expanded"
    case .noMemory: "there is no memory to expand a message"
    case .tooManyFragments(let limit): "a message has more than \(limit) fragments"
    }
  }
}
