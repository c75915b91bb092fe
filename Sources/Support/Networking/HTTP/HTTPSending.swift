/// Whoever can put a request to a server and bring back its answer.
package protocol HTTPSending: Sendable {
  /// Sends one request and returns the whole answer.
  ///
  /// Every answer with a status line is a result, 4xx and 5xx included; only a redirect is thrown,
  /// as none is followed. When the calling task is cancelled, `HTTPError.cancelled` is thrown
  /// without waiting for the server.
  func send(_ request: HTTPRequest) async throws(HTTPError) -> HTTPResponse
}
