/// One WebSocket connection behind its handshake (RFC 6455): bytes in, events and bytes out.
///
/// It touches no socket and no clock. What `receive` is given may come in any pieces; what it says is to be done in
/// order; whatever is to be sent, answers to pings and the close frame included, waits in `takeOutput`. A peer that
/// breaks the protocol or a limit gets a close frame that says so, and nothing it sends is looked at any more.
package struct WebSocketConnection: Sendable {
  package enum Role: Hashable, Sendable {
    /// The side that connected: it masks what it sends.
    case client
    case server
  }

  package enum State: Hashable, Sendable {
    /// Messages may be sent and come in.
    case open
    /// A close frame was sent, and the peer's is waited for.
    case closing
    /// Both close frames have passed, or the peer broke the protocol: when the output is sent, a server
    /// ends the connection below, and a client waits for that for a while (section 7.1.1).
    case closed
  }

  private let role: Role
  package private(set) var state = State.open
  private var reader: MessageReader
  private let limits: WebSocketLimits
  private let deflation: MessageDeflation?
  private let makeKey: @Sendable () -> UInt32
  private var output: [UInt8] = []
  /// Answers to pings in the output, and where the last one begins if nothing stands behind it.
  private var pongs = (count: 0, last: Int?.none)

  /// So many pings are answered singly; of what comes while nothing is taken, only the last one then.
  private static let mostPongs = 64

  /// Starts behind the handshake, in which `compression` may have been agreed on: a connection that has it must
  /// not be copied and used on. `makeKey` makes the keys that a client masks with; nobody must be able
  /// to foresee them (section 10.3).
  package init(
    role: Role, limits: WebSocketLimits = WebSocketLimits(),
    compression terms: CompressionTerms? = nil,
    makeKey: @escaping @Sendable () -> UInt32 = { .random(in: .min ... .max) }
  ) {
    self.role = role
    self.limits = limits
    self.makeKey = makeKey
    let isServer = role == .server
    deflation = terms.map { terms in
      MessageDeflation(
        keepsContext: isServer ? terms.serverKeepsContext : terms.clientKeepsContext,
        windowBits: isServer ? terms.serverWindowBits : terms.clientWindowBits)
    }
    reader = MessageReader(
      role: role, limits: limits,
      inflation: terms.map { terms in
        MessageInflation(
          keepsContext: isServer ? terms.clientKeepsContext : terms.serverKeepsContext,
          windowBits: isServer ? terms.clientWindowBits : terms.serverWindowBits)
      })
  }

  /// How many bytes wait to be sent. A peer that only pings does not make them grow for ever.
  package var pendingOutput: Int { output.count }

  package mutating func takeOutput() -> [UInt8] {
    defer { (output, pongs) = ([], (0, nil)) }
    return output
  }

  // MARK: - Receiving

  package mutating func receive(_ bytes: some Collection<UInt8>) -> [WebSocketEvent] {
    let result = bytes.withContiguousStorageIfAvailable { receive(UnsafeRawBufferPointer($0)) }
    return result ?? Array(bytes).withUnsafeBytes { receive($0) }
  }

  package mutating func receive(_ bytes: UnsafeRawBufferPointer) -> [WebSocketEvent] {
    var events: [WebSocketEvent] = []
    var rest = bytes[...]
    do throws(WebSocketFault) {
      while state != .closed, let yield = try reader.next(&rest) {
        events.append(try take(yield))
      }
    } catch {
      if state == .open { appendClose(error.closeCode, "\(error)") }
      state = .closed
      events.append(.failed(error))
    }
    return events
  }

  private mutating func take(_ yield: MessageReader.Yield) throws(WebSocketFault) -> WebSocketEvent
  {
    switch yield {
    case .text(let bytes): return .text(bytes)
    case .binary(let bytes): return .binary(bytes)
    case .passedOver(let bytes): return .passedOver(bytes: bytes)
    case .ping(let bytes):
      if state == .open { appendPong(bytes) }
      return .ping(bytes)
    case .pong(let bytes): return .pong(bytes)
    case .close(let bytes):
      let (code, reason) = try WebSocketConnection.readClose(bytes)
      // The answer has the code that came (section 5.5.1).
      if state == .open { appendClose(code, "") }
      state = .closed
      return .closed(code, reason: reason)
    }
  }

  private static func readClose(
    _ bytes: [UInt8]
  ) throws(WebSocketFault) -> (CloseCode?, reason: String) {
    guard let first = bytes.first else { return (nil, "") }
    guard bytes.count > 1 else { throw .closeTooShort }
    let code = CloseCode(rawValue: UInt16(first) << 8 | UInt16(bytes[1]))
    guard code.isSendable else { throw .closeCode(code.rawValue) }
    guard let reason = String(validating: bytes.dropFirst(2), as: UTF8.self) else {
      throw .notUTF8
    }
    return (code, reason)
  }

  // MARK: - Sending

  /// Puts a text message into the output, which has to be UTF-8, compressed where that was agreed on; false once
  /// closing has begun.
  @discardableResult
  package mutating func send(
    text bytes: some Collection<UInt8>, compressed: Bool = true
  ) -> Bool {
    send(.text, bytes, compressed: compressed)
  }

  /// Puts a binary message into the output; false once closing has begun.
  @discardableResult
  package mutating func send(binary bytes: some Collection<UInt8>) -> Bool {
    send(.binary, bytes)
  }

  /// Begins to close: no message can be sent any more, those of the peer still come in until it has
  /// closed, too. A reason is cut to 123 bytes; a code that may not be sent is left out, with the reason.
  package mutating func close(_ code: CloseCode? = .normal, reason: String = "") {
    guard state == .open else { return }
    state = .closing
    appendClose(code, reason)
  }

  private mutating func send(
    _ opcode: Opcode, _ bytes: some Collection<UInt8>, compressed: Bool = true
  ) -> Bool {
    guard state == .open else { return false }
    if compressed, let deflation {
      let whole = Array(bytes)
      if let packed = whole.withUnsafeBytes({ deflation.compress($0) }) {
        appendFrames(opcode, packed, isCompressed: true)
        return true
      }
    }
    appendFrames(opcode, bytes, isCompressed: false)
    return true
  }

  private mutating func appendFrames(
    _ opcode: Opcode, _ bytes: some Collection<UInt8>, isCompressed: Bool
  ) {
    var (opcode, isCompressed) = (opcode, isCompressed)
    var rest = bytes[...]
    repeat {
      let piece = rest.prefix(limits.sentFrameBytes)
      rest = rest.dropFirst(piece.count)
      append(opcode, piece, isFinal: rest.isEmpty, isCompressed: isCompressed)
      (opcode, isCompressed) = (.continuation, false)
    } while !rest.isEmpty
  }

  private mutating func appendClose(_ code: CloseCode?, _ reason: String) {
    var payload: [UInt8] = []
    if let code, code.isSendable {
      payload = [UInt8(code.rawValue >> 8), UInt8(code.rawValue & 0xFF)]
      for character in reason {
        guard payload.count + character.utf8.count <= 125 else { break }
        payload += Array(character.utf8)
      }
    }
    append(.close, payload, isFinal: true)
  }

  /// Answers a ping; of many that came before anything was sent the last answer is enough (section 5.5.3).
  private mutating func appendPong(_ bytes: [UInt8]) {
    if pongs.count >= Self.mostPongs, let last = pongs.last {
      output.removeSubrange(last...)
      pongs.count -= 1
    }
    let start = output.count
    append(.pong, bytes[...], isFinal: true)
    pongs = (pongs.count + 1, start)
  }

  private mutating func append(
    _ opcode: Opcode, _ payload: some Collection<UInt8>, isFinal: Bool, isCompressed: Bool = false
  ) {
    pongs.last = nil
    let count = payload.count
    var key = role == .client ? MaskingKey(makeKey()) : nil
    let bits: UInt8 = (isFinal ? 0x80 : 0) | (isCompressed ? 0x40 : 0)
    FrameHeader(first: opcode.rawValue | bits, length: count, key: key).append(to: &output)
    let start = output.count
    output.append(contentsOf: payload)
    output.withUnsafeMutableBytes { all in
      key?.apply(to: UnsafeMutableRawBufferPointer(rebasing: all[start...]))
    }
  }
}

