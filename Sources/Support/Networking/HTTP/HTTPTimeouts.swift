/// Time limits for the phases of an HTTP request. Nil means that only the other limits apply.
package struct HTTPTimeouts: Hashable, Sendable {
  /// The phase whose limit was exceeded.
  package enum Phase: String, Sendable {
    case connect = "no connection within"
    case response = "no answer within"
    case idle = "nothing more came for"
    case total = "not finished within"
  }

  /// Name lookup, connecting to the server or proxy, and the TLS handshake.
  package var connect: Duration?
  /// From the start of sending to the first byte of the response.
  ///
  /// A model may think for minutes before its first byte; use nil to rely on `total`.
  package var response: Duration?
  /// The longest pause within the response, or while the request's body is sent.
  ///
  /// During sending, a pause may last an eighth longer, because progress is checked eight times per period.
  package var idle: Duration?
  /// From the call to the last byte, including the wait for a free connection.
  package var total: Duration?

  /// Creates limits; the defaults are 10 s, none, 60 s and 10 min.
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
