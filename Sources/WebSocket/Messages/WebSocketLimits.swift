/// What a connection puts up with, and how it sends.
public struct WebSocketLimits: Hashable, Sendable {
  /// The most bytes of one message.
  public var messageBytes: Int
  /// Whether a message that has more is read past and told of; otherwise it ends the connection.
  public var passesLongMessages = false
  /// The most fragments of one message.
  public var fragments: Int
  /// The most bytes of one frame that is sent; longer messages go out in several. Never below one.
  public var sentFrameBytes: Int

  /// So many bytes of a compressed message are read past: what it expands to takes time, and is seen by nobody.
  var mostPassedBytes: Int { messageBytes.multipliedReportingOverflow(by: 16).partialValue }

  /// Sets the limits: 16 MiB in 65,536 fragments, and no fragments of our own, unless stated.
  public init(
    messageBytes: Int = 16 << 20, fragments: Int = 65_536, sentFrameBytes: Int = .max
  ) {
    self.messageBytes = messageBytes
    self.fragments = fragments
    self.sentFrameBytes = max(1, sentFrameBytes)
  }
}
