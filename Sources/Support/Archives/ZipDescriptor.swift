/// The data descriptor after a zip member whose header does not have the sizes (APPNOTE.TXT 4.3.9).
struct ZipDescriptor {
  static let signature: UInt32 = 0x0807_4b50
  static let largestSize = 24

  var checksum: UInt32
  var compressedSize: Int
  var size: Int

  /// Reads a descriptor that begins with the signature.
  ///
  /// Returns nil if its compressed size, read as 32 or as 64 bits, is not `compressedSize`.
  static func read(
    _ bytes: UnsafeRawBufferPointer, compressedSize: Int
  ) -> (descriptor: ZipDescriptor, length: Int)? {
    guard bytes.count >= 16, bytes.uint32(at: 0) == signature else { return nil }
    let checksum = bytes.uint32(at: 4)
    if Int(bytes.uint32(at: 8)) == compressedSize {
      let size = Int(bytes.uint32(at: 12))
      // The upper half of a 64-bit compressed size is zero; a 32-bit size rarely is.
      let isWide =
        size == 0 && compressedSize > 0 && bytes.count >= largestSize
        && bytes.uint64(at: 16) <= UInt64(Int.max)
      guard isWide else {
        return (ZipDescriptor(checksum: checksum, compressedSize: compressedSize, size: size), 16)
      }
    }
    guard bytes.count >= largestSize, bytes.uint64(at: 8) == UInt64(compressedSize),
      let size = Int(exactly: bytes.uint64(at: 16))
    else { return nil }
    return (
      ZipDescriptor(checksum: checksum, compressedSize: compressedSize, size: size), largestSize
    )
  }

  /// The length of this descriptor at the beginning of `bytes`, in any of its four forms; nil if it is not there.
  func length(in bytes: UnsafeRawBufferPointer) -> Int? {
    for start in [4, 0] where bytes.count >= start + 12 {
      guard start == 0 || bytes.uint32(at: 0) == ZipDescriptor.signature,
        bytes.uint32(at: start) == checksum
      else { continue }
      if bytes.count >= start + 20, bytes.uint64(at: start + 4) == UInt64(compressedSize),
        bytes.uint64(at: start + 12) == UInt64(size)
      {
        return start + 20
      }
      if Int(bytes.uint32(at: start + 4)) == compressedSize,
        Int(bytes.uint32(at: start + 8)) == size
      {
        return start + 12
      }
    }
    return nil
  }
}
