import System

/// Finds a write that a power cut interrupted: its end reached the disk, but bytes before it did not.
///
/// The missing bytes read as zeros (a hole). No valid line contains a zero. Each write is synced before the next one
/// begins, so a hole can be only in the last write, which was never acknowledged.
struct TornWrite {
  private let file: any StorageFile
  private let path: String
  /// Bytes before this offset were acknowledged, so zeros there are damage, not a hole.
  private let acknowledgedEnd: Int

  init(_ file: any StorageFile, path: String, after acknowledgedEnd: Int) {
    self.file = file
    self.path = path
    self.acknowledgedEnd = acknowledgedEnd
  }

  /// Returns the range to ignore, from the end of the last intact commit to the end of the file. Nil if there is no
  /// hole, if the hole is in acknowledged bytes, or if more was written after it.
  ///
  /// The block starts at the position of `scanner`.
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
    var reader = JournalReader(file, path: path, after: whole.last)
    var isLastWrite = true
    try reader.readCommitted { line in
      guard line.kind == .commit, !line.isCommitFollowed else { return }
      if LinePlace(line).end < size { isLastWrite = false }
    }
    return isLastWrite ? start..<max(size, start) : nil
  }

  /// The place of the first zeros at or after a place. One zero counts only at the start of a line; elsewhere it may be
  /// a space with a flipped bit.
  private static func hole(in block: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
    var place = start
    while let zero = block.firstIndex(ofByte: 0, from: place) {
      if zero == 0 || block[zero - 1] == 0x0A { return zero }
      if zero + 1 < block.count, block[zero + 1] == 0 { return zero }
      place = zero + 1
    }
    return nil
  }
}
