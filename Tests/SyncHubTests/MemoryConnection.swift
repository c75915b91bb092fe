import Networking
import Synchronization

@testable import Sync

/// One end of an in-memory connection. `MemoryTransport`, below, returns an end that already exists.
final class MemoryConnection: SyncConnection {
  /// Data that one end has sent and the other has not yet received.
  private final class Pipe: Sendable {
    struct State {
      var texts: [[UInt8]] = []
      var isClosed = false
      var isDropped = false
      var taker: CheckedContinuation<Void, Never>?
    }
    let state = Mutex(State())

    func change(_ body: @Sendable (inout State) -> Void) {
      let taker = state.withLock { state in
        body(&state)
        defer { state.taker = nil }
        return state.taker
      }
      taker?.resume()
    }
  }

  private let incoming: Pipe
  private let outgoing: Pipe
  /// The texts that this end has sent, and their size in bytes.
  let sent = Mutex((texts: [[UInt8]](), bytes: 0))

  private init(_ incoming: Pipe, _ outgoing: Pipe) {
    (self.incoming, self.outgoing) = (incoming, outgoing)
  }

  /// The two ends of one connection.
  static func pair() -> (MemoryConnection, MemoryConnection) {
    let (one, other) = (Pipe(), Pipe())
    return (MemoryConnection(one, other), MemoryConnection(other, one))
  }

  func receive() async throws(SessionFailure) -> [WebSocketEvent] {
    await withCheckedContinuation { continuation in
      let isReady = incoming.state.withLock { state in
        if !state.texts.isEmpty || state.isClosed || state.isDropped { return true }
        state.taker = continuation
        return false
      }
      if isReady { continuation.resume() }
    }
    return incoming.state.withLock { state in
      if state.isDropped { return [] }
      defer { state.texts = [] }
      let isLast = state.isClosed
      return state.texts.map { .text($0) } + (isLast ? [.closed(.normal, reason: "")] : [])
    }
  }

  func send(text: [UInt8], compressed: Bool) {
    sent.withLock { sent in
      sent.texts.append(text)
      sent.bytes += text.count
    }
    outgoing.change { $0.texts.append(text) }
  }

  func flush() async throws(SessionFailure) {}
  func close() { outgoing.change { $0.isClosed = true } }
  var pendingOutput: Int { 0 }

  func drop() {
    incoming.change { $0.isDropped = true }
    outgoing.change { $0.isDropped = true }
  }
}

/// Returns one connection that already exists.
struct MemoryTransport: SyncTransport {
  let link: MemoryConnection
  var address: String { "peer:memory" }
  var shownAddress: String { "memory" }
  func open() async throws(SessionFailure) -> any SyncConnection { link }
}
