import Encoding

/// Consecutive whole lines of a file, in a buffer that is reused.
final class LineStretch {
  /// The offset of the first line in the file, in bytes.
  private(set) var offset = 0
  private var storage = UnsafeMutableRawBufferPointer.allocate(
    byteCount: LineStretch.usual, alignment: 16)
  private var count = 0
  /// Whether it stands for a line beyond the limit, whose bytes were skipped.
  private var isTooLong = false

  /// A size that fits into CPU caches, so that the lines are still there when they are parsed.
  private static let usual = 1 << 18

  deinit { storage.deallocate() }

  /// Calls `body` with each line and its offset. A line of more than `limit` bytes comes without its bytes.
  func forEachLine(limit: Int, _ body: (LineStream.Line, Int) throws -> Void) rethrows {
    if isTooLong { return try body(.tooLong, offset) }
    let bytes = bytes
    var start = offset == 0 && bytes.has("\u{FEFF}") ? 3 : 0
    while start < count {
      let end = bytes.part(from: start).firstIndex(of: 0x0A).map { start + $0 } ?? count
      if end - start > limit {
        try body(.tooLong, offset + start)
      } else {
        let hasReturn = end > start && bytes[end - 1] == 0x0D
        try body(.bytes(bytes.part(start, hasReturn ? end - 1 : end)), offset + start)
      }
      start = end + 1
    }
  }

  /// Cuts a source into stretches.
  struct Reader {
    private var source: any ByteSource
    private let limit: Int
    /// The bytes read after the last whole line, and their offset.
    private var rest: [UInt8] = []
    private var offset = 0

    /// Creates a reader of lines of at most `limit` bytes.
    init(_ source: any ByteSource, limit: Int) {
      self.source = source
      self.limit = limit
    }

    /// Reads the next lines and replaces those in the stretch; returns false at the end.
    mutating func read(into stretch: LineStretch) throws -> Bool {
      stretch.begin(at: offset, with: rest)
      var searched = 0
      while true {
        let bytes = stretch.bytes
        let feed =
          stretch.isTooLong
          ? bytes.firstIndex(of: 0x0A) : bytes[searched...].lastIndex(of: 0x0A)
        if let feed {
          cut(stretch, behind: feed)
          return true
        }
        searched = bytes.count
        if bytes.count > limit + 1 {
          // The line is beyond the limit: drop what was read of it.
          offset += bytes.count
          (stretch.count, stretch.isTooLong, searched) = (0, true, 0)
        }
        if try !stretch.extend(from: &source, limit: limit + 2) { break }
      }
      rest = []
      offset += stretch.count
      return stretch.count > 0 || stretch.isTooLong
    }

    private mutating func cut(_ stretch: LineStretch, behind feed: Int) {
      rest = Array(stretch.bytes.part(from: feed + 1))
      stretch.count = feed + 1
      offset += feed + 1
    }
  }

  private var bytes: Bytes { Bytes(rebasing: storage.bindMemory(to: UInt8.self)[..<count]) }

  private func begin(at offset: Int, with rest: [UInt8]) {
    (self.offset, count, isTooLong) = (offset, 0, false)
    // Give back the room of an earlier long line.
    let size = max(Self.usual, rest.count)
    if storage.count != size { resize(to: size) }
    storage.copyBytes(from: rest)
    count = rest.count
  }

  /// Appends more bytes; returns false at the end of the source.
  private func extend(from source: inout any ByteSource, limit: Int) throws -> Bool {
    if count == storage.count { resize(to: min(count * 2, max(limit, count + 1))) }
    // However long the first line is, read only the usual amount after it.
    let room = UnsafeMutableRawBufferPointer(rebasing: storage[count...].prefix(Self.usual))
    let added = try source.read(into: room)
    count += added
    return added > 0
  }

  private func resize(to size: Int) {
    let larger = UnsafeMutableRawBufferPointer.allocate(byteCount: size, alignment: 16)
    larger.copyMemory(from: UnsafeRawBufferPointer(rebasing: storage[..<count]))
    storage.deallocate()
    storage = larger
  }
}
