import Networking
import Synchronization

@testable import Sync

/// One end of a connection that is in memory.
final class MemoryLink: SyncLink {
  /// What one end has sent and the other has not taken.
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
  /// Texts that this end has handed over, and bytes of them.
  let sent = Mutex((texts: [[UInt8]](), bytes: 0))

  private init(_ incoming: Pipe, _ outgoing: Pipe) {
    (self.incoming, self.outgoing) = (incoming, outgoing)
  }

  /// Two ends of one connection.
  static func pair() -> (MemoryLink, MemoryLink) {
    let (one, other) = (Pipe(), Pipe())
    return (MemoryLink(one, other), MemoryLink(other, one))
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

/// Hands out one connection that is there already.
struct MemoryCarrier: SyncCarrier {
  let link: MemoryLink
  var address: String { "peer:memory" }
  var shownAddress: String { "memory" }
  func open() async throws(SessionFailure) -> any SyncLink { link }
}
