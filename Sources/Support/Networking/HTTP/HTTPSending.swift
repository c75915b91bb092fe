/// An HTTP client: `CurlTransport`, or a scripted one in tests.
package protocol HTTPSending: Sendable {
  /// Sends a request and returns the whole response.
  ///
  /// Every response with a status line is a result, including 4xx and 5xx. Only a redirect is thrown, because
  /// redirects are not followed. If the calling task is cancelled, throws `HTTPError.cancelled` without waiting for
  /// the server.
  func send(_ request: HTTPRequest) async throws(HTTPError) -> HTTPResponse
}
