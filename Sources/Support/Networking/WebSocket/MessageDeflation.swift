import Archives

/// Compresses the WebSocket messages that this side sends (RFC 7692, section 7.2.1).
final class MessageDeflation {
  private let keepsContext: Bool
  private let windowBits: Int
  /// Created for the first message worth compressing, because it takes more memory than the rest of a connection.
  private var deflater: Deflater?

  /// The least number of bytes to compress. Shorter messages gain almost nothing.
  private static let least = 100
  /// The length of the empty block at the end, which is not sent.
  private static let tail = 4

  init(keepsContext: Bool, windowBits: Int) {
    self.keepsContext = keepsContext
    self.windowBits = windowBits
  }

  /// Compresses a message; nil if it should be sent uncompressed.
  func compress(_ bytes: UnsafeRawBufferPointer) -> [UInt8]? {
    // zlib cannot compress with a window of 8 bits.
    guard bytes.count >= Self.least, windowBits >= 9 else { return nil }
    if deflater == nil {
      deflater = Deflater(windowBits: windowBits, memoryLevel: min(8, windowBits - 6))
    }
    guard var packed = deflater?.compress(bytes) else { return nil }
    packed.removeLast(Self.tail)
    let isShorter = packed.count < bytes.count
    // Later messages must not refer to data that the other side did not receive.
    if !keepsContext || !isShorter { deflater?.reset() }
    return isShorter ? packed : nil
  }
}

// A connection is not copied, so only its owner reaches this object.
extension MessageDeflation: @unchecked Sendable {}
