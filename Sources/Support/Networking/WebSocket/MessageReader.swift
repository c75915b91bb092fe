/// A parser that turns received WebSocket frames into messages.
///
/// It is a plain state machine that holds at most one message, within the limits, and one control frame. No memory is
/// reserved for announced data.
struct MessageReader {
  /// The result of a frame: a whole message, or a control frame.
  enum Yield {
    case text([UInt8])
    case binary([UInt8])
    /// A message over the limit, whose content was skipped.
    case skipped(bytes: Int)
    case close([UInt8])
    case ping([UInt8])
    case pong([UInt8])
  }

  private let role: WebSocketConnection.Role
  var limits: WebSocketLimits
  private let inflation: MessageInflation?

  /// The bytes read so far of the current header.
  private var header: [UInt8] = []
  /// The current frame; nil between frames.
  private var frame: FrameHeader?
  /// The number of payload bytes still to come.
  private var left = 0
  private var control: [UInt8] = []
  /// The current message. Its opcode is nil between messages.
  private var message: [UInt8] = []
  private var messageOpcode: Opcode?
  /// The number of bytes of a message over the limit that is being skipped; nil otherwise.
  private var skipped: Int?
  private var fragments = 0
  /// Whether the message is compressed, and the number of compressed bytes announced so far.
  private var isCompressed = false
  private var compressedBytes = 0
  private var checker = UTF8Checker()

  init(
    role: WebSocketConnection.Role, limits: WebSocketLimits, inflation: MessageInflation?
  ) {
    self.role = role
    self.limits = limits
    self.inflation = inflation
    header.reserveCapacity(FrameHeader.maximumSize)
  }

  /// Reads from the front of `bytes` until a message or control frame is complete; nil if more bytes are needed.
  mutating func next(_ bytes: inout Slice<UnsafeRawBufferPointer>) throws(WebSocketFault) -> Yield?
  {
    while true {
      if frame == nil {
        guard try readHeader(&bytes) else { return nil }
      }
      let taken = min(left, bytes.count)
      if taken > 0 {
        try take(UnsafeRawBufferPointer(rebasing: bytes.prefix(taken)))
        bytes = bytes.dropFirst(taken)
        left -= taken
      }
      guard left == 0 else { return nil }
      if let yield = try endFrame() { return yield }
    }
  }

  /// The number of bytes that compression may add to a message of any length. In practice it is never reached.
  private static let overhead = 1 << 16

  // MARK: - Frames

  /// Continues to read the header. Returns false if more bytes are needed.
  private mutating func readHeader(
    _ bytes: inout Slice<UnsafeRawBufferPointer>
  ) throws(WebSocketFault) -> Bool {
    while header.count < 2 || header.count < FrameHeader.size(header[1]) {
      guard let byte = bytes.popFirst() else { return false }
      header.append(byte)
      // The first two bytes are checked before the other side can make us wait for the rest.
      if header.count == 2 { try check(header[0], header[1]) }
    }
    let whole = try FrameHeader(header)
    header.removeAll(keepingCapacity: true)
    try begin(whole)
    return true
  }

  private func check(_ first: UInt8, _ second: UInt8) throws(WebSocketFault) {
    // The first frame of a compressed message has the first reserved bit set (RFC 7692, section 6.2).
    let mayBeCompressed =
      inflation != nil && [Opcode.text, .binary].contains(Opcode(rawValue: first & 0x0F))
    guard first & (mayBeCompressed ? 0x30 : 0x70) == 0 else { throw .reservedBits }
    guard let opcode = Opcode(rawValue: first & 0x0F) else { throw .unknownOpcode(first & 0x0F) }
    switch (role, second & 0x80 != 0) {
    case (.server, false): throw .notMasked
    case (.client, true): throw .masked
    default: break
    }
    switch opcode {
    case .close, .ping, .pong:
      guard first & 0x80 != 0 else { throw .controlFragmented }
      guard second & 0x7F <= 125 else { throw .controlTooLong }
    case .continuation:
      guard messageOpcode != nil else { throw .nothingToContinue }
    case .text, .binary:
      guard messageOpcode == nil else { throw .messageWithinMessage }
    }
  }

  private mutating func begin(_ header: FrameHeader) throws(WebSocketFault) {
    frame = header
    left = header.length
    guard let opcode = header.opcode, !opcode.isControl else { return }
    if opcode != .continuation {
      messageOpcode = opcode
      isCompressed = header.reserved != 0
    }
    fragments += 1
    guard fragments <= limits.fragments else { throw .tooManyFragments(limit: limits.fragments) }
    if isCompressed {
      // Compressed data of a message within the limit is hardly longer. The decompressed size is checked later.
      let most = limits.skipsLongMessages ? limits.mostSkippedBytes : limits.messageBytes
      guard header.length <= most + Self.overhead - compressedBytes else {
        throw .messageTooLarge(limit: limits.messageBytes)
      }
      compressedBytes += header.length
      return
    }
    if let skipped {
      self.skipped = min(skipped, .max - header.length) + header.length
      return
    }
    guard header.length <= limits.messageBytes - message.count else {
      guard limits.skipsLongMessages else {
        throw .messageTooLarge(limit: limits.messageBytes)
      }
      skipped = message.count + header.length
      message = []
      return
    }
    // Room for a frame of usual size is reserved at once.
    if message.isEmpty { message.reserveCapacity(min(header.length, 4096)) }
  }

  private mutating func take(_ bytes: UnsafeRawBufferPointer) throws(WebSocketFault) {
    guard let opcode = frame?.opcode else { return }
    if opcode.isControl {
      let start = control.count
      control.append(contentsOf: bytes)
      MessageReader.unmask(&control, from: start, &frame)
      return
    }
    let start = message.count
    if isCompressed {
      var packed = Array(bytes)
      MessageReader.unmask(&packed, from: 0, &frame)
      try inflation?.expand(packed, onto: &message, skipped: &skipped, limits: limits)
    } else if skipped == nil {
      message.append(contentsOf: bytes)
      MessageReader.unmask(&message, from: start, &frame)
    }
    try checkText(from: start)
  }

  private mutating func checkText(from start: Int) throws(WebSocketFault) {
    guard messageOpcode == .text, skipped == nil else { return }
    let isText = message.withUnsafeBytes { all in
      checker.take(UnsafeRawBufferPointer(rebasing: all[start...]))
    }
    guard isText else { throw .notUTF8 }
  }

  private static func unmask(_ bytes: inout [UInt8], from start: Int, _ frame: inout FrameHeader?) {
    bytes.withUnsafeMutableBytes { all in
      frame?.key?.apply(to: UnsafeMutableRawBufferPointer(rebasing: all[start...]))
    }
  }

  private mutating func endFrame() throws(WebSocketFault) -> Yield? {
    guard let ended = frame, let opcode = ended.opcode else { return nil }
    frame = nil
    if opcode.isControl {
      defer { control = [] }
      switch opcode {
      case .close: return .close(control)
      case .ping: return .ping(control)
      default: return .pong(control)
      }
    }
    guard ended.isFinal else { return nil }
    if isCompressed {
      let start = message.count
      try inflation?.end(&message, skipped: &skipped, limits: limits)
      try checkText(from: start)
    }
    defer {
      message = []
      messageOpcode = nil
      skipped = nil
      fragments = 0
      (isCompressed, compressedBytes) = (false, 0)
    }
    if let skipped {
      checker = UTF8Checker()
      return .skipped(bytes: skipped)
    }
    guard messageOpcode == .text else { return .binary(message) }
    guard checker.isComplete else { throw .notUTF8 }
    return .text(message)
  }
}
