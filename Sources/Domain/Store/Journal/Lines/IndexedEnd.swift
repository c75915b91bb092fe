/// The last lines of a journal as an index beside it has them, behind the last commit that is there whole.
///
/// An index is written when the lines are durable: they count, even where the line that ended their commit
/// is damaged since. But it may be of other lines, where a journal was put back from a backup: nothing in
/// the journal may say otherwise, and something has to bear it out.
package struct IndexedEnd: Sendable {
  /// Where the first of the lines begins, in bytes from the file's start.
  let start: Int
  /// The last line, which ended a commit.
  package let last: LinePlace
  private let places: Set<LinePlace>

  /// Takes the places of the lines, in order; nil where there are none.
  package init?(_ lines: some Collection<LinePlace>) {
    let places = Array(lines)
    guard let first = places.first, let last = places.last else { return nil }
    start = first.offset
    self.last = last
    self.places = Set(places)
  }

  /// Whether bytes behind a place are those lines, but for what is damaged: `lines` are the whole ones
  /// among them and behind.
  func fits(
    _ bytes: UnsafeBufferPointer<UInt8>, behind base: LinePlace,
    _ lines: ArraySlice<JournalLine>
  ) -> Bool {
    // Whoever was in the midst of them comes back to there.
    let isInside = places.contains(base) && base != last
    guard isInside || base.end == start else { return false }
    let inside = lines.prefix { $0.offset < last.end }
    guard bytes.count >= last.end - base.end,
      inside.allSatisfy({ places.contains(LinePlace($0)) })
    else { return false }
    if isInside || !inside.isEmpty { return true }
    // No line is whole: damage in one place leaves the line feeds of the others where they were.
    let feeds = places.count { bytes[$0.end - start - 1] == 0x0A }
    return feeds >= max(1, places.count - 1)
  }
}
