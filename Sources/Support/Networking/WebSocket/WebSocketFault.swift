/// A violation of the protocol or of a limit by the other side. It ends the connection (RFC 6455, section 7.1.7).
package enum WebSocketFault: Error, Hashable, Sendable, CustomStringConvertible {
  case reservedBits
  case unknownOpcode(UInt8)
  case notMasked
  case masked
  case lengthNotShortest
  case lengthOutOfRange
  case controlTooLong
  case controlFragmented
  case nothingToContinue
  case messageWithinMessage
  case notUTF8
  case closeTooShort
  case closeCode(UInt16)
  case messageTooLarge(limit: Int)
  case notDeflate
  case noMemory
  case tooManyFragments(limit: Int)

  package var closeCode: CloseCode {
    switch self {
    case .notUTF8, .notDeflate: .invalidData
    case .noMemory: .internalError
    case .messageTooLarge, .tooManyFragments: .tooLarge
    default: .protocolError
    }
  }

  package var description: String {
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
    case .closeTooShort: "a close frame has an incomplete code"
    case .closeCode(let code): "a close frame has the code \(code), which may not be sent"
    case .messageTooLarge(let limit): "a message has more than \(limit) bytes"
    case .notDeflate: "a compressed message cannot be expanded"
    case .noMemory: "there is no memory to expand a message"
    case .tooManyFragments(let limit): "a message has more than \(limit) fragments"
    }
  }
}
