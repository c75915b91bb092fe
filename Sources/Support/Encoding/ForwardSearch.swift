/// Searches for a mark from places that only move forward.
///
/// No byte is searched twice, so many openings without a closing still take linear time.
package struct ForwardSearch {
  private let mark: StaticString
  /// The place found last, or nil if none follows.
  private var found: Int? = -1

  package init(_ mark: StaticString) {
    self.mark = mark
  }

  /// Returns the first place of the mark at or after `start`, which must not move back.
  package mutating func first(in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
    if let found, found < start { self.found = bytes.first(mark, from: start) }
    return found
  }
}
