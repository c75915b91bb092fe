/// Bytes that come one after another.
public protocol ByteStream: ~Copyable {
  /// Reads the next bytes and returns how many, which may be fewer than there is room for; 0 at the
  /// end and for an empty buffer.
  mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int
}

/// A stretch of a source as a stream.
public struct SourceStream: ByteStream, Sendable {
  private let source: any RandomAccessSource
  private var offset: Int
  private let end: Int

  /// Makes a stream of the bytes in `range`, or of all; it ends early where the source does.
  public init(_ source: any RandomAccessSource, range: Range<Int>? = nil) {
    self.source = source
    offset = range?.lowerBound ?? 0
    end = range?.upperBound ?? source.size
  }

  /// Reads the next bytes of the stretch.
  public mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    let room = UnsafeMutableRawBufferPointer(rebasing: buffer.prefix(max(0, end - offset)))
    let count = try source.read(into: room, at: offset)
    offset += count
    return count
  }
}
