/// The last lines of a journal as an index beside it has them.
///
/// An index is written when the lines are durable: they count, even where the line that ended their commit
/// is damaged since.
public struct IndexedEnd: Sendable {
  /// Behind the last line, which ended a commit.
  public let position: JournalReader.Position
  /// Behind each of the lines.
  private let ends: Set<JournalReader.Position>

  /// Takes the places behind the lines since the last commit that is there as it was written, in order;
  /// nil where there are none.
  public init?(_ lines: [JournalReader.Position]) {
    guard let last = lines.last else { return nil }
    position = last
    ends = Set(lines)
  }

  /// Whether a whole line stands where the index has it, or behind all that it has.
  func allows(_ line: JournalLine) -> Bool {
    let end = JournalReader.Position(
      offset: line.offset + line.bytes.count + 1, sequence: line.sequence, checksum: line.checksum)
    return line.offset >= position.offset || ends.contains(end)
  }
}
