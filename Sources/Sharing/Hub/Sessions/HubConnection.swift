import CivilTime
import Networking

/// The HTTP and WebSocket protocol of one client's connection to a hub: takes bytes, returns events and bytes to send.
/// `ClientConnection` has the socket.
struct HubConnection {
  /// An event that is read from the client's bytes.
  enum Event {
    /// A request; the caller has to call `accept`, `answer` or `beginStream`, now or later.
    case request(HubRequest)
    case text([UInt8])
    case binary
    /// The client has closed the connection, or has violated the protocol. Send the pending output, then end.
    case over(String)
  }

  private var handshake: ServerHandshake?
  private var connection: WebSocketConnection
  private let limits: WebSocketLimits
  private let wall: @Sendable () -> Timestamp
  private var isAdmitted = false
  /// The bytes after a message of an unauthenticated client. That message may admit the client, and then longer ones
  /// are read.
  private var held: ArraySlice<UInt8> = []
  private var output: [UInt8] = []
  private var isAskedByHead = false
  /// Renders problems as a page; nil for requests of programs.
  private var page: PlainPage?
  /// A request whose body is incomplete, and the body's length in bytes.
  private var unfinished: (request: HubRequest, length: Int)?
  /// Whether a whole request was read. A pipelined one is ignored, because the connection ends with the response.
  private var isAsked = false
  private var isStreaming = false
  /// Whether the response was sent before the whole request was read. The rest is then read and dropped for a while:
  /// closing a socket with unread bytes resets it, and the client may lose the response.
  private(set) var leavesInput = false
  private(set) var isOver = false

  init(limits: WebSocketLimits, wall: @escaping @Sendable () -> Timestamp = Timestamp.now) {
    handshake = ServerHandshake()
    self.limits = limits
    self.wall = wall
    connection = WebSocketConnection(role: .server, limits: Self.greeting(limits))
  }

  mutating func receive(_ bytes: UnsafeRawBufferPointer) -> [Event] {
    if isOver || isAsked { return [] }
    guard var waiting = handshake else {
      let (events, count) = read(bytes)
      held = Array(bytes.dropFirst(count))[...]
      return events
    }
    if unfinished != nil { return takeBody(bytes) }
    do throws(HandshakeError) {
      guard let head = try waiting.receive(Array(bytes)) else {
        handshake = waiting
        return []
      }
      isAskedByHead = head.method == "HEAD"
      let request = HubRequest(head: head)
      isSafe = request.isSafe
      guard head.fault == .ordinary else { return [.request(request)] }
      if request.isOfPlainList { page = PlainPage(of: request, code: nil) }
      return begin(request)
    } catch {
      answer(.problem(400, error == .notHTTP ? "the request is not HTTP/1.1" : "\(error)"))
      return [.over("\(error)")]
    }
  }

  /// Reports an HTTP request once its body is complete.
  private mutating func begin(_ request: HubRequest) -> [Event] {
    let head = request.head
    switch HubRequest.body(of: head) {
    case .bytes(let count):
      unfinished = (request, count)
      // The client waits for this line before it sends the body (RFC 9110, 10.1.1).
      if head.rest.isEmpty, count > 0, head.value(of: "expect")?.lowercased() == "100-continue" {
        output += Array("HTTP/1.1 100 Continue\r\n\r\n".utf8)
      }
      return head.rest.withUnsafeBytes { takeBody($0) }
    case .tooLong:
      answer(.problem(413, "the body must have at most \(HubRequest.longestBody) bytes"))
    case .unmeasured: answer(.problem(411, "the request needs a Content-Length"))
    case .malformed: answer(.problem(400, "the Content-Length is invalid"))
    }
    return []
  }

  private mutating func takeBody(_ bytes: UnsafeRawBufferPointer) -> [Event] {
    guard case (var request, let length)? = unfinished else { return [] }
    // Ignores bytes after the body.
    request.body += bytes.prefix(length - request.body.count)
    guard request.body.count == length else {
      unfinished = (request, length)
      return []
    }
    (unfinished, isAsked) = (nil, true)
    return [.request(request)]
  }

