import Glibc

/// The lines of a source, one at a time, in little memory.
public struct LineStream: ~Copyable {
  private let window: ByteWindow
  private let limit: Int
  /// Bytes to let go of before the next line.
  private var pending = 0
  /// How far the bytes in memory were searched in vain.
  private var searched = 0
  /// The number of the last line, from 1.
  public private(set) var lineNumber = 0
  /// Where the last line begins in the source.
  public private(set) var lineOffset = 0

  /// Starts at the source's first byte; lines may have at most `limit` bytes.
  public init(_ source: any ByteSource, limit: Int = 16 << 20) {
    window = ByteWindow(source, capacity: 1 << 18, limit: limit + 2)
    self.limit = limit
  }

  /// One line, or the place of one that was too long.
  public enum Line {
    /// The bytes before the line feed, and before a carriage return that stands in front of it. They
    /// are valid until the next call.
    case bytes(UnsafeBufferPointer<UInt8>)
    /// A line beyond the limit; its bytes were skipped.
    case tooLong
  }

  /// The next line; nil at the end. A last line need not end in a line feed.
  public mutating func next() throws -> Line? {
    window.take(pending)
    (pending, searched, lineOffset) = (0, 0, window.offset)
    while true {
      let bytes = window.bytes
      let unseen = UnsafeBufferPointer(rebasing: bytes[searched...])
      if let feed = unseen.firstIndex(of: 0x0A).map({ searched + $0 }) {
        return line(bytes, end: feed, behind: feed + 1)
      }
      searched = bytes.count
      if try window.extend() { continue }
      guard window.isAtEnd else {
        try skipRest()
        lineNumber += 1
        return .tooLong
      }
      // To look for more has moved the bytes where the window was full.
      let rest = window.bytes
      return rest.isEmpty ? nil : line(rest, end: rest.count, behind: rest.count)
    }
  }

  private mutating func line(
    _ bytes: UnsafeBufferPointer<UInt8>, end: Int, behind: Int
  ) -> Line {
    lineNumber += 1
    pending = behind
    guard end <= limit else { return .tooLong }
    let hasReturn = end > 0 && bytes[end - 1] == 0x0D
    return .bytes(UnsafeBufferPointer(rebasing: bytes[..<(hasReturn ? end - 1 : end)]))
  }

  /// Lets go of everything up to the next line feed.
  private mutating func skipRest() throws {
    repeat {
      window.take(window.bytes.count)
      guard try window.extend() else { return }
      if let feed = window.bytes.firstIndex(of: 0x0A) { return window.take(feed + 1) }
    } while true
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Where a byte stands first: the library's own search looks at one after the other.
  fileprivate func firstIndex(of byte: UInt8) -> Int? {
    guard let baseAddress, let found = memchr(baseAddress, Int32(byte), count) else { return nil }
    return UnsafeRawPointer(found) - UnsafeRawPointer(baseAddress)
  }
}
