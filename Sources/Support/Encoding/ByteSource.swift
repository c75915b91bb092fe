package import System

/// A source of bytes that parsers read once, in order: a file, memory (`MemorySource`), or another source's output.
public protocol ByteSource {
  /// Fills `buffer` with the bytes available and returns their number, which is zero only at the end.
  mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int
}

extension InputStream: ByteSource {}

/// A source for bytes in memory.
public struct MemorySource: ByteSource {
  private let bytes: [UInt8]
  private var position = 0
  private let chunk: Int

  /// Creates a source that returns at most `chunk` bytes at a time.
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
