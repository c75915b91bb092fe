import System

/// Reads a `ByteSource` line by line with little memory. Skips and reports lines over the limit.
public struct LineStream: ~Copyable {
  private let window: ByteWindow
  private let limit: Int
  /// The number of bytes to discard before the next line.
  private var pending = 0
  /// The number of bytes in memory that were searched without success.
  private var searched = 0
  /// The number of the last line, from 1.
  public private(set) var lineNumber = 0
  /// The offset of the last line in the source.
  public private(set) var lineOffset = 0

  /// Starts at the first byte of the source. Lines may have at most `limit` bytes.
  public init(_ source: any ByteSource, limit: Int = 16 << 20) {
    window = ByteWindow(source, capacity: 1 << 18, limit: limit + 2)
    self.limit = limit
  }

  /// A line, or a marker for one that was too long.
  public enum Line {
    /// The bytes before the line feed, or before a carriage return and line feed. They are valid until the next call.
    case bytes(UnsafeBufferPointer<UInt8>)
    /// A line over the limit, which was skipped.
    case tooLong
  }

  /// Returns the next line; nil at the end. The last line need not end with a line feed.
  public mutating func next() throws -> Line? {
    window.take(pending)
    (pending, searched, lineOffset) = (0, 0, window.offset)
    while true {
      let bytes = window.bytes
      if let feed = bytes.firstIndex(ofByte: 0x0A, from: searched) {
        return line(bytes, end: feed, after: feed + 1)
      }
      searched = bytes.count
      if try window.extend() { continue }
      guard window.isAtEnd else {
        try skipRest()
        lineNumber += 1
        return .tooLong
      }
      // If the window was full, `extend` has moved the bytes.
      let rest = window.bytes
      return rest.isEmpty ? nil : line(rest, end: rest.count, after: rest.count)
    }
  }

  private mutating func line(
    _ bytes: UnsafeBufferPointer<UInt8>, end: Int, after: Int
  ) -> Line {
    lineNumber += 1
    pending = after
    guard end <= limit else { return .tooLong }
    let hasReturn = end > 0 && bytes[end - 1] == 0x0D
    return .bytes(UnsafeBufferPointer(rebasing: bytes[..<(hasReturn ? end - 1 : end)]))
  }

  /// Discards everything up to the next line feed.
  private mutating func skipRest() throws {
    repeat {
      window.take(window.bytes.count)
      guard try window.extend() else { return }
      if let feed = window.bytes.firstIndex(ofByte: 0x0A) { return window.take(feed + 1) }
    } while true
  }
}
