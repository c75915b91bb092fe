/// Bytes that come one after another.
public protocol ByteStream: ~Copyable {
  /// Reads the next bytes and returns how many, which may be fewer than there is room for; 0 at the
  /// end and for an empty buffer.
  mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int
}

/// Bytes that can be read from any place, by several readers at the same time.
public protocol RandomAccessSource: Sendable {
  var size: Int { get }

  /// Reads bytes from an offset on and returns how many, which may be fewer than there is room for;
  /// 0 at and beyond the end, or for an empty buffer.
  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws -> Int
}

extension RandomAccessSource {
  /// At most `count` bytes from an offset on; fewer only at the end.
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

  /// The little-endian word at an offset; nil where the source ends before it does.
  func word(at offset: Int) throws -> UInt32? {
    guard offset >= 0, offset <= size - 4 else { return nil }
    let bytes = try bytes(at: offset, count: 4)
    return bytes.count == 4 ? bytes.withUnsafeBytes { $0.uint32(at: 0) } : nil
  }
}

/// A stretch of a source as a stream; it ends early where the source does.
public struct SourceStream: ByteStream, Sendable {
  private let source: any RandomAccessSource
  /// Where the next bytes are read.
  fileprivate(set) var offset: Int
  fileprivate(set) var end: Int

  /// Makes a stream of the bytes in `range`, or of all.
  public init(_ source: any RandomAccessSource, range: Range<Int>? = nil) {
    self.source = source
    offset = range?.lowerBound ?? 0
    end = range?.upperBound ?? source.size
  }

  /// Reads on, up to the end of the range; returns the number of bytes, zero at the end.
  public mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    let room = UnsafeMutableRawBufferPointer(rebasing: buffer.prefix(max(0, end - offset)))
    let count = try source.read(into: room, at: offset)
    offset += count
    return count
  }

  /// Goes on at another place, and ends there or before.
  mutating func move(to place: Int, end: Int) {
    (offset, self.end) = (min(place, end), end)
  }
}
