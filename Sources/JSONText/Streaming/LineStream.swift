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
    pending = 0
    searched = 0
    lineOffset = window.offset
    while true {
      let bytes = window.bytes
      if let base = bytes.baseAddress, let feed = find(0x0A, base, from: searched, to: bytes.count)
      {
        lineNumber += 1
        pending = feed + 1
        guard feed <= limit else { return .tooLong }
        return .bytes(UnsafeBufferPointer(rebasing: bytes[..<withoutReturn(bytes, feed)]))
      }
      searched = bytes.count
      if try window.extend() { continue }
      if window.isAtEnd {
        // To look for more has moved the bytes where the window was full.
        let bytes = window.bytes
        guard bytes.count > 0 else { return nil }
        lineNumber += 1
        pending = bytes.count
        guard bytes.count <= limit else { return .tooLong }
        return .bytes(UnsafeBufferPointer(rebasing: bytes[..<withoutReturn(bytes, bytes.count)]))
      }
      try skipRest()
      lineNumber += 1
      return .tooLong
    }
  }

  private func withoutReturn(_ bytes: UnsafeBufferPointer<UInt8>, _ end: Int) -> Int {
    end > 0 && bytes[end - 1] == 0x0D ? end - 1 : end
  }

  /// Lets go of everything up to the next line feed.
  private mutating func skipRest() throws {
    repeat {
      window.take(window.bytes.count)
      guard try window.extend() else { return }
      let bytes = window.bytes
      if let base = bytes.baseAddress, let feed = find(0x0A, base, from: 0, to: bytes.count) {
        return window.take(feed + 1)
      }
    } while true
  }

  private func find(
    _ byte: UInt8, _ base: UnsafePointer<UInt8>, from start: Int, to end: Int
  ) -> Int? {
    guard let found = memchr(base + start, Int32(byte), end - start) else { return nil }
    return UnsafeRawPointer(found) - UnsafeRawPointer(base)
  }
}
