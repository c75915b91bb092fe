/// The bytes of an archive or a member, read in sequence. Parsers of text formats take a `ByteSource` instead.
/// Below: `RandomAccessSource` is read at any offset, and `SourceStream` is a range of it as a stream.
public protocol ByteStream: ~Copyable {
  /// Reads the next bytes and returns how many. That may be fewer than the buffer holds. It is 0 at the end and for an
  /// empty buffer.
  mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int
}

/// Bytes with random access, for several concurrent readers.
public protocol RandomAccessSource: Sendable {
  var size: Int { get }

  /// Reads bytes from an offset and returns how many.
  ///
  /// That may be fewer than the buffer holds. It is 0 at or beyond the end and for an empty buffer.
  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws -> Int
}

extension RandomAccessSource {
  /// Returns at most `count` bytes from an offset; fewer only at the end of the source.
  func bytes(at offset: Int, count: Int) throws -> [UInt8] {
    try [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      let room = UnsafeMutableRawBufferPointer(start: buffer.baseAddress, count: count)
      while filled < count,
        case let more = try read(
          into: UnsafeMutableRawBufferPointer(rebasing: room[filled...]), at: offset + filled),
        more > 0
      {
        filled += more
      }
    }
  }

  /// Returns the little-endian word at an offset, or nil if it does not lie inside the source.
  func word(at offset: Int) throws -> UInt32? {
    guard offset >= 0, offset <= size - 4 else { return nil }
    let bytes = try bytes(at: offset, count: 4)
    return bytes.count == 4 ? bytes.withUnsafeBytes { $0.uint32(at: 0) } : nil
  }
}

/// A range of a source as a stream, which also ends where the source ends.
public struct SourceStream: ByteStream, Sendable {
  private let source: any RandomAccessSource
  /// The offset of the next read.
  fileprivate(set) var offset: Int
  fileprivate(set) var end: Int

  /// Makes a stream of the bytes in `range`, or of the whole source.
  public init(_ source: any RandomAccessSource, range: Range<Int>? = nil) {
    self.source = source
    offset = range?.lowerBound ?? 0
    end = range?.upperBound ?? source.size
  }

  /// Reads the next bytes of the range and returns how many; 0 at the end.
  public mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    let room = UnsafeMutableRawBufferPointer(rebasing: buffer.prefix(max(0, end - offset)))
    let count = try source.read(into: room, at: offset)
    offset += count
    return count
  }

  /// Continues at `place` and ends at `end`.
  mutating func move(to place: Int, end: Int) {
    (offset, self.end) = (min(place, end), end)
  }
}
