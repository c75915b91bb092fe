/// The place of a journal line in its file, with the number and the checksum that identify the line.
package struct LinePlace: Hashable, Sendable {
  /// The offset in bytes from the file's start.
  package var offset: Int
  /// The length in bytes without the line feed.
  package var length: Int
  package var sequence: Int
  package var checksum: UInt32

  /// Creates the place of a line that was written or is expected.
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

  /// The place before the first line of a file, whose number is `sequence` plus one.
  package static func start(after sequence: Int = 0) -> LinePlace {
    LinePlace(offset: 0, length: -1, sequence: sequence, checksum: 0)
  }

  /// The offset of the next line.
  package var end: Int { offset + length + 1 }

  /// Returns whether a line at this place is the expected one.
  package func isPlace(of line: JournalLine) -> Bool {
    line.sequence == sequence && line.checksum == checksum
  }
}
