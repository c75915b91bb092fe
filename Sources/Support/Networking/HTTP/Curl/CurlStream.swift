/// A connection through libcurl that carries bytes both ways, for protocols that begin like HTTP.
///
/// libcurl looks up the name, goes through the proxy, and does TLS with all its checks; what is sent and
/// received is the caller's. Each stream has a thread of its own, which does all waiting, so that no
/// task is ever blocked. When the last reference goes, the connection is dropped.
package final class CurlStream: Sendable {
  package let destination: HTTPDestination
  private let mailbox: StreamMailbox

  /// Connects to an `http` or `https` address, of which path and query do not matter.
  ///
  /// Throws what a request would throw that comes no further; `plainTextRefused` too. A cancelled task
  /// gets `cancelled` at once.
  package static func open(
    _ url: String, connectTimeout: Duration? = .seconds(10),
    settings: TransportSettings = TransportSettings(environment: [:])
  ) async throws(HTTPError) -> CurlStream {
    let request = HTTPRequest(.get, url, timeouts: HTTPTimeouts(connect: connectTimeout))
    let prepared = try PreparedRequest(
      request, to: try RequestURL(request.url), settings: settings)
    let loop = try StreamLoop(prepared, settings: settings)
    let stream = CurlStream(destination: prepared.destination, mailbox: loop.mailbox)
    if let code = LoopThread.start(loop) {
      let error = HTTPError.unexpected(code: code, text: "the system gives no thread")
      loop.end(because: error)
      throw error
    }
    try await stream.mailbox.waitUntilOpen()
    return stream
  }

  private init(destination: HTTPDestination, mailbox: StreamMailbox) {
    (self.destination, self.mailbox) = (destination, mailbox)
  }

  deinit { mailbox.close() }

  /// Returns the bytes that have come, at least one; none where the other side has ended the
  /// connection.
  ///
  /// One call at a time. What nobody asks for stays in the connection, so that the other side has to wait
  /// in the end. A cancelled call throws `cancelled`, and drops the connection.
  package func receive() async throws(HTTPError) -> [UInt8] { try await mailbox.receive() }

  /// Sends bytes; returns once the system has taken all of them.
  ///
  /// Calls are served one after the other. A cancelled call throws `cancelled`, and drops the
  /// connection.
  package func send(_ bytes: [UInt8]) async throws(HTTPError) { try await mailbox.send(bytes) }

  /// Drops the connection: calls under way and later ones throw `shutDown`.
  package func close() { mailbox.close() }
}
