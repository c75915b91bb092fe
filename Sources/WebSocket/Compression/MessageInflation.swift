import Compression

/// Expands the compressed messages of the other side (RFC 7692, section 7.2.2).
final class MessageInflation {
  private let keepsContext: Bool
  private let windowBits: Int
  private var inflater: Inflater?

  init(keepsContext: Bool, windowBits: Int) {
    self.keepsContext = keepsContext
    self.windowBits = windowBits
  }

  /// Expands more of a message onto its end; throws as soon as it has more than `limit` bytes.
  func expand(
    _ bytes: [UInt8], onto message: inout [UInt8], limit: Int
  ) throws(WebSocketFault) {
    if inflater == nil { inflater = Inflater(windowBits: windowBits) }
    let fault = bytes.withUnsafeBytes { bytes in
      withUnsafeTemporaryAllocation(byteCount: Self.room, alignment: 16) { buffer in
        expand(bytes, buffer, onto: &message, limit: limit)
      }
    }
    if let fault { throw fault }
  }

  private static let room = 16 << 10

  private func expand(
    _ bytes: UnsafeRawBufferPointer, _ buffer: UnsafeMutableRawBufferPointer,
    onto message: inout [UInt8], limit: Int
  ) -> WebSocketFault? {
    var rest = bytes
    while true {
      guard let step = inflater?.expand(rest, into: buffer) else { return .noMemory }
      message.append(contentsOf: buffer.prefix(step.produced))
      guard message.count <= limit else { return .messageTooLarge(limit: limit) }
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
  func end(_ message: inout [UInt8], limit: Int) throws(WebSocketFault) {
    try expand([0x00, 0x00, 0xFF, 0xFF], onto: &message, limit: limit)
    if !keepsContext { inflater?.reset() }
  }
}

// Whoever has the connection is the only one who reaches it.
extension MessageInflation: @unchecked Sendable {}
