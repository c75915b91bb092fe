import Glibc

/// What was being written when the power was cut, where its end reached the disk and what stands before that
/// did not.
///
/// Such a hole is full of zeros, of which no line has any. As one write is made durable before the next one
/// begins, it can be nowhere but in the last write, and nobody was told that this was done.
struct Unwritten {
  private let file: any StorageFile
  private let path: String
  /// Whatever stands before was whole once: what is damaged of it is no hole.
  private let acknowledgedEnd: Int

  init(_ file: any StorageFile, path: String, behind acknowledgedEnd: Int) {
    self.file = file
    self.path = path
    self.acknowledgedEnd = acknowledgedEnd
  }

  /// From behind the last whole commit to the file's end, where a hole of the last write is in a block that begins
  /// where a scanner stands; nil where what is damaged there was whole once.
  func range(
    in block: UnsafeBufferPointer<UInt8>, from scanner: JournalScanner
  ) throws -> Range<Int>? {
    let from = max(acknowledgedEnd - scanner.last.end, 0)
    guard from < block.count, let hole = Self.hole(in: block, from: from) else { return nil }
    var whole = scanner
    _ = whole.scan(UnsafeBufferPointer(rebasing: block[..<hole]))
    let start = whole.last.end
    guard start >= acknowledgedEnd else { return nil }
    let size = try file.size()
    var reader = JournalReader(file, path: path, behind: whole.last)
    var isLastWrite = true
    try reader.readCommitted { line in
      guard line.kind == .commit, !line.isCommitFollowed else { return }
      if LinePlace(line).end < size { isLastWrite = false }
    }
    return isLastWrite ? start..<max(size, start) : nil
  }

  /// The place of the first zeros from a place on. One alone may be a space of which one bit was flipped, but for
  /// where a line begins.
  private static func hole(in block: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
    guard let base = block.baseAddress else { return nil }
    var place = start
    while place < block.count, let found = memchr(base + place, 0, block.count - place) {
      let zero = UnsafePointer(found.assumingMemoryBound(to: UInt8.self)) - base
      if zero == 0 || block[zero - 1] == 0x0A { return zero }
      if zero + 1 < block.count, block[zero + 1] == 0 { return zero }
      place = zero + 1
    }
    return nil
  }
}
