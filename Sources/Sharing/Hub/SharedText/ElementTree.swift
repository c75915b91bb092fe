/// The elements of a text, those that were taken out among them, as the tree of Fugue.
///
/// Each element hangs on another one, before or behind it; the text is what a walk through the tree meets: all that
/// hangs before an element, the element, all that hangs behind it. Elements that hang on one side of the same one
/// are ordered by their ids. So what two people write at one place stands one behind the other, never mixed.
///
/// M. Weidner and M. Kleppmann, "The Art of the Fugue: Minimizing Interleaving in Collaborative Text Editing", IEEE
/// Transactions on Parallel and Distributed Systems 36 (2025), arXiv:2305.00583, section 3 (Fugue, algorithm 1).
///
/// Most elements hang behind the one that was typed before, so runs of those are kept as one block: only what hangs
/// elsewhere cuts it.
struct ElementTree: Sendable {
  /// Elements of one editor that follow each other in number and in the text, all visible or none.
  ///
  /// All but the first hang behind the one before. Before the first one, and behind the last one, others may hang.
  struct Block {
    /// The editor, by index; the beginning of the text, which is block 0, has none.
    var editor: Int
    var start: Int
    var count: Int
    /// What the first one hangs on: block 0's own elements are none.
    var parent: (editor: Int, number: Int)
    var side: TextOperation.Side
    var isVisible: Bool
    /// The blocks whose first elements hang before the first one, in order.
    var before: [Int] = []
    /// The blocks whose first elements hang behind the last one, in order.
    var after: [Int] = []

    var end: Int { start + count }
  }

  static let nobody = -1

  private(set) var blocks = [
    Block(
      editor: nobody, start: 0, count: 0, parent: (nobody, 0), side: .after, isVisible: false)
  ]
  private(set) var order = BlockOrder()
  private(set) var editors: [String] = []
  private var indexes: [String: Int] = [:]
  /// By editor, its blocks by number.
  private var blocksByEditor: [[Int]] = []

  func index(of editor: String) -> Int? { indexes[editor] }

  mutating func addEditor(_ editor: String) -> Int {
    if let index = indexes[editor] { return index }
    indexes[editor] = editors.count
    editors.append(editor)
    blocksByEditor.append([])
    return editors.count - 1
  }

  /// The block that an element is in; nil where there is no such element.
  func block(_ editor: Int, _ number: Int) -> Int? {
    if editor == Self.nobody { return 0 }
    guard let place = place(editor, number) else { return nil }
    let block = blocksByEditor[editor][place]
    return number < blocks[block].end ? block : nil
  }

  /// Where the last block of an editor stands that begins at a number or before.
  private func place(_ editor: Int, _ number: Int) -> Int? {
    let own = blocksByEditor[editor]
    var (low, high) = (0, own.count)
    while low < high {
      let middle = (low + high) / 2
      if blocks[own[middle]].start <= number { low = middle + 1 } else { high = middle }
    }
    return low > 0 ? low - 1 : nil
  }

  func contains(_ editor: Int, _ numbers: Range<Int>) -> Bool {
    var number = numbers.lowerBound
    while number < numbers.upperBound {
      guard let block = block(editor, number) else { return false }
      number = blocks[block].end
    }
    return true
  }

  // MARK: - Changing

  /// Puts in elements with the next numbers of an editor; what they hang on has to be there.
  mutating func insert(
    _ editor: Int, _ numbers: Range<Int>, parent: (editor: Int, number: Int),
    side: TextOperation.Side
  ) {
    guard let found = block(parent.editor, parent.number) else { return }
    let isRoot = parent.editor == Self.nobody
    let offset = isRoot ? 0 : parent.number - blocks[found].start
    switch side {
    case .after:
      if !isRoot, offset + 1 < blocks[found].count { split(found, at: offset + 1) }
      let block = blocks[found]
      if block.editor == editor, block.end == numbers.lowerBound, block.after.isEmpty,
        block.isVisible
      {
        blocks[found].count += numbers.count
        order.set(found, visible: blocks[found].count)
        return
      }
      let place = rank(editor, numbers.lowerBound, among: block.after)
      let new = add(editor, numbers, parent, side)
      blocks[found].after.insert(new, at: place)
      var last = found
      if place > 0 {
        last = block.after[place - 1]
        while let inner = blocks[last].after.last { last = inner }
      }
      order.insert(new, isBehind: true, last, visible: numbers.count)
    case .before:
      let owner = offset > 0 ? split(found, at: offset) : found
      let siblings = blocks[owner].before
      let place = rank(editor, numbers.lowerBound, among: siblings)
      let new = add(editor, numbers, parent, side)
      blocks[owner].before.insert(new, at: place)
      var first = owner
      if place < siblings.count {
        first = siblings[place]
        while let inner = blocks[first].before.first { first = inner }
      }
      order.insert(new, isBehind: false, first, visible: numbers.count)
    }
  }

  /// Takes elements out of the text; they stay in the tree, for others may hang on them.
  ///
  /// Returns those that were visible.
  mutating func remove(_ editor: Int, _ numbers: Range<Int>) -> [Range<Int>] {
    var removed: [Range<Int>] = []
    var number = numbers.lowerBound
    while number < numbers.upperBound, var block = block(editor, number) {
      let end = min(blocks[block].end, numbers.upperBound)
      if blocks[block].isVisible {
        if blocks[block].start < number { block = split(block, at: number - blocks[block].start) }
        if end < blocks[block].end { split(block, at: end - blocks[block].start) }
        blocks[block].isVisible = false
        order.set(block, visible: 0)
        removed.append(number..<end)
      }
      number = end
    }
    return removed
  }

  private mutating func add(
    _ editor: Int, _ numbers: Range<Int>, _ parent: (editor: Int, number: Int),
    _ side: TextOperation.Side
  ) -> Int {
    // Its numbers are the next ones.
    blocksByEditor[editor].append(blocks.count)
    blocks.append(
      Block(
        editor: editor, start: numbers.lowerBound, count: numbers.count, parent: parent,
        side: side, isVisible: true))
    return blocks.count - 1
  }

  /// Cuts a block in two; returns the second one.
  @discardableResult
  private mutating func split(_ block: Int, at offset: Int) -> Int {
    let whole = blocks[block]
    let new = blocks.count
    var rest = Block(
      editor: whole.editor, start: whole.start + offset, count: whole.count - offset,
      parent: (whole.editor, whole.start + offset - 1), side: .after, isVisible: whole.isVisible)
    rest.after = whole.after
    blocks.append(rest)
    blocks[block].count = offset
    blocks[block].after = [new]
    if let place = place(whole.editor, whole.start) {
      blocksByEditor[whole.editor].insert(new, at: place + 1)
    }
    order.set(block, visible: whole.isVisible ? offset : 0)
    order.insert(new, isBehind: true, block, visible: whole.isVisible ? rest.count : 0)
    return new
  }

  /// Where an element belongs among those that hang on the same side of the same one.
  private func rank(_ editor: Int, _ number: Int, among siblings: [Int]) -> Int {
    var (low, high) = (0, siblings.count)
    while low < high {
      let middle = (low + high) / 2
      if precedes(siblings[middle], editor, number) { low = middle + 1 } else { high = middle }
    }
    return low
  }

  private func precedes(_ sibling: Int, _ editor: Int, _ number: Int) -> Bool {
    let other = blocks[sibling]
    if other.editor == editor { return other.start < number }
    // By bytes: how texts compare otherwise may differ from one system to the next.
    return editors[other.editor].utf8.lexicographicallyPrecedes(editors[editor].utf8)
  }
}
