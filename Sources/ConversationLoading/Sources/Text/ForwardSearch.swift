/// Finds a mark ahead of places that only move forward, and looks at no byte twice: a text of many
/// openings and no closing costs no more than its length.
struct ForwardSearch {
  private let mark: StaticString
  /// Where the mark stands that was found last; nil where none follows.
  private var found: Int? = -1

  init(_ mark: StaticString) {
    self.mark = mark
  }

  /// Where the mark stands first, from a place on that is not before the last one.
  mutating func first(in bytes: Bytes, from start: Int) -> Int? {
    if let found, found < start { self.found = bytes.first(mark, from: start) }
    return found
  }
}
