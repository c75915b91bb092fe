/// A cursor in a shared text: a position after an element, which moves with that element while others edit the text.
package struct TextCursor: Hashable, Sendable {
  /// The element before the cursor; nil for the beginning of the text.
  package var element: ElementID?

  package init(after element: ElementID?) { self.element = element }
}

/// Converts between positions and cursors.
extension TextReplica {
  /// The cursor at a position. A position beyond the end counts as the end.
  package func cursor(at position: Int) -> TextCursor {
    guard position > 0, count > 0 else { return TextCursor(after: nil) }
    let (index, offset) = tree.order.find(min(position, count) - 1)
    let block = tree.blocks[index]
    return TextCursor(after: ElementID(tree.editors[block.editor], block.start + offset))
  }

  /// The current position of a cursor, or of the gap that its removed element left. Nil if the element has not arrived
  /// yet.
  package func position(of cursor: TextCursor) -> Int? {
    guard let element = cursor.element else { return 0 }
    guard let editor = tree.index(of: element.editor),
      let index = tree.block(editor, element.number)
    else { return nil }
    let block = tree.blocks[index]
    let start = tree.order.start(of: index)
    return block.isVisible ? start + element.number - block.start + 1 : start
  }
}
