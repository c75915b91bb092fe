import Glibc
import Synchronization

/// A port of 127.0.0.1 where the system accepts connections that are never read.
public final class SilentListener: Sendable {
  /// The port that the system chose.
  public let port: Int
  private let descriptor: Int32
  private let isClosed = Atomic(false)

  /// Starts listening.
  public init() throws {
    (descriptor, port) = try LoopbackSocket.listen()
    LoopbackSocket.prepare(descriptor)
  }

  deinit { close() }

  /// Closes the port, so that connecting to it is refused.
  public func close() {
    if !isClosed.exchange(true, ordering: .relaxed) { Glibc.close(descriptor) }
  }
}
