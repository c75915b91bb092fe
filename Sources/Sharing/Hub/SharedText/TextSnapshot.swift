/// A text as it was at some time, with its elements. Some of them may have been removed since.
package struct TextSnapshot: Hashable, Sendable {
  package let text: String
  let elements: [ElementSpan]

  func spans(_ range: Range<Int>) -> [ElementSpan] {
    var start = 0
    return elements.compactMap { span in
      defer { start += span.count }
      let part = range.clamped(to: start..<start + span.count)
      if part.isEmpty { return nil }
      let first = ElementID(span.first.editor, span.first.number + part.lowerBound - start)
      return ElementSpan(first: first, count: part.count)
    }
  }
}
