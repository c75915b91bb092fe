import Glibc
import Synchronization

/// A TCP server on 127.0.0.1 that passes each connection to a test's code, on its own thread.
///
/// It ends when it is released or stopped. Every connection is then shut down, so that no read or write keeps
/// waiting. Below: `StreamServerConnection`.
public final class StreamServer: Sendable {
  /// The port that the system chose.
  public let port: Int
  private let core: Core

  /// Starts listening.
  public init(_ handler: @escaping @Sendable (StreamServerConnection) -> Void) throws {
    let (descriptor, port) = try LoopbackSocket.listen()
    self.port = port
    core = Core()
    let core = core
    core.enter(descriptor)
    LoopbackThread.start {
      var number = 0
      while true {
        let accepted = accept(descriptor, nil, nil)
        if accepted < 0 {
          if errno == EINTR || errno == ECONNABORTED { continue }
          break
        }
        core.enter(accepted)
        let connection = StreamServerConnection(descriptor: accepted, number: number)
        number += 1
        LoopbackThread.start {
          handler(connection)
          core.leave(accepted)
        }
      }
      core.leave(descriptor)
    }
  }

  deinit { core.stop() }

  /// `http://127.0.0.1:port`, without a trailing slash.
  public var address: String { "http://127.0.0.1:\(port)" }

  /// The number of accepted connections.
  public var connectionCount: Int { core.state.withLock { $0.connectionCount } }

  /// Ends all connections and returns when all threads of the server have ended.
  public func stop() { core.stop() }

  private final class Core: Sendable {
    struct State {
      var connectionCount = -1
      var descriptors: Set<Int32> = []
      var isStopping = false
    }

    let state = Mutex(State())
    private let ended = Pipe()

    func enter(_ descriptor: Int32) {
      LoopbackSocket.prepare(descriptor)
      state.withLock { state in
        state.connectionCount += 1
        state.descriptors.insert(descriptor)
        if state.isStopping { shutdown(descriptor, Int32(SHUT_RDWR)) }
      }
    }

    func leave(_ descriptor: Int32) {
      state.withLock { state in
        state.descriptors.remove(descriptor)
        close(descriptor)
        if state.descriptors.isEmpty { ended.put(1) }
      }
    }

    func stop() {
      let isFirst = state.withLock { state in
        defer { state.isStopping = true }
        for descriptor in state.descriptors { shutdown(descriptor, Int32(SHUT_RDWR)) }
        return !state.isStopping
      }
      guard isFirst else { return }
      while state.withLock({ !$0.descriptors.isEmpty }) {
        var wait = pollfd(fd: ended.reading, events: Int16(POLLIN), revents: 0)
        if poll(&wait, 1, -1) > 0 { _ = ended.takeOne() }
      }
    }
  }
}

/// One connection of a stream server; its calls block the connection's thread.
public struct StreamServerConnection: Sendable {
  let descriptor: Int32
  /// The index of the connection on the server, from 0.
  public let number: Int

  /// The next bytes; empty at the connection's end.
  public func read(atMost count: Int = 1 << 16) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
      initialized = max(0, recv(descriptor, buffer.baseAddress, buffer.count, 0))
    }
  }

  /// Writes all bytes; false if the connection has ended.
  @discardableResult
  public func write(_ bytes: some Collection<UInt8>) -> Bool {
    var rest = Array(bytes)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      if count <= 0 { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  init(descriptor: Int32, number: Int) {
    self.descriptor = descriptor
    self.number = number
  }

  /// Connects to a port of 127.0.0.1; nil if no server listens there.
  init?(connectingTo port: Int) {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    number = 0
    LoopbackSocket.prepare(descriptor)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = UInt16(port).bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let isConnected = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { [descriptor] in
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
    guard isConnected else {
      close()
      return nil
    }
  }

  /// Closes the descriptor of a connection that no server accepted.
  func close() { Glibc.close(descriptor) }

  /// Waits until the gate is open or the connection has ended.
  public func wait(at gate: Gate) {
    while !gate.pass() {
      var waits = [
        pollfd(fd: descriptor, events: 0x2000, revents: 0),  // POLLRDHUP
        pollfd(fd: gate.descriptor, events: Int16(POLLIN), revents: 0),
      ]
      _ = poll(&waits, 2, -1)
      if waits[0].revents != 0 { return }
    }
  }

  /// Ends the sending side only.
  public func finishSending() { shutdown(descriptor, Int32(SHUT_WR)) }

  /// Ends both sides, so that reads and writes stop waiting.
  public func hangUp() { shutdown(descriptor, Int32(SHUT_RDWR)) }

  /// Makes the other side see a reset when the handler returns.
  public func resetAtEnd() { LoopbackSocket.resetOnClose(descriptor) }
}
