/// A text as it was at some time, by its elements, some of which may be gone now.
public struct TextSnapshot: Hashable, Sendable {
  /// The text.
  public let text: String
  let elements: [ElementSpan]

  /// The elements between two positions.
  func spans(_ range: Range<Int>) -> [ElementSpan] {
    var start = 0
    return elements.compactMap { span in
      defer { start += span.count }
      let part = range.clamped(to: start..<start + span.count)
      if part.isEmpty { return nil }
      let first = ElementID(span.first.editor, span.first.number + part.lowerBound - start)
      return ElementSpan(first, count: part.count)
    }
  }
}
