/// A place between characters that stays where it is while others write before it: behind an element.
package struct TextCursor: Hashable, Sendable {
  /// The element; nil for the beginning of the text.
  package var element: ElementID?

  package init(after element: ElementID?) { self.element = element }
}

extension TextReplica {
  /// The cursor at a position; one beyond the end is at the end.
  package func cursor(at position: Int) -> TextCursor {
    guard position > 0, count > 0 else { return TextCursor(after: nil) }
    let (index, offset) = tree.order.find(min(position, count) - 1)
    let block = tree.blocks[index]
    return TextCursor(after: ElementID(tree.editors[block.editor], block.start + offset))
  }

  /// Where a cursor is now; where its element was taken out, in the place of that. Nil where the element has not
  /// come yet.
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
