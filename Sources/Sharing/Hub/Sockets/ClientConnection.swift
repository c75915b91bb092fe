import CivilTime
import Networking
import System

/// A client's connection to the hub: socket, timeouts, `HubConnection`, session or stream. Only `HubLoop` uses it.
final class ClientConnection {
  let number: Int
  let socket: Socket
  let address: ClientAddress
  var connection: HubConnection
  /// The sync session; nil before the WebSocket is open.
  var session: SyncServerSession?
  /// The event stream of a client that only listens; nil for others.
  var stream: HubStream?
  private var output: [UInt8] = []
  private var sent = 0
  private let settings: HubSettings
  private let acceptedAt: Duration
  private var lastByte: Duration
  /// When the client last read some of its output.
  private var lastTaken: Duration
  private(set) var isAtEnd = false
  /// Whether the client has closed its sending side while it waits for a response or an event stream.
  private(set) var hasEndedSending = false
  /// Whether the client may be gone, and its request changes nothing.
  var mayBeGone: Bool { hasEndedSending && connection.isSafe }
  /// The time until which input after a response is read and dropped.
  private var lingersUntil: Duration?

  init(
    number: Int, socket: Socket, address: ClientAddress, settings: HubSettings, now: Duration,
    wall: @escaping @Sendable () -> Timestamp = Timestamp.now
  ) {
    self.number = number
    self.socket = socket
    self.address = address
    self.settings = settings
    connection = HubConnection(limits: settings.limits, wall: wall)
    acceptedAt = now
    lastByte = now
    lastTaken = now
  }

  /// Whether the client has not authenticated yet.
  var isUnauthenticated: Bool {
    stream == nil && !connection.isAsking
      && session.map { $0.device == nil && !$0.hasBearer } ?? true
  }
  /// The person whose named token the session or stream has.
  var subject: String? { (session?.access ?? stream?.access)?.claims?.subject }
  /// The bytes that wait to be sent, those inside the connection included.
  var pendingOutput: Int { output.count - sent + connection.pendingOutput }
  var hasRoom: Bool { pendingOutput < settings.pendingOutput }
  var wantsInput: Bool {
    if isAtEnd || hasEndedSending { return false }
    if connection.isOver { return lingersUntil != nil }
    return hasRoom
      && (session?.pending ?? 0) < settings.pendingChanges
      && (session?.pendingBytes ?? 0) < settings.pendingBytes
  }
  func isDone(_ now: Duration) -> Bool {
    isAtEnd || connection.isOver && pendingOutput == 0 && (lingersUntil ?? .zero) <= now
  }

  /// How long input after a response is dropped before the socket is closed.
  private static let lingering: Duration = .seconds(1)

  /// Reads what has arrived, at most one buffer full.
  func read(_ buffer: UnsafeMutableRawBufferPointer, _ now: Duration) -> [HubConnection.Event] {
    switch socket.receive(buffer) {
    case .bytes(let count):
      // A client that is being closed cannot prolong that by sending more.
      if !connection.isClosing { lastByte = now }
      return connection.receive(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
    case .nothing: return []
    case .end
    where !hasEndedSending && (connection.isAsking || stream.map { $0.window == nil } ?? false):
      // The client may have sent everything and still read. A page's window has closed, since its stream has a name. A
      // client that has closed completely answers output with a reset.
      hasEndedSending = true
      if stream != nil { connection.stream(HubStream.nothing) }
      return []
    case .end, .failed:
      end()
      return []
    }
  }

  /// Drops the output, which nobody will read.
  private func end() {
    isAtEnd = true
    (output, sent) = ([], 0)
  }

  func write(_ now: Duration) {
    let more = connection.takeOutput()
    if pendingOutput == 0 {
      if !more.isEmpty { lastTaken = now }
      (output, sent) = (more, 0)
    } else {
      output += more
    }
    while sent < output.count {
      guard let count = try? socket.send(output[sent...]) else {
        end()
        break
      }
      if count == 0 { break }
      sent += count
      lastTaken = now
    }
    if sent == output.count { (output, sent) = ([], 0) }
    if pendingOutput == 0, connection.leavesInput, lingersUntil == nil, !isAtEnd {
      socket.endSending()
      lingersUntil = now + Self.lingering
    }
    if sent > 1 << 20 {
      output.removeFirst(sent)
      sent = 0
    }
  }

  /// When to check the client's token next; nil if it does not expire.
  private var accessEnd: Duration?

  /// Ends the session of a client whose token is no longer valid.
  func checkAccess(_ now: Duration, _ wall: Timestamp) {
    accessEnd = nil
    guard let access = session?.access ?? stream?.access, let claims = access.claims else {
      return
    }
    if let problem = settings.tokens?.problem(of: access, at: wall) {
      session?.end(because: problem)
      if stream != nil { connection.close(.policyViolation, "\(problem)") }
    } else {
      let end = claims.expires.microseconds / 1_000_000 + Int64(TokenCheck.leeway) + 1
      accessEnd = now + .seconds(max(1, end - wall.microseconds / 1_000_000))
    }
  }

  func reasonToCut(_ now: Duration) -> String? {
    guard silenceDeadline <= now else { return nil }
    if pendingOutput > 0, lastTaken + settings.stallTimeout <= now {
      return "it does not read what is sent"
    }
    if connection.isAsking { return "its request was not answered in time" }
    return session?.device == nil ? "it did not authenticate" : "it sent nothing"
  }

  var deadline: Duration {
    [silenceDeadline, accessEnd, stream?.deadline, lingersUntil].compactMap { $0 }.min()
      ?? silenceDeadline
  }

  private var silenceDeadline: Duration {
    var deadline =
      session?.device == nil && !connection.isAsking
      ? acceptedAt + settings.greetingTimeout : lastByte + settings.silenceTimeout
    // A listener sends nothing; a lost one shows by unread output.
    if let stream { deadline = max(deadline, stream.deadline + settings.stallTimeout) }
    // A client that reads its response, however slowly, is not cut off.
    if connection.isAnswered, pendingOutput > 0 { return lastTaken + settings.stallTimeout }
    // A client that is being closed has as long as one that never authenticated.
    if connection.isClosing || connection.isOver {
      deadline = min(deadline, lastByte + settings.greetingTimeout)
    }
    return pendingOutput > 0 ? min(deadline, lastTaken + settings.stallTimeout) : deadline
  }
}
