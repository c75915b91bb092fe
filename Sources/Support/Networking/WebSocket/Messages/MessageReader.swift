/// Takes frames apart and puts messages together: one direction of a connection.
///
/// A plain state machine that holds no more than one message, within its limits, and one control
/// frame. Nothing is reserved for what is only announced.
struct MessageReader {
  /// A frame's yield: a whole message, or a control frame.
  enum Yield {
    case text([UInt8])
    case binary([UInt8])
    /// A message beyond the limit, of which nothing was kept.
    case passedOver(bytes: Int)
    case close([UInt8])
    case ping([UInt8])
    case pong([UInt8])
  }

  private let role: WebSocketConnection.Role
  private let limits: WebSocketLimits
  private let inflation: MessageInflation?

  /// The header of the frame that is being read, as far as it has come.
  private var header: [UInt8] = []
  /// The frame that is being read; nil between frames.
  private var frame: FrameHeader?
  /// Bytes of its payload that are yet to come.
  private var left = 0
  private var control: [UInt8] = []
  /// The message that is being put together; its opcode is nil between messages.
  private var message: [UInt8] = []
  private var messageOpcode: Opcode?
  /// Its bytes so far, where there are too many, and it is read past; nil otherwise.
  private var passed: Int?
  private var fragments = 0
  /// Whether the message is compressed, and how many bytes of it have been announced so.
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

  /// Takes bytes from the front of `bytes` until something is whole; nil where more are needed.
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

  /// Bytes that compression may add to a message of any length, as good as never used up.
  private static let overhead = 1 << 16

  // MARK: - Frames

  /// Reads on in the header; false where more bytes are needed.
  private mutating func readHeader(
    _ bytes: inout Slice<UnsafeRawBufferPointer>
  ) throws(WebSocketFault) -> Bool {
    while header.count < 2 || header.count < FrameHeader.size(header[1]) {
      guard let byte = bytes.popFirst() else { return false }
      header.append(byte)
      // What the first two bytes say is checked before a peer may make us wait for more.
      if header.count == 2 { try check(header[0], header[1]) }
    }
    let whole = try FrameHeader(header)
    header.removeAll(keepingCapacity: true)
    try begin(whole)
    return true
  }

  private func check(_ first: UInt8, _ second: UInt8) throws(WebSocketFault) {
    // The first frame of a compressed message has the first of them (RFC 7692, section 6.2).
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
      // What expands to no more than the limit has hardly more bytes; what it expands to is seen as it comes.
      let most = limits.passesLongMessages ? limits.mostPassedBytes : limits.messageBytes
      guard header.length <= most + Self.overhead - compressedBytes else {
        throw .messageTooLarge(limit: limits.messageBytes)
      }
      compressedBytes += header.length
      return
    }
    if let passed {
      self.passed = min(passed, .max - header.length) + header.length
      return
    }
    guard header.length <= limits.messageBytes - message.count else {
      guard limits.passesLongMessages else {
        throw .messageTooLarge(limit: limits.messageBytes)
      }
      passed = message.count + header.length
      message = []
      return
    }
    // A frame of usual size gets its room at once.
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
      try inflation?.expand(packed, onto: &message, passed: &passed, limits: limits)
    } else if passed == nil {
      message.append(contentsOf: bytes)
      MessageReader.unmask(&message, from: start, &frame)
    }
    try checkText(from: start)
  }

  private mutating func checkText(from start: Int) throws(WebSocketFault) {
    guard messageOpcode == .text, passed == nil else { return }
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
      try inflation?.end(&message, passed: &passed, limits: limits)
      try checkText(from: start)
    }
    defer {
      message = []
      messageOpcode = nil
      passed = nil
      fragments = 0
      (isCompressed, compressedBytes) = (false, 0)
    }
    if let passed {
      checker = UTF8Checker()
      return .passedOver(bytes: passed)
    }
    guard messageOpcode == .text else { return .binary(message) }
    guard checker.isComplete else { throw .notUTF8 }
    return .text(message)
  }
}
