import Journal

/// Where a line stands in a file.
struct LinePlace: Hashable, Sendable {
  /// In bytes from the file's start.
  var offset: Int
  /// Bytes without the line feed.
  var length: Int
  /// The line's number.
  var sequence: Int
  /// The line's checksum.
  var checksum: UInt32

  /// Where the next line begins.
  var end: Int { offset + length + 1 }
}

extension LinePlace {
  /// The place of a line that was appended.
  init(_ line: JournalWriter.Appended) {
    self.init(
      offset: line.offset, length: line.length, sequence: line.sequence, checksum: line.checksum)
  }

  /// The place of a line that was read.
  init(_ line: JournalLine) {
    self.init(
      offset: line.offset, length: line.bytes.count, sequence: line.sequence,
      checksum: line.checksum)
  }
}
