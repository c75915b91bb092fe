/// The blocks of a tar, many of which are read at once.
struct TarBlocks {
  private let source: any RandomAccessSource
  private let memory = HeapBytes(count: 32 * TarHeader.blockSize)
  /// The bytes of the source that are in `memory`.
  private var held = 0..<0

  init(_ source: any RandomAccessSource) {
    self.source = source
  }

  var size: Int { source.size }

  /// The block at an offset, shorter where the source ends; the pointer is good until the next call.
  mutating func block(at offset: Int) throws -> UnsafeRawBufferPointer {
    if !(held.lowerBound <= offset && offset + TarHeader.blockSize <= held.upperBound) {
      held = offset..<offset + (try source.readFully(into: memory.bytes, at: offset))
    }
    let end = min(offset + TarHeader.blockSize, held.upperBound)
    return UnsafeRawBufferPointer(memory.bytes)
      .part(offset - held.lowerBound..<end - held.lowerBound)
  }

  /// At most `count` bytes from an offset on; fewer only at the end.
  func bytes(at offset: Int, count: Int) throws -> [UInt8] {
    try source.bytes(at: offset, count: count)
  }
}
