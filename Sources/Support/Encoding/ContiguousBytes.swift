/// Gives access to the bytes of any collection as one buffer in memory.
extension Collection where Element == UInt8 {
  /// Calls `body` with the bytes in contiguous memory, copied only if necessary.
  @inlinable @inline(__always)
  func withContiguousBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    withContiguousStorageIfAvailable { body(UnsafeRawBufferPointer($0)) }
      ?? Array(self).withUnsafeBytes(body)
  }
}
