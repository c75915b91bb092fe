import CZlib

/// The CRC-32 of zip and gzip (ISO 3309), computed by zlib.
struct CRC32: Sendable {
  private(set) var value: UInt32 = 0

  mutating func update(_ bytes: UnsafeRawBufferPointer) {
    // zlib resets the checksum for a null pointer.
    guard !bytes.isEmpty else { return }
    value = UInt32(
      truncatingIfNeeded: crc32_z(
        UInt(value), bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), bytes.count))
  }

  static func checksum(_ bytes: UnsafeRawBufferPointer) -> UInt32 {
    var crc = CRC32()
    crc.update(bytes)
    return crc.value
  }
}
