import Glibc
import Synchronization

/// A TCP proxy on 127.0.0.1 that ends connections at chosen places.
public final class CuttingProxy: Sendable {
  /// The place of a cut: after `bytes` bytes in one direction.
  public struct Cut: Hashable, Sendable {
    /// Whether the client's bytes are counted, or the server's.
    public var isFromClient: Bool
    /// The number of bytes that pass.
    public var bytes: Int
    /// Whether both sides see a reset instead of an orderly end.
    public var isReset: Bool

    /// Makes a cut.
    public init(isFromClient: Bool, bytes: Int, isReset: Bool) {
      self.isFromClient = isFromClient
      self.bytes = bytes
      self.isReset = isReset
    }
  }

  /// The number of bytes that passed over a connection.
  public struct Passed: Hashable, Sendable {
    /// Bytes from the client.
    public var fromClient = 0
    /// Bytes from the server.
    public var fromServer = 0
  }

  private let server: StreamServer
  private let core: Core

  private final class Core: Sendable {
    struct State {
      var next: Cut?
      var passed: [Passed] = []
    }
    let state = Mutex(State())
  }

  /// Starts forwarding connections to a port of 127.0.0.1.
  public init(to port: Int) throws {
    let core = Core()
    server = try StreamServer { client in
      let cut = core.state.withLock { state in
        defer { state.next = nil }
        state.passed.append(Passed())
        return state.next
      }
      guard let target = StreamServerConnection(connectingTo: port) else { return }
      defer { target.close() }
      let ended = Mutex(false)
      let back = Pipe()
      LoopbackThread.start {
        Self.pump(target, client, cut?.isFromClient == false ? cut : nil) { count in
          core.state.withLock { $0.passed[client.number].fromServer += count }
        }
        ended.withLock { $0 = true }
        back.put(1)
      }
      Self.pump(client, target, cut?.isFromClient == true ? cut : nil) { count in
        core.state.withLock { $0.passed[client.number].fromClient += count }
      }
      while !ended.withLock({ $0 }) {
        var wait = pollfd(fd: back.reading, events: Int16(POLLIN), revents: 0)
        _ = poll(&wait, 1, -1)
      }
      if cut?.isReset == true {
        client.resetAtEnd()
        target.resetAtEnd()
      }
    }
    self.core = core
  }

  /// The port to connect to.
  public var port: Int { server.port }

  /// The bytes passed so far, connection by connection.
  public var passed: [Passed] { core.state.withLock { $0.passed } }

  /// Cuts the next connection; nil leaves it alone.
  public func cutNext(_ cut: Cut?) { core.state.withLock { $0.next = cut } }

  /// Ends all connections.
  public func stop() { server.stop() }

  /// Forwards bytes until an end or the cut, then ends both connections.
  private static func pump(
    _ source: StreamServerConnection, _ target: StreamServerConnection, _ cut: Cut?,
    count: (Int) -> Void
  ) {
    var left = cut?.bytes ?? .max
    while left > 0, case let bytes = source.read(), !bytes.isEmpty {
      let some = bytes.prefix(left)
      left -= some.count
      count(some.count)
      guard target.write(some) else { break }
    }
    source.hangUp()
    target.hangUp()
  }
}
