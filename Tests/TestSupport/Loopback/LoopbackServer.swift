import Synchronization

/// An HTTP/1.1 server on 127.0.0.1 that does what a test says, mistakes included.
///
/// Each connection has a thread, so that hundreds at once are fine and a reply may wait as long as it
/// likes. The server ends when it is let go or stopped, whatever its replies are waiting for.
public final class LoopbackServer: Sendable {
  /// The port that the system chose.
  public let port: Int
  private let core: LoopbackCore

  /// Starts to listen; `handler` is called once for each request, on the connection's thread.
  public init(_ handler: @escaping @Sendable (LoopbackRequest) -> Reply) throws {
    let (descriptor, port) = try LoopbackSocket.listen()
    self.port = port
    core = LoopbackCore(handler: handler)
    let core = core
    LoopbackThread.start { core.accept(on: descriptor) }
  }

  deinit { core.stop() }

  /// `http://127.0.0.1:port`, without a slash behind it.
  public var address: String { "http://127.0.0.1:\(port)" }

  /// The requests received so far, in the order of their arrival.
  public var requests: [LoopbackRequest] { core.state.withLock { $0.requests } }

  /// How many connections were accepted.
  public var connectionCount: Int { core.state.withLock { $0.connectionCount } }

  /// How many connections the client has ended.
  public var hangUpCount: Int { core.state.withLock { $0.hangUpCount } }

  /// The most requests that were received and not yet answered at one time.
  public var greatestInFlight: Int { core.state.withLock { $0.greatestInFlight } }

  /// Returns once that many requests have arrived; throws when patience is exhausted.
  public func waitForRequests(_ count: Int) async throws {
    try await core.wait(for: "\(count) requests") { $0.requests.count >= count }
  }

  /// Returns once the client has ended that many connections; throws when patience is exhausted.
  public func waitForHangUps(_ count: Int) async throws {
    try await core.wait(for: "\(count) hang-ups") { $0.hangUpCount >= count }
  }

  /// Closes everything and returns once no thread of the server is left.
  public func stop() { core.stop() }
}
