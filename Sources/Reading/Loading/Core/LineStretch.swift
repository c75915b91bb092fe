import Encoding

/// Whole lines of a file that stand behind each other, in memory of its own that is used again.
final class LineStretch {
  /// Where the first line begins, in bytes from the start of the file.
  private(set) var offset = 0
  private var storage = UnsafeMutableRawBufferPointer.allocate(
    byteCount: LineStretch.usual, alignment: 16)
  private var count = 0
  /// Whether it is the place of a line beyond the limit, whose bytes were skipped.
  private var isTooLong = false

  /// What caches hold, so that the lines are near when they are looked at.
  private static let usual = 1 << 18

  deinit { storage.deallocate() }

  /// Calls `body` with each line and where it begins; lines of more than `limit` bytes without their bytes.
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
    /// What was read behind the last whole line, and where it begins.
    private var rest: [UInt8] = []
    private var offset = 0

    /// Makes a reader of lines of at most `limit` bytes.
    init(_ source: any ByteSource, limit: Int) {
      self.source = source
      self.limit = limit
    }

    /// Reads the next lines in the place of those that the stretch had; false where there are none.
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
          // The line is longer than any may be: what was read of it is let go of.
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
    // A long line that is behind us is no reason to keep its room.
    let size = max(Self.usual, rest.count)
    if storage.count != size { resize(to: size) }
    storage.copyBytes(from: rest)
    count = rest.count
  }

  /// Reads more behind what is there; false at the end of the source.
  private func extend(from source: inout any ByteSource, limit: Int) throws -> Bool {
    if count == storage.count { resize(to: min(count * 2, max(limit, count + 1))) }
    // However long the first line is, only as much as usual comes behind it.
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
