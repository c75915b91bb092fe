/// A WebSocket connection after its handshake, for client or server (RFC 6455): bytes in, events and bytes out.
///
/// It uses no socket and no clock. `receive` accepts pieces of any size. Events must be handled in order. All output,
/// including pongs and the close frame, waits in `takeOutput`. Below: `WebSocketEvent` and `WebSocketLimits`.
package struct WebSocketConnection: Sendable {
  package enum Role: Hashable, Sendable {
    /// The side that connected. It masks what it sends.
    case client
    case server
  }

  package enum State: Hashable, Sendable {
    /// Messages may be sent and received.
    case open
    /// A close frame was sent, and that of the other side is expected.
    case closing
    /// Both close frames have passed, or the other side broke the protocol. After sending the output, a server closes
    /// the underlying connection. A client waits some time for that (section 7.1.1).
    case closed
  }

  private let role: Role
  package private(set) var state = State.open
  private var reader: MessageReader
  /// The limits, which may be raised between two messages.
  package var limits: WebSocketLimits { didSet { reader.limits = limits } }
  private let deflation: MessageDeflation?
  private let makeKey: @Sendable () -> UInt32
  private var output: [UInt8] = []
  /// The number of pongs in the output, and the offset of the last one if nothing follows it.
  private var pongs = (count: 0, last: Int?.none)

  /// The number of pings that are answered individually while no output is taken. After that only the last one is.
  private static let mostPongs = 64

  /// Creates a connection after the handshake.
  ///
  /// Copies of a connection share the state of its `compression`, so use only one. `makeKey` makes a client's masking
  /// keys, which must be unpredictable (section 10.3).
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

  /// The number of bytes waiting to be sent. Pings alone cannot make it grow without limit.
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
    while let event = next(&rest) { events.append(event) }
    return events
  }

  /// Reads from the front of `bytes` to the end of the next event; nil if more bytes are needed.
  package mutating func next(_ bytes: inout Slice<UnsafeRawBufferPointer>) -> WebSocketEvent? {
    if state == .closed { return nil }
    do throws(WebSocketFault) {
      guard let yield = try reader.next(&bytes) else { return nil }
      return try take(yield)
    } catch {
      if state == .open { appendClose(error.closeCode, "\(error)") }
      state = .closed
      return .failed(error)
    }
  }

  private mutating func take(_ yield: MessageReader.Yield) throws(WebSocketFault) -> WebSocketEvent
  {
    switch yield {
    case .text(let bytes): return .text(bytes)
    case .binary(let bytes): return .binary(bytes)
    case .skipped(let bytes): return .skipped(bytes: bytes)
    case .ping(let bytes):
      if state == .open { appendPong(bytes) }
      return .ping(bytes)
    case .pong(let bytes): return .pong(bytes)
    case .close(let bytes):
      let (code, reason) = try WebSocketConnection.readClose(bytes)
      // The answer repeats the received code (section 5.5.1).
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

  /// Queues a text message, which must be UTF-8, compressed if that was agreed. Returns false once closing has begun.
  @discardableResult
  package mutating func send(
    text bytes: some Collection<UInt8>, compressed: Bool = true
  ) -> Bool {
    send(.text, bytes, compressed: compressed)
  }

  /// Queues a binary message. Returns false once closing has begun.
  @discardableResult
  package mutating func send(binary bytes: some Collection<UInt8>) -> Bool {
    send(.binary, bytes)
  }

  /// Begins to close. No more messages can be sent. Messages are received until the other side closes, too.
  ///
  /// A reason is cut to 123 bytes. A code that may not be sent is omitted, together with the reason.
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

  /// Answers a ping. If many arrived before any output was taken, only the last one needs an answer (section 5.5.3).
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

/// The events in received bytes.
package enum WebSocketEvent: Hashable, Sendable {
  /// A whole text message. The bytes are valid UTF-8.
  case text([UInt8])
  case binary([UInt8])
  /// A message over the limit, with this many bytes, was skipped.
  case skipped(bytes: Int)
  /// A ping. Its pong is already queued.
  case ping([UInt8])
  case pong([UInt8])
  /// The close frame of the other side, already answered. The code is nil if the frame had none.
  case closed(CloseCode?, reason: String)
  /// The other side broke the protocol or a limit. A close frame with the reason is queued. Further input is ignored.
  case failed(WebSocketFault)
}

/// Limits for received messages, and the size of sent frames.
package struct WebSocketLimits: Hashable, Sendable {
  package var messageBytes: Int
  /// Whether a longer message is skipped and reported. Otherwise it ends the connection.
  package var skipsLongMessages = false
  package var fragments: Int
  /// The largest payload of a sent frame, at least 1. Longer messages are fragmented.
  package var sentFrameBytes: Int

  /// How many decompressed bytes of a message are skipped at most, because decompressing them takes time.
  var mostSkippedBytes: Int { messageBytes.multipliedReportingOverflow(by: 16).partialValue }

  /// Sets the limits. By default messages have at most 16 MiB in 65,536 fragments, and sent messages are not
  /// fragmented.
  package init(
    messageBytes: Int = 16 << 20, fragments: Int = 65_536, sentFrameBytes: Int = .max
  ) {
    self.messageBytes = messageBytes
    self.fragments = fragments
    self.sentFrameBytes = max(1, sentFrameBytes)
  }
}
