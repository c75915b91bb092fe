extension Collection where Element == UInt8 {
  /// Calls `body` with the collection's bytes in one piece, copying them only where they are not.
  @inlinable @inline(__always)
  func withContiguousBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    withContiguousStorageIfAvailable { body(UnsafeRawBufferPointer($0)) }
      ?? Array(self).withUnsafeBytes(body)
  }
}
