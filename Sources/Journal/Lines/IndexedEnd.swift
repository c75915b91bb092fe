/// The last lines of a journal as an index beside it has them, behind the last commit that is there whole.
///
/// An index is written when the lines are durable: they count, even where the line that ended their commit
/// is damaged since. But it may be of other lines, where a journal was put back from a backup: nothing in
/// the journal may say otherwise, and something has to bear it out.
public struct IndexedEnd: Sendable {
  /// Where the first of the lines begins, in bytes from the file's start.
  let start: Int
  /// Behind the last line, which ended a commit.
  public let position: JournalReader.Position
  /// Behind each of the lines.
  private let ends: Set<JournalReader.Position>

  /// Takes the places behind the lines, in order, the first of which begins at `start`; nil where there
  /// are none.
  public init?(startingAt start: Int, _ lines: [JournalReader.Position]) {
    guard let last = lines.last else { return nil }
    self.start = start
    position = last
    ends = Set(lines)
  }

  /// Whether bytes behind a place are those lines, but for what is damaged: `lines` are the whole ones
  /// among them and behind.
  func fits(
    _ bytes: UnsafeBufferPointer<UInt8>, behind base: JournalReader.Position,
    _ lines: ArraySlice<JournalLine>
  ) -> Bool {
    // Whoever was in the midst of them comes back to there.
    let isInside = ends.contains(base) && base != position
    guard isInside || base.offset == start else { return false }
    let inside = lines.prefix { $0.offset < position.offset }
    guard bytes.count >= position.offset - base.offset,
      inside.allSatisfy({ ends.contains(LinePlace($0).behind) })
    else { return false }
    if isInside || !inside.isEmpty { return true }
    // No line is whole: damage in one place leaves the line feeds of the others where they were.
    let feeds = ends.count { bytes[$0.offset - start - 1] == 0x0A }
    return feeds >= max(1, ends.count - 1)
  }
}
