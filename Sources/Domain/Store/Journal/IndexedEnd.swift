/// The last lines of a journal according to its tail index, after the last intact commit.
///
/// The lines were durable before the index was written, so they count even if their commit line was damaged later. If
/// the journal was restored from a backup, the index may describe other lines. So nothing in the journal may contradict
/// it, and something must confirm it.
package struct IndexedEnd: Sendable {
  /// The offset of the first of the lines, in bytes from the file's start.
  let start: Int
  /// The last line, which ended a commit.
  package let last: LinePlace
  private let places: Set<LinePlace>

  /// Creates the end from the places of the lines, in order; nil without lines.
  package init?(_ lines: some Collection<LinePlace>) {
    let places = Array(lines)
    guard let first = places.first, let last = places.last else { return nil }
    start = first.offset
    self.last = last
    self.places = Set(places)
  }

  /// Returns whether the bytes after `base` are these lines, except for damage. `lines` are the intact lines in those
  /// bytes and after them.
  func fits(
    _ bytes: UnsafeBufferPointer<UInt8>, after base: LinePlace,
    _ lines: ArraySlice<JournalLine>
  ) -> Bool {
    // A reader that stopped among them continues from there.
    let isInside = places.contains(base) && base != last
    guard isInside || base.end == start else { return false }
    let inside = lines.prefix { $0.offset < last.end }
    guard bytes.count >= last.end - base.end,
      inside.allSatisfy({ places.contains(LinePlace($0)) })
    else { return false }
    if isInside || !inside.isEmpty { return true }
    // No line is intact. Damage in one place leaves the line feeds of the others in place.
    let feeds = places.count { bytes[$0.end - start - 1] == 0x0A }
    return feeds >= max(1, places.count - 1)
  }
}
