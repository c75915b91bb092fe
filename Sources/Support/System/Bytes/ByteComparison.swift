public import Glibc

/// Byte search and comparison by the C library, many bytes at a time. The standard library goes byte by byte.
extension UnsafeBufferPointer<UInt8> {
  /// Returns the first index of a byte at or after `start`.
  @inlinable
  package func firstIndex(ofByte byte: UInt8, from start: Int = 0) -> Int? {
    guard let baseAddress, start < count,
      let found = memchr(baseAddress + start, Int32(byte), count - start)
    else { return nil }
    return UnsafeRawPointer(found) - UnsafeRawPointer(baseAddress)
  }
}

extension UnsafeRawPointer {
  /// Compares bytes in order: negative if these are the smaller ones, 0 if they are the same.
  @inlinable
  package func difference(from other: UnsafeRawPointer, count: Int) -> Int32 {
    memcmp(self, other, count)
  }
}
