import CZlib
import System

// Header fields, all little-endian. The offsets must be within the buffer.
extension UnsafeRawBufferPointer {
  func uint16(at offset: Int) -> UInt16 {
    UInt16(littleEndian: loadUnaligned(fromByteOffset: offset, as: UInt16.self))
  }

  func uint32(at offset: Int) -> UInt32 {
    UInt32(littleEndian: loadUnaligned(fromByteOffset: offset, as: UInt32.self))
  }

  func uint64(at offset: Int) -> UInt64 {
    UInt64(littleEndian: loadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }

  /// The bytes of a range, which must be within the buffer, as a buffer of its own.
  func part(_ range: Range<Int>) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: self[range])
  }

  /// Whether both buffers have the same bytes.
  func hasSameBytes(as other: UnsafeRawBufferPointer) -> Bool {
    guard count == other.count, let mine = baseAddress, let theirs = other.baseAddress else {
      return isEmpty && other.isEmpty
    }
    return mine.difference(from: theirs, count: count) == 0
  }
}

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
