import Archives

/// Expands the compressed messages of the other side (RFC 7692, section 7.2.2).
final class MessageInflation {
  private let keepsContext: Bool
  private let windowBits: Int
  private var inflater: Inflater?

  init(keepsContext: Bool, windowBits: Int) {
    self.keepsContext = keepsContext
    self.windowBits = windowBits
  }

  /// Expands more of a message onto its end.
  ///
  /// One that has more bytes than `limits` allow is refused, or read past where they say so: it is expanded and
  /// counted in `passed`, for later messages may refer to it, up to sixteen times as many.
  func expand(
    _ bytes: [UInt8], onto message: inout [UInt8], passed: inout Int?, limits: WebSocketLimits
  ) throws(WebSocketFault) {
    if inflater == nil { inflater = Inflater(windowBits: windowBits) }
    let fault = bytes.withUnsafeBytes { bytes in
      withUnsafeTemporaryAllocation(byteCount: Self.room, alignment: 16) { buffer in
        expand(bytes, buffer) { piece in
          if let before = passed {
            passed = before + piece.count
          } else {
            message.append(contentsOf: piece)
            if message.count > limits.messageBytes, limits.passesLongMessages {
              (passed, message) = (message.count, [])
            }
          }
          return (passed ?? 0) <= limits.mostPassedBytes && message.count <= limits.messageBytes
            ? nil : .messageTooLarge(limit: limits.messageBytes)
        }
      }
    }
    if let fault { throw fault }
  }

  private static let room = 16 << 10

  private func expand(
    _ bytes: UnsafeRawBufferPointer, _ buffer: UnsafeMutableRawBufferPointer,
    _ take: (Slice<UnsafeMutableRawBufferPointer>) -> WebSocketFault?
  ) -> WebSocketFault? {
    var rest = bytes
    while true {
      guard let step = inflater?.expand(rest, into: buffer) else { return .noMemory }
      if let fault = take(buffer.prefix(step.produced)) { return fault }
      rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(step.consumed))
      switch step.outcome {
      case .damaged: return .notDeflate
      // A block may say that it is the last one; what follows begins anew (section 7.2.3.5).
      case .end: inflater?.reset()
      case .more:
        if step.consumed == 0, step.produced == 0, !rest.isEmpty { return .notDeflate }
      }
      if rest.isEmpty, step.produced < buffer.count { return nil }
    }
  }

  /// Takes what stands unsent behind each message, and ends it.
  func end(
    _ message: inout [UInt8], passed: inout Int?, limits: WebSocketLimits
  ) throws(WebSocketFault) {
    try expand([0x00, 0x00, 0xFF, 0xFF], onto: &message, passed: &passed, limits: limits)
    if !keepsContext { inflater?.reset() }
  }
}

// A connection is not copied, and whoever has it is the only one who reaches this.
extension MessageInflation: @unchecked Sendable {}
