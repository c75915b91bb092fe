/// Edits a shared text, and returns the operation to send to others. `edit` applies a change that was made without
/// operations: from a `TextSnapshot` to a new text.
extension TextReplica {
  /// Replaces the text between two positions; returns the operation to send to others, nil if nothing changes.
  ///
  /// Positions count Unicode scalars; those beyond the end count as the end.
  package mutating func replace(
    _ range: Range<Int>, with text: String
  ) throws(TextProblem) -> TextOperation? {
    let range = range.clamped(to: 0..<count)
    return try replace(spans(range), with: text, at: range.lowerBound)
  }

  /// Removes visible elements, and inserts a text at a position.
  private mutating func replace(
    _ removed: [ElementSpan], with text: String, at position: Int
  ) throws(TextProblem) -> TextOperation? {
    if removed.isEmpty, text.isEmpty { return nil }
    var operation = TextOperation(id: ElementID(editor, version[editor]), removed: removed)
    if !text.isEmpty {
      let (parent, side) = place(at: position)
      operation.insertion = .init(parent: parent, side: side, pieces: [.text(text)])
      let rest = byteCount - byteCount(of: removed)
      guard rest + text.utf8.count <= Self.longestText else { throw .tooLong }
    }
    guard operation.removed.count <= Self.mostSpans else { throw .full }
    try put(operation)
    return operation
  }

  package mutating func insert(
    _ text: String, at position: Int
  ) throws(TextProblem) -> TextOperation? {
    let position = min(max(position, 0), count)
    return try replace(position..<position, with: text)
  }

  /// Applies an edit made elsewhere, which changed an earlier text, `old`, into `new`. Replaces only the part that
  /// differs; text that editors have inserted since stays. Sets `old` to the snapshot of `new`.
  ///
  /// Grapheme clusters are replaced whole.
  package mutating func edit(
    _ old: inout TextSnapshot, to new: String
  ) throws(TextProblem) -> TextOperation? {
    let ends = CommonEnds(old.text, new)
    let suffixStart = old.elements.reduce(0) { $0 + $1.count } - ends.suffix
    let (start, middle) = (old.spans(0..<ends.prefix), old.spans(ends.prefix..<suffixStart))
    // Inserts at the place of the removed elements, even if they are gone already.
    let removed = visible(middle)
    var place = position(of: TextCursor(after: middle.first?.first ?? start.last?.last)) ?? 0
    if let first = removed.first?.first, first == middle.first?.first { place -= 1 }
    let operation = try replace(removed, with: ends.middle, at: place)
    var added: [ElementSpan] = []
    if let operation, let insertion = operation.insertion {
      added = [ElementSpan(first: operation.id, count: insertion.count)]
    }
    old = TextSnapshot(
      text: new, elements: start + added + old.spans(suffixStart..<suffixStart + ends.suffix))
    return operation
  }

  package var snapshot: TextSnapshot { TextSnapshot(text: text, elements: spans(0..<count)) }

  private func visible(_ spans: [ElementSpan]) -> [ElementSpan] {
    var found: [ElementSpan] = []
    for span in spans {
      guard let editor = tree.index(of: span.first.editor) else { continue }
      var number = span.first.number
      while number <= span.last.number, let index = tree.block(editor, number) {
        let end = min(tree.blocks[index].end, span.last.number + 1)
        if tree.blocks[index].isVisible {
          let first = ElementID(span.first.editor, number)
          found.append(ElementSpan(first: first, count: end - number))
        }
        number = end
      }
    }
    return found
  }

  /// The parent and side of an element to insert at a position (Fugue, algorithm 1, `insert`).
  private func place(at position: Int) -> (ElementID?, TextOperation.Side) {
    let (block, offset) = position > 0 ? tree.order.find(position - 1) : (0, -1)
    let left = tree.blocks[block]
    if offset + 1 < left.count { return (id(left, offset + 1), .before) }
    if left.after.isEmpty { return (block == 0 ? nil : id(left, offset), .after) }
    // The next element, visible or not, has no left children.
    guard let next = tree.order.next(after: block) else { return (nil, .after) }
    return (id(tree.blocks[next], 0), .before)
  }

  private func id(_ block: ElementTree.Block, _ offset: Int) -> ElementID {
    ElementID(tree.editors[block.editor], block.start + offset)
  }

  private func spans(_ range: Range<Int>) -> [ElementSpan] {
    if range.isEmpty { return [] }
    var spans: [ElementSpan] = []
    let first = tree.order.find(range.lowerBound)
    var (offset, rest) = (first.offset, range.count)
    tree.order.walk(from: first.block) { index in
      let block = tree.blocks[index]
      guard block.isVisible else { return true }
      let taken = min(rest, block.count - offset)
      let start = id(block, offset)
      if let last = spans.last, last.first.editor == start.editor,
        last.first.number + last.count == start.number
      {
        spans[spans.count - 1].count += taken
      } else {
        spans.append(ElementSpan(first: start, count: taken))
      }
      (offset, rest) = (0, rest - taken)
      return rest > 0
    }
    return spans
  }
}
