/// Where a line stands in a file.
package struct LinePlace: Hashable, Sendable {
  /// In bytes from the file's start.
  package var offset: Int
  /// Bytes without the line feed.
  package var length: Int
  package var sequence: Int
  package var checksum: UInt32

  /// A line that was written, or is said to have been.
  package init(offset: Int, length: Int, sequence: Int, checksum: UInt32) {
    self.offset = offset
    self.length = length
    self.sequence = sequence
    self.checksum = checksum
  }

  /// The place of a line that was read in order.
  package init(_ line: JournalLine) {
    self.init(
      offset: line.offset, length: line.bytes.count, sequence: line.sequence,
      checksum: line.checksum)
  }

  /// The place of no line, at a file's start, where the first line is to have the number behind `sequence`.
  package static func start(behind sequence: Int = 0) -> LinePlace {
    LinePlace(offset: 0, length: -1, sequence: sequence, checksum: 0)
  }

  /// Where the next line begins.
  package var end: Int { offset + length + 1 }

  /// Whether a line that stands here is the one that is meant.
  package func isPlace(of line: JournalLine) -> Bool {
    line.sequence == sequence && line.checksum == checksum
  }
}
