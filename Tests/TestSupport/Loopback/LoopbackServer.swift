import Synchronization

/// An HTTP/1.1 server on 127.0.0.1 that does what a test says, including mistakes.
///
/// Each connection has a thread, so hundreds work at once and a reply may wait for any time. The server ends when
/// it is released or stopped, even while replies wait.
public final class LoopbackServer: Sendable {
  /// The port that the system chose.
  public let port: Int
  private let core: LoopbackCore

  /// Starts listening; `handler` is called once per request, on the connection's thread.
  ///
  /// Requests for the list of models are neither recorded nor handled, unless the server lists models.
  public init(
    listsModels: Bool = false, _ handler: @escaping @Sendable (LoopbackRequest) -> Reply
  ) throws {
    let (descriptor, port) = try LoopbackSocket.listen()
    self.port = port
    core = LoopbackCore(listsModels: listsModels, handler: handler)
    let core = core
    LoopbackThread.start { core.accept(on: descriptor) }
  }

  deinit { core.stop() }

  /// `http://127.0.0.1:port`, without a trailing slash.
  public var address: String { "http://127.0.0.1:\(port)" }

  /// The requests received so far, in order of arrival.
  public var requests: [LoopbackRequest] { core.state.withLock { $0.requests } }

  /// The number of accepted connections.
  public var connectionCount: Int { core.state.withLock { $0.connectionCount } }

  /// The number of connections that the client ended.
  public var hangUpCount: Int { core.state.withLock { $0.hangUpCount } }

  /// The highest number of requests received but not yet answered at one time.
  public var greatestInFlight: Int { core.state.withLock { $0.greatestInFlight } }

  /// Returns after that many requests have arrived; throws at the time limit.
  public func waitForRequests(_ count: Int) async throws {
    try await core.wait(for: "\(count) requests") { $0.requests.count >= count }
  }

  /// Returns after the client has ended that many connections; throws at the time limit.
  public func waitForHangUps(_ count: Int) async throws {
    try await core.wait(for: "\(count) hang-ups") { $0.hangUpCount >= count }
  }

  /// Closes everything and returns when all threads of the server have ended.
  public func stop() { core.stop() }
}
