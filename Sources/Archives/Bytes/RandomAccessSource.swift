/// Bytes that can be read from any place, by several readers at the same time.
public protocol RandomAccessSource: Sendable {
  /// How many bytes there are.
  var size: Int { get }

  /// Reads bytes from an offset on and returns how many, which may be fewer than there is room for;
  /// 0 at and beyond the end, or for an empty buffer.
  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws -> Int
}

extension RandomAccessSource {
  /// Reads until the buffer is full or the source at its end, and returns how many bytes came.
  func readFully(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws -> Int {
    var filled = 0
    while filled < buffer.count {
      let count = try read(
        into: UnsafeMutableRawBufferPointer(rebasing: buffer[filled...]), at: offset + filled)
      guard count > 0 else { break }
      filled += count
    }
    return filled
  }

  /// At most `count` bytes from an offset on; fewer only at the end.
  func bytes(at offset: Int, count: Int) throws -> [UInt8] {
    try [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      filled = try readFully(
        into: UnsafeMutableRawBufferPointer(start: buffer.baseAddress, count: count), at: offset)
    }
  }

  /// The little-endian word at an offset; nil where the source ends before it does.
  func word(at offset: Int) throws -> UInt32? {
    guard offset >= 0, offset <= size - 4 else { return nil }
    return try withUnsafeTemporaryAllocation(byteCount: 4, alignment: 4) { buffer in
      try readFully(into: buffer, at: offset) == 4
        ? UnsafeRawBufferPointer(buffer).uint32(at: 0) : nil
    }
  }
}
