import Glibc
import System

/// What is known of a link by its thread and by those who wait for it.
struct LinkState {
  typealias Waiter<Value> = CheckedContinuation<Result<Value, PeerLinkError>, Never>

  var connection: PeerConnection
  /// Nil while it is being connected.
  var socket: Socket?
  /// What nobody has asked for yet.
  private var events: [PeerEvent] = []
  private var heldBytes = 0
  var receiver: Waiter<[PeerEvent]>?
  /// Who waits until so many bytes were taken by the system.
  var flushers: [(until: Int, waiter: Waiter<Void>)] = []
  private var output: [UInt8] = []
  private var sent = 0
  /// Bytes that the system has taken in all.
  private(set) var taken = 0
  /// Whether the other side has ended the connection, as it should.
  var isAtEnd = false
  /// Whether this side has said that it sends no more.
  private(set) var hasEndedSending = false
  /// Why nothing more can be sent; what was received before may still say more.
  private var sendingFailure: PeerLinkError?
  var failure: PeerLinkError?

  var pendingOutput: Int { output.count - sent + connection.output.count }
  /// Whether so much is held for a caller who does not ask for it that what more comes has to wait.
  var isFull: Bool { heldBytes >= Self.mostHeldBytes }

  private static let mostHeldBytes = 1 << 20

  init(connection: PeerConnection, events: [PeerEvent]) {
    self.connection = connection
    for event in events { take(event) }
  }

  /// What the thread is to wait for; nil where it has nothing left to do.
  var wanted: Int16? {
    let hasOutput = pendingOutput > 0 && sendingFailure == nil
    if failure != nil || isAtEnd && !hasOutput { return nil }
    let canRead = !isAtEnd && !isFull
    return Int16((canRead ? POLLIN : 0) | (hasOutput ? POLLOUT : 0))
  }

  mutating func take(_ event: PeerEvent) {
    switch event {
    case .failed(let error): if failure == nil { failure = error }
    case .text(let text):
      // An empty one takes room, too.
      heldBytes += text.count + 64
      events.append(event)
    case .greeted, .closed: events.append(event)
    }
  }

  mutating func write() {
    guard let socket else { return }
    while failure == nil, sendingFailure == nil {
      if sent == output.count {
        (output, sent) = (connection.takeOutput(), 0)
        if output.isEmpty { break }
      }
      guard let count = socket.send(output[sent...]) else {
        sendingFailure = .broken(String(cString: strerror(errno)))
        break
      }
      if count == 0 { break }
      sent += count
      taken += count
    }
    if connection.isClosing, pendingOutput == 0, sendingFailure == nil, !hasEndedSending {
      hasEndedSending = true
      socket.endSending()
    }
  }

  mutating func takeDue() -> [@Sendable () -> Void] {
    var due: [@Sendable () -> Void] = []
    if let receiver, let answer = takeEvents() {
      self.receiver = nil
      due.append { receiver.resume(returning: answer) }
    }
    flushers.removeAll { end, waiter in
      let ended = sendingFailure ?? (isAtEnd ? .broken("it ended") : nil)
      let error = failure ?? (taken < end ? ended : nil)
      guard taken >= end || error != nil else { return false }
      due.append { waiter.resume(returning: error.map { .failure($0) } ?? .success(())) }
      return true
    }
    return due
  }

  private mutating func takeEvents() -> Result<[PeerEvent], PeerLinkError>? {
    // Who waits for the greeting is not the one who asks for what is said then.
    if case .greeted? = events.first { return .success([events.removeFirst()]) }
    if !events.isEmpty {
      defer { (events, heldBytes) = ([], 0) }
      return .success(events)
    }
    if let failure { return .failure(failure) }
    return isAtEnd ? .success([]) : nil
  }
}
