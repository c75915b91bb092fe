import Archives

/// Decompresses the WebSocket messages of the other side (RFC 7692, section 7.2.2).
final class MessageInflation {
  private let keepsContext: Bool
  private let windowBits: Int
  private var inflater: Inflater?

  init(keepsContext: Bool, windowBits: Int) {
    self.keepsContext = keepsContext
    self.windowBits = windowBits
  }

  /// Decompresses more of a message and appends it.
  ///
  /// A message longer than `limits` allow is refused. If `limits` say to skip it, it is decompressed but not kept,
  /// because later messages may refer to it. `skipped` then counts its bytes, up to sixteen times the limit.
  func expand(
    _ bytes: [UInt8], onto message: inout [UInt8], skipped: inout Int?, limits: WebSocketLimits
  ) throws(WebSocketFault) {
    if inflater == nil { inflater = Inflater(windowBits: windowBits) }
    let fault = bytes.withUnsafeBytes { bytes in
      withUnsafeTemporaryAllocation(byteCount: Self.room, alignment: 16) { buffer in
        expand(bytes, buffer) { piece in
          if let before = skipped {
            skipped = before + piece.count
          } else {
            message.append(contentsOf: piece)
            if message.count > limits.messageBytes, limits.skipsLongMessages {
              (skipped, message) = (message.count, [])
            }
          }
          return (skipped ?? 0) <= limits.mostSkippedBytes && message.count <= limits.messageBytes
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
      // A block may be marked as the last one. The data after it starts a new stream (section 7.2.3.5).
      case .end: inflater?.reset()
      case .more:
        if step.consumed == 0, step.produced == 0, !rest.isEmpty { return .notDeflate }
      }
      if rest.isEmpty, step.produced < buffer.count { return nil }
    }
  }

  /// Decompresses the block that senders leave out after each message, and ends the message.
  func end(
    _ message: inout [UInt8], skipped: inout Int?, limits: WebSocketLimits
  ) throws(WebSocketFault) {
    try expand([0x00, 0x00, 0xFF, 0xFF], onto: &message, skipped: &skipped, limits: limits)
    if !keepsContext { inflater?.reset() }
  }
}

// A connection is not copied, so only its owner reaches this object.
extension MessageInflation: @unchecked Sendable {}
