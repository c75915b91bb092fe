import CZlib

/// The CRC-32 of zip and gzip (ISO 3309), by zlib.
struct CRC32: Sendable, Equatable {
  /// The checksum of the bytes so far.
  private(set) var value: UInt32 = 0

  /// Adds bytes.
  mutating func update(_ bytes: UnsafeRawBufferPointer) {
    // zlib takes a null pointer for a wish to start again.
    guard !bytes.isEmpty else { return }
    value = UInt32(
      truncatingIfNeeded: crc32_z(
        UInt(value), bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), bytes.count))
  }

  /// The checksum of a whole message.
  static func checksum(_ bytes: UnsafeRawBufferPointer) -> UInt32 {
    var crc = CRC32()
    crc.update(bytes)
    return crc.value
  }
}
