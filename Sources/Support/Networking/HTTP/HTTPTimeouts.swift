/// How long the parts of one request may take; nil means as long as the others allow.
package struct HTTPTimeouts: Hashable, Sendable {
  /// Which of the limits a request ran into.
  package enum Phase: String, Sendable {
    case connect = "no connection within"
    case response = "no answer within"
    case idle = "nothing more came for"
    case total = "not finished within"
  }

  /// Looking up the name, connecting to server or proxy, and the TLS handshake.
  package var connect: Duration?
  /// From the start of sending to the first byte of the answer.
  ///
  /// A model may think for minutes before its first byte; leave it nil to let `total` decide.
  package var response: Duration?
  /// The longest silence once the answer has begun, or while the request's body is sent.
  ///
  /// Silence in sending may go on for twice as long, as progress is only looked at that often.
  package var idle: Duration?
  /// From the call to the last byte, waiting for a free connection included.
  package var total: Duration?

  /// Sets the limits: 10 s, none, 60 s and 10 min unless stated.
  package init(
    connect: Duration? = .seconds(10), response: Duration? = nil, idle: Duration? = .seconds(60),
    total: Duration? = .seconds(600)
  ) {
    (self.connect, self.response, self.idle) = (connect, response, idle)
    self.total = total
  }

  subscript(phase: Phase) -> Duration? {
    switch phase {
    case .connect: connect
    case .response: response
    case .idle: idle
    case .total: total
    }
  }
}
