/// Bytes that are read once, from the front.
public protocol ByteSource {
  /// Fills as much of `buffer` as is at hand and returns how much that was; zero at the end only.
  mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int
}

/// Bytes in memory as a source.
public struct MemorySource: ByteSource {
  private let bytes: [UInt8]
  private var position = 0
  private let chunk: Int

  /// Makes a source that hands out at most `chunk` bytes at a time.
  public init(_ bytes: [UInt8], chunk: Int = .max) {
    self.bytes = bytes
    self.chunk = chunk
  }

  /// Copies the next bytes.
  public mutating func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    let count = min(buffer.count, bytes.count - position, chunk)
    bytes.withUnsafeBytes { source in
      buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: source[position..<position + count]))
    }
    position += count
    return count
  }
}
