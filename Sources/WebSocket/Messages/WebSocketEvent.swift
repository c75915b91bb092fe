/// What came out of the bytes that a peer sent.
public enum WebSocketEvent: Hashable, Sendable {
  /// A whole text message; the bytes are UTF-8.
  case text([UInt8])
  /// A whole binary message.
  case binary([UInt8])
  /// A message of so many bytes was passed over: that is more than the limit.
  case passedOver(bytes: Int)
  /// A ping, which has been answered.
  case ping([UInt8])
  /// A pong, asked for or not.
  case pong([UInt8])
  /// The peer's close frame, which has been answered; the code is nil where it had none.
  case closed(CloseCode?, reason: String)
  /// The peer broke the protocol, or a limit; a close frame that says so is ready to be sent.
  case failed(WebSocketFault)
}
