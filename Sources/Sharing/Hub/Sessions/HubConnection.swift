import CivilTime
import Networking

/// The bytes between a hub and one client: the handshake, then messages.
struct HubConnection {
  enum Event {
    /// It asked for something; `accept` or `answer` is to be called, now or later.
    case request(HubRequest)
    case text([UInt8])
    case binary
    /// It has ended the conversation, or broken the protocol: what waits is sent, and then it is over.
    case over(String)
  }

  private var handshake: ServerHandshake?
  private var connection: WebSocketConnection
  private let limits: WebSocketLimits
  private let wall: @Sendable () -> Timestamp
  private var output: [UInt8] = []
  private var isAskedByHead = false
  /// How problems are told; nil where the request is one of a program.
  private var page: PlainPage?
  /// A request whose body is not whole yet, and bytes that it has.
  private var unfinished: (request: HubRequest, length: Int)?
  /// Whether all of a request was read: one that came behind it is not, for the connection ends with the answer.
  private var isAsked = false
  private var isStreaming = false
  /// Whether there was an answer before all of the request was read. What still comes is thrown away for a while: a
  /// socket that is closed with bytes unread takes back what it has sent.
  private(set) var leavesInput = false
  private(set) var isOver = false

  init(limits: WebSocketLimits, wall: @escaping @Sendable () -> Timestamp = Timestamp.now) {
    handshake = ServerHandshake()
    self.limits = limits
    self.wall = wall
    connection = WebSocketConnection(role: .server, limits: limits)
  }

  mutating func receive(_ bytes: UnsafeRawBufferPointer) -> [Event] {
    if isOver || isAsked { return [] }
    guard var waiting = handshake else { return events(connection.receive(bytes)) }
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

  /// An ordinary request is told of once its body is there.
  private mutating func begin(_ request: HubRequest) -> [Event] {
    let head = request.head
    switch HubRequest.body(of: head) {
    case .bytes(let count):
      unfinished = (request, count)
      // Whoever says so waits for it with the body (RFC 9110, 10.1.1).
      if head.rest.isEmpty, count > 0, head.value(of: "expect")?.lowercased() == "100-continue" {
        output += Array("HTTP/1.1 100 Continue\r\n\r\n".utf8)
      }
      return head.rest.withUnsafeBytes { takeBody($0) }
    case .tooLong:
      answer(.problem(413, "a body has \(HubRequest.longestBody) bytes at most"))
    case .unmeasured: answer(.problem(411, "the request has to say how long its body is"))
    case .malformed: answer(.problem(400, "the length of the body cannot be read"))
    }
    return []
  }

  private mutating func takeBody(_ bytes: UnsafeRawBufferPointer) -> [Event] {
    guard case (var request, let length)? = unfinished else { return [] }
    // What comes behind it is no more read.
    request.body += bytes.prefix(length - request.body.count)
    guard request.body.count == length else {
      unfinished = (request, length)
      return []
    }
    (unfinished, isAsked) = (nil, true)
    return [.request(request)]
  }

  /// Whether an ordinary request waits for its answer: that takes as long as the store does.
  var isAsking: Bool { isAsked && !isOver && !isStreaming }
  private(set) var isSafe = false
  var isAnswered: Bool { isAsked && isOver }

  /// Windows of four kibibytes: what frames repeat is near, and a session takes 90 KB at most, not 300.
  private static let windowBits = 12

  /// Opens the connection; returns what the client has sent already.
  mutating func accept(_ request: UpgradeRequest) -> [Event] {
    let compression = request.compression(windowBits: Self.windowBits)
    guard let answer = request.accept(compression: compression) else { return [] }
    if compression != nil {
      connection = WebSocketConnection(role: .server, limits: limits, compression: compression)
    }
    handshake = nil
    output += answer
    return events(connection.receive(request.rest))
  }

  /// Answers a request, or refuses one, and ends the connection.
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

  /// Answers with a stream of events, which ends with the connection.
  mutating func beginStream() {
    let head = "HTTP/1.1 200 OK\r\nDate: \(HTTPDate.text(wall()))\r\nConnection: close\r\n"
    let fields = "Content-Type: text/event-stream\r\nCache-Control: no-store\r\n"
    output += Array((head + fields + "X-Accel-Buffering: no\r\n\r\n").utf8)
    (isStreaming, isOver) = (true, isAskedByHead)
  }

  mutating func stream(_ bytes: [UInt8]) { output += bytes }

  mutating func send(_ text: [UInt8]) { connection.send(text: text) }

  mutating func close(_ code: CloseCode, _ reason: String) {
    // Before the handshake, nobody understands a frame.
    if handshake != nil {
      isOver = true
      return
    }
    connection.close(code, reason: reason)
  }

  /// Whether the client's own close frame is still waited for.
  var isClosing: Bool { connection.state == .closing }

  var pendingOutput: Int { output.count + connection.pendingOutput }

  mutating func takeOutput() -> [UInt8] {
    defer { output = [] }
    return output + connection.takeOutput()
  }

  private mutating func events(_ events: [WebSocketEvent]) -> [Event] {
    events.compactMap { event in
      switch event {
      case .text(let bytes): return .text(bytes)
      case .binary: return .binary
      case .ping, .pong, .passedOver: return nil
      case .closed(let code, _):
        isOver = true
        return .over("closed by the client (\(code.map { "\($0)" } ?? "no code"))")
      case .failed(let fault):
        isOver = true
        return .over("\(fault)")
      }
    }
  }
}
