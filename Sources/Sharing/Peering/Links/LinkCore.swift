import Dispatch
import Synchronization
import System

/// The event loop of a `PeerLink`: one thread runs a `PeerConnection` over a socket.
///
/// Only the thread polls the socket; callers suspend. `flush` or the thread writes queued texts.
final class LinkCore: Sendable {
  private let wakeUp: WakeUp
  private let state: Mutex<LinkState>

  /// Runs a connection over a socket. `open` connects on the loop's thread; waking it cancels the attempt.
  init(
    _ connection: PeerConnection, events: [PeerEvent] = [],
    open: @escaping @Sendable (WakeUp) throws(PeerLinkError) -> Socket
  ) throws(SocketFailure) {
    wakeUp = try WakeUp()
    state = Mutex(LinkState(connection: connection, events: events))
    // A serial queue keeps one thread for this connection.
    DispatchQueue(label: "actionitems.peer").async {
      do throws(PeerLinkError) {
        let socket = try open(self.wakeUp)
        socket.sendAtOnce()
        socket.keepAlive()
        self.run(socket)
      } catch {
        self.end(because: error)
      }
    }
  }

  // MARK: - Callers

  var pendingOutput: Int { state.withLock { $0.pendingOutput } }

  func send(_ text: [UInt8]) {
    change { state in
      if !state.connection.send(text), state.failure == nil { state.failure = .tooLong(text.count) }
    }
  }

  func close() { change { $0.connection.close() } }

  func end(because error: PeerLinkError) {
    change { state in if state.failure == nil { state.failure = error } }
    wakeUp.wake()
  }

  /// The next events; empty if the connection has ended. Cancelling this or `flush` ends the connection.
  func receive() async throws(PeerLinkError) -> [PeerEvent] {
    try await waiting { state, waiter in
      precondition(state.receiver == nil, "one call of receive at a time")
      state.receiver = waiter
      return state.isFull
    }
  }

  /// Returns when everything queued so far was passed to the system.
  func flush() async throws(PeerLinkError) {
    try await waiting { state, waiter in
      let end = state.taken + state.pendingOutput
      state.write()
      state.flushers.append((end, waiter))
      return state.taken < end
    }
  }

  /// Suspends until the waiter that `ask` registers is resumed. `ask` returns whether to wake the thread.
  private func waiting<Value: Sendable>(
    _ ask: @Sendable (inout LinkState, LinkState.Waiter<Value>) -> Bool
  ) async throws(PeerLinkError) -> Value {
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { waiter in
        var wakes = false
        change { wakes = ask(&$0, waiter) }
        if wakes { wakeUp.wake() }
      }
    } onCancel: {
      end(because: .cancelled)
    }
    return try result.get()
  }

  /// Changes the state, and resumes the callers that waited for it.
  private func change(_ body: (inout LinkState) -> Void) {
    let due = state.withLock { state in
      body(&state)
      return state.takeDue()
    }
    for resume in due { resume() }
  }

  // MARK: - The thread

  private func run(_ socket: Socket) {
    state.withLock { $0.socket = socket }
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 << 10, alignment: 16)
    defer { buffer.deallocate() }
    while true {
      change { $0.write() }
      guard let events = state.withLock({ $0.wanted }) else { break }
      // A socket without requested events would still report its end, again and again.
      var waits = [
        wakeUp.wait, events.isEmpty ? .never : Poll.Entry(socket, for: events),
      ]
      Poll.wait(&waits, until: nil)
      wakeUp.clear()
      if waits[1].isReadyForMoreThanOutput, events.contains(.input) {
        read(socket, buffer)
      }
    }
    if state.withLock({ $0.hasEndedSending && !$0.isAtEnd }) { socket.awaitEnd(buffer) }
    socket.shutDown()
  }

  private func read(_ socket: Socket, _ buffer: UnsafeMutableRawBufferPointer) {
    let received = socket.receive(buffer)
    change { state in
      switch received {
      case .nothing: break
      case .bytes(let count):
        let bytes = UnsafeRawBufferPointer(rebasing: buffer[..<count])
        for event in state.connection.receive(bytes) { state.take(event) }
      case .end:
        state.isAtEnd = true
        if let error = state.connection.endError { state.take(.failed(error)) }
      case .failed(let reason):
        state.isAtEnd = true
        // An error of the socket after the goodbye does not matter.
        if !state.connection.isClosed {
          state.take(.failed(.broken(reason.description)))
        }
      }
    }
  }
}
