/// What a session has done so far.
public struct SessionMetrics: Hashable, Sendable {
  /// Frames that were sent.
  public var sent = 0
  /// Frames that came in.
  public var received = 0
  /// Frames that came in and could not be read.
  public var refused = 0
  /// How often the connection was made again.
  public var reconnects = 0
  /// How long the last ping took; nil before there was an answer.
  public var latency: Duration?
  /// How long the present session has stood, or the last one did.
  public var uptime: Duration = .zero
  /// How often a connection could not be made, or was lost.
  public var failures = 0
  /// The last failure; nil where there was none.
  public var lastError: String?

  /// Nothing was done.
  public init() {}
}
