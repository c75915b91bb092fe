/// A byte stream to a server through libcurl, for protocols that begin like HTTP. `SyncWebSocket` uses it.
///
/// libcurl looks up the name, connects through the proxy, and does TLS with all its checks; the caller sends and
/// receives the bytes. Each stream has a loop of its own: in a shared loop, libcurl would consider the stream's
/// connection idle, and might close it. The connection is dropped when the stream is released.
package final class CurlStream: Sendable {
  package let destination: HTTPDestination
  private let loop: CurlLoop
  private let mailbox: StreamMailbox

  /// Connects to an `http` or `https` address. Its path and query are not used.
  ///
  /// Throws the errors of a request that cannot connect, and `plainTextRefused`. A cancelled task gets `cancelled` at
  /// once.
  package static func open(
    _ url: String, connectTimeout: Duration? = .seconds(10),
    settings: TransportSettings = TransportSettings(environment: [:])
  ) async throws(HTTPError) -> CurlStream {
    let request = HTTPRequest(.get, url, timeouts: HTTPTimeouts(connect: connectTimeout))
    let prepared = try PreparedRequest(
      request, to: try RequestURL(request.url), settings: settings)
    let stream = CurlStream(prepared.destination, try CurlLoop(settings: settings))
    try stream.loop.start(.open(prepared, stream.mailbox))
    try await stream.mailbox.waitUntilOpen()
    return stream
  }

  private init(_ destination: HTTPDestination, _ loop: CurlLoop) {
    (self.destination, self.loop) = (destination, loop)
    mailbox = StreamMailbox(loop)
  }

  deinit { loop.close() }

  /// Returns the received bytes; an empty array once the other side has ended the connection.
  ///
  /// One call at a time. Beyond about 256 KiB, unread bytes stay in the connection, so that the other side has to wait.
  /// A cancelled call throws `cancelled` and drops the connection.
  package func receive() async throws(HTTPError) -> [UInt8] { try await mailbox.receive() }

  /// Sends bytes; returns when the system has accepted all of them.
  ///
  /// Calls are served one after the other. A cancelled call throws `cancelled` and drops the connection.
  package func send(_ bytes: [UInt8]) async throws(HTTPError) { try await mailbox.send(bytes) }

  /// Drops the connection: calls in progress and later ones throw `shutDown`.
  package func close() { loop.close() }
}