  /// The limits before authentication, so that unauthenticated clients take little memory.
  private static func greeting(_ limits: WebSocketLimits) -> WebSocketLimits {
    var limits = limits
    limits.messageBytes = min(limits.messageBytes, 64 << 10)
    return limits
  }

  /// Accepts messages of full length, once the client is authenticated.
  mutating func admit() {
    isAdmitted = true
    connection.limits = limits
  }

  /// Whether an HTTP request waits for its response.
  var isAsking: Bool { isAsked && !isOver && !isStreaming }
  private(set) var isSafe = false
  var isAnswered: Bool { isAsked && isOver }

  /// The size of compression windows: 4 KiB. That is enough, since repetitions in frames are close to each other. A
  /// session takes at most 90 KB instead of 300 KB.
  private static let windowBits = 12

  /// Opens the WebSocket; returns the events of bytes that the client has already sent.
  mutating func accept(_ request: IncomingRequest) -> [Event] {
    let compression = request.compression(windowBits: Self.windowBits)
    guard let answer = request.accept(compression: compression) else { return [] }
    if compression != nil {
      connection = WebSocketConnection(
        role: .server, limits: Self.greeting(limits), compression: compression)
    }
    handshake = nil
    output += answer
    held = request.rest[...]
    return takeHeld()
  }

  /// Answers or refuses a request, and ends the connection.
  mutating func answer(_ answer: HubAnswer) {
    let answer = answer.problem.flatMap { page?.problem(answer, $0) } ?? answer
    var fields = [("Date", HTTPDate.text(wall()))] + answer.fields.map { ($0.name, $0.value) }
    if !answer.fields.contains(where: { $0.name == "Cache-Control" }) {
      fields.append(("Cache-Control", "no-store"))
    }
    output += ServerHandshake.answer(
      status: answer.status, answer.words,
      fields: fields + [("X-Content-Type-Options", "nosniff")],
      type: answer.type, body: answer.body, isToHead: isAskedByHead)
    (isOver, leavesInput) = (true, !isAsked)
  }

  /// Answers with an event stream, which ends with the connection.
  mutating func beginStream() {
    let head = "HTTP/1.1 200 OK\r\nDate: \(HTTPDate.text(wall()))\r\nConnection: close\r\n"
    let fields = "Content-Type: text/event-stream\r\nCache-Control: no-store\r\n"
    output += Array((head + fields + "X-Accel-Buffering: no\r\n\r\n").utf8)
    (isStreaming, isOver) = (true, isAskedByHead)
  }

  mutating func stream(_ bytes: [UInt8]) { output += bytes }

  mutating func send(_ text: [UInt8]) { connection.send(text: text) }

  mutating func close(_ code: CloseCode, _ reason: String) {
    // Before the handshake, the client does not expect frames.
    if handshake != nil {
      isOver = true
      return
    }
    connection.close(code, reason: reason)
  }

  /// Whether the client's close frame is still awaited.
  var isClosing: Bool { connection.state == .closing }

  var pendingOutput: Int { output.count + connection.pendingOutput }

  mutating func takeOutput() -> [UInt8] {
    defer { output = [] }
    return output + connection.takeOutput()
  }

  /// The events of the held bytes.
  mutating func takeHeld() -> [Event] {
    if isOver { held = [] }
    if held.isEmpty { return [] }
    let bytes = held
    let (events, count) = bytes.withUnsafeBytes { read($0) }
    held = bytes.dropFirst(count)
    return events
  }

  /// Reads messages; one only while the client is unauthenticated. Drops those after `close`. Returns their events and
  /// the number of bytes read.
  private mutating func read(_ bytes: UnsafeRawBufferPointer) -> (events: [Event], count: Int) {
    var (rest, events) = (bytes[...], [Event]())
    while let event = connection.next(&rest) {
      switch event {
      case .text(let bytes) where !isClosing: events.append(.text(bytes))
      case .binary where !isClosing: events.append(.binary)
      case .text, .binary, .ping, .pong, .skipped: continue
      case .closed(let code, _):
        isOver = true
        events.append(.over("closed by the client (\(code.map { "\($0)" } ?? "no code"))"))
      case .failed(let fault):
        isOver = true
        events.append(.over("\(fault)"))
      }
      if !isAdmitted { break }
    }
    return (events, bytes.count - rest.count)
  }
}
