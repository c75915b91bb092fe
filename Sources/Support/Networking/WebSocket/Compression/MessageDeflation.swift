import Archives

/// Compresses the messages of one side (RFC 7692, section 7.2.1).
final class MessageDeflation {
  private let keepsContext: Bool
  private let windowBits: Int
  /// Made for the first message that is worth it: it takes more memory than all else of a connection.
  private var deflater: Deflater?

  /// Shorter messages hardly become shorter.
  private static let least = 100
  /// What the empty block at the end is, which is not sent.
  private static let tail = 4

  init(keepsContext: Bool, windowBits: Int) {
    self.keepsContext = keepsContext
    self.windowBits = windowBits
  }

  /// A message compressed; nil where it is to be sent as it is.
  func compress(_ bytes: UnsafeRawBufferPointer) -> [UInt8]? {
    // zlib compresses with no window of 8 bits.
    guard bytes.count >= Self.least, windowBits >= 9 else { return nil }
    if deflater == nil {
      deflater = Deflater(windowBits: windowBits, memoryLevel: min(8, windowBits - 6))
    }
    guard var packed = deflater?.compress(bytes) else { return nil }
    packed.removeLast(Self.tail)
    let isShorter = packed.count < bytes.count
    // What the peer is not shown must not be referred to.
    if !keepsContext || !isShorter { deflater?.reset() }
    return isShorter ? packed : nil
  }
}

// A connection is not copied, and whoever has it is the only one who reaches this.
extension MessageDeflation: @unchecked Sendable {}
