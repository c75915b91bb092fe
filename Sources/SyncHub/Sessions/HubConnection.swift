import WebSocket

/// The bytes between a hub and one client: the handshake, then messages.
struct HubConnection {
  /// What a client did.
  enum Event {
    /// It asked for something; `accept` or `answer` is to be called.
    case request(UpgradeRequest)
    /// It sent a text message.
    case text([UInt8])
    /// It sent a binary message.
    case binary
    /// It has ended the conversation, or broken the protocol: what waits is sent, and then it is over.
    case over(String)
  }

  private var handshake: ServerHandshake?
  private var connection: WebSocketConnection
  private let limits: WebSocketLimits
  private var output: [UInt8] = []
  private var isAskedByHead = false
  /// Whether the connection is to be ended when everything is sent.
  private(set) var isOver = false

  init(limits: WebSocketLimits) {
    handshake = ServerHandshake()
    self.limits = limits
    connection = WebSocketConnection(role: .server, limits: limits)
  }

  mutating func receive(_ bytes: UnsafeRawBufferPointer) -> [Event] {
    if isOver { return [] }
    guard var waiting = handshake else { return events(connection.receive(bytes)) }
    do throws(HandshakeError) {
      guard let request = try waiting.receive(Array(bytes)) else {
        handshake = waiting
        return []
      }
      isAskedByHead = request.method == "HEAD"
      return [.request(request)]
    } catch {
      answer(status: 400, "Bad Request", body: "\(error)\n")
      return [.over("\(error)")]
    }
  }

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

  /// Answers an ordinary request, or refuses one, and ends the connection.
  mutating func answer(
    status: Int, _ words: String, fields: [(name: String, value: String)] = [], body: String = ""
  ) {
    output += ServerHandshake.answer(
      status: status, words, fields: fields, body: body, isToHead: isAskedByHead)
    isOver = true
  }

  mutating func send(_ text: [UInt8]) { connection.send(text: text) }

  mutating func close(_ code: CloseCode, _ reason: String) {
    connection.close(code, reason: reason)
  }

  /// Whether the client's own close frame is still waited for.
  var isClosing: Bool { connection.state == .closing }

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
