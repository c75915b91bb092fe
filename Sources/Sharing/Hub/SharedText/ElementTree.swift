/// The elements (Unicode scalars) of a shared text, removed ones included, as the tree of the CRDT Fugue.
///
/// Each element is a left or right child of another one, or of the text's beginning. The text is an in-order walk: left
/// children, the element, right children. Children on the same side are ordered by their ids. So texts that two people
/// insert at the same place never mix.
///
/// M. Weidner and M. Kleppmann, "The Art of the Fugue: Minimizing Interleaving in Collaborative Text Editing", IEEE
/// Transactions on Parallel and Distributed Systems 36 (2025), arXiv:2305.00583, section 3 (Fugue, algorithm 1).
///
/// Most elements are the right child of the one typed before. So runs of them are stored as one block. An insertion or
/// removal within a run splits its block.
struct ElementTree: Sendable {
  /// Elements of one editor, consecutive in number and in the text; all visible or all removed.
  ///
  /// Each but the first is the right child of its predecessor. Elements of other blocks may be left children of the
  /// first and right children of the last.
  struct Block {
    /// The editor's index. Block 0, the beginning of the text, has none.
    var editor: Int
    var start: Int
    var count: Int
    /// The parent of the first element; `nobody` for the beginning of the text.
    var parent: (editor: Int, number: Int)
    var side: TextOperation.Side
    var isVisible: Bool
    /// The blocks whose first elements are left children of the first element, in order.
    var before: [Int] = []
    /// The blocks whose first elements are right children of the last element, in order.
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
  /// The blocks of each editor, ordered by number.
  private var blocksByEditor: [[Int]] = []

  func index(of editor: String) -> Int? { indexes[editor] }

  mutating func addEditor(_ editor: String) -> Int {
    if let index = indexes[editor] { return index }
    indexes[editor] = editors.count
    editors.append(editor)
    blocksByEditor.append([])
    return editors.count - 1
  }

  /// The block that contains an element; nil if there is no such element.
  func block(_ editor: Int, _ number: Int) -> Int? {
    if editor == Self.nobody { return 0 }
    guard let place = place(editor, number) else { return nil }
    let block = blocksByEditor[editor][place]
    return number < blocks[block].end ? block : nil
  }

  /// The index, among an editor's blocks, of the last block that begins at or before a number.
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

  /// Inserts elements with an editor's next numbers. Their parent has to exist.
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
      order.insert(new, isAfter: true, last, visible: numbers.count)
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
      order.insert(new, isAfter: false, first, visible: numbers.count)
    }
  }

  /// Removes elements from the text; returns those that were visible.
  ///
  /// The elements stay in the tree, because they may be the parents of others.
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
    // The editor's blocks stay sorted, because these are its next numbers.
    blocksByEditor[editor].append(blocks.count)
    blocks.append(
      Block(
        editor: editor, start: numbers.lowerBound, count: numbers.count, parent: parent,
        side: side, isVisible: true))
    return blocks.count - 1
  }

  /// Splits a block; returns the second part.
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
    order.insert(new, isAfter: true, block, visible: whole.isVisible ? rest.count : 0)
    return new
  }

  /// The index of an element among its siblings on the same side of the same parent.
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
    // Compares bytes, because other comparisons of strings may differ between systems.
    return editors[other.editor].utf8.lexicographicallyPrecedes(editors[editor].utf8)
  }
}