/// What came out of the bytes that a peer sent.
package enum WebSocketEvent: Hashable, Sendable {
  /// A whole text message; the bytes are UTF-8.
  case text([UInt8])
  case binary([UInt8])
  /// A message of so many bytes was passed over: that is more than the limit.
  case passedOver(bytes: Int)
  /// A ping, which has been answered.
  case ping([UInt8])
  case pong([UInt8])
  /// The peer's close frame, which has been answered; the code is nil where it had none.
  case closed(CloseCode?, reason: String)
  /// The peer broke the protocol, or a limit; a close frame that says so is ready to be sent.
  case failed(WebSocketFault)
}

/// What a connection puts up with, and how it sends.
package struct WebSocketLimits: Hashable, Sendable {
  package var messageBytes: Int
  /// Whether a message that has more is read past and told of; otherwise it ends the connection.
  package var passesLongMessages = false
  package var fragments: Int
  /// The most bytes of one frame that is sent; longer messages go out in several. Never below one.
  package var sentFrameBytes: Int

  /// So many bytes of a compressed message are read past: what it expands to takes time, and is seen by nobody.
  var mostPassedBytes: Int { messageBytes.multipliedReportingOverflow(by: 16).partialValue }

  /// Sets the limits: 16 MiB in 65,536 fragments, and no fragments of our own, unless stated.
  package init(
    messageBytes: Int = 16 << 20, fragments: Int = 65_536, sentFrameBytes: Int = .max
  ) {
    self.messageBytes = messageBytes
    self.fragments = fragments
    self.sentFrameBytes = max(1, sentFrameBytes)
  }
}
