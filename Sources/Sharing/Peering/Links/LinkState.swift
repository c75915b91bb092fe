import System

/// The state of a `LinkCore`, under its lock: the connection, received events, output and suspended callers.
struct LinkState {
  /// A suspended caller.
  typealias Waiter<Value> = CheckedContinuation<Result<Value, PeerLinkError>, Never>

  var connection: PeerConnection
  /// Nil while connecting.
  var socket: Socket?
  /// Received events that no caller has fetched yet.
  private var events: [PeerEvent] = []
  private var heldBytes = 0
  var receiver: Waiter<[PeerEvent]>?
  /// Callers that wait until the system has taken this many bytes.
  var flushers: [(until: Int, waiter: Waiter<Void>)] = []
  private var output: [UInt8] = []
  private var sent = 0
  /// The total number of bytes that the system has taken.
  private(set) var taken = 0
  /// Whether the other side has closed the connection.
  var isAtEnd = false
  /// Whether this side has closed its sending direction.
  private(set) var hasEndedSending = false
  /// The error of sending. Bytes received before may still contain a better reason.
  private var sendingFailure: PeerLinkError?
  var failure: PeerLinkError?

  var pendingOutput: Int { output.count - sent + connection.output.count }
  /// Whether received texts fill the limit, so that reading pauses until a caller fetches them.
  var isFull: Bool { heldBytes >= Self.mostHeldBytes }

  private static let mostHeldBytes = 1 << 20

  init(connection: PeerConnection, events: [PeerEvent]) {
    self.connection = connection
    for event in events { take(event) }
  }

  /// The poll events that the thread waits for; nil if it is finished.
  var wanted: Poll.Events? {
    let hasOutput = pendingOutput > 0 && sendingFailure == nil
    if failure != nil || isAtEnd && !hasOutput { return nil }
    let canRead = !isAtEnd && !isFull
    return [canRead ? .input : [], hasOutput ? .output : []]
  }

  mutating func take(_ event: PeerEvent) {
    switch event {
    case .failed(let error): if failure == nil { failure = error }
    case .text(let text):
      // Empty texts take memory too.
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
      do throws(SystemError) {
        let count = try socket.send(output[sent...])
        if count == 0 { break }
        sent += count
        taken += count
      } catch {
        sendingFailure = .broken(error.description)
      }
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
      let ended = sendingFailure ?? (isAtEnd ? .broken("it was closed") : nil)
      let error = failure ?? (taken < end ? ended : nil)
      guard taken >= end || error != nil else { return false }
      due.append { waiter.resume(returning: error.map { .failure($0) } ?? .success(())) }
      return true
    }
    return due
  }

  private mutating func takeEvents() -> Result<[PeerEvent], PeerLinkError>? {
    // The greeting is returned alone, because the caller that waits for it does not read texts.
    if case .greeted? = events.first { return .success([events.removeFirst()]) }
    if !events.isEmpty {
      defer { (events, heldBytes) = ([], 0) }
      return .success(events)
    }
    if let failure { return .failure(failure) }
    return isAtEnd ? .success([]) : nil
  }
}
