/// The server's side of the WebSocket handshake (RFC 6455, 4.2): reads a request. `answer` builds ordinary responses.
package struct ServerHandshake: Sendable {
  private var collector = HeadCollector()

  package init() {}

  /// Takes bytes of the request; returns nil if more are needed. Throws if they are not an HTTP request.
  package mutating func receive(
    _ bytes: some Collection<UInt8>
  ) throws(HandshakeError) -> IncomingRequest? {
    guard let (head, rest) = try collector.take(bytes) else { return nil }
    return try IncomingRequest(head, rest: rest)
  }

  /// Builds an HTTP response that ends the connection, for all requests but an accepted handshake.
  ///
  /// The answer to a `HEAD` has no body but states its length (RFC 9110, 9.3.2).
  package static func answer(
    status: Int, _ words: String, fields: [(name: String, value: String)] = [],
    type: String = "text/plain; charset=utf-8", body: [UInt8] = [], isToHead: Bool = false
  ) -> [UInt8] {
    var lines = ["HTTP/1.1 \(status) \(words)", "Connection: close"]
    // Responses with 204 and 304 have no body and no length (RFC 9110, 8.6).
    if status != 204, status != 304 {
      lines += ["Content-Length: \(body.count)", "Content-Type: \(type)"]
    }
    lines += fields.map { "\($0.name): \($0.value)" }
    return Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8) + (isToHead ? [] : body)
  }
}
