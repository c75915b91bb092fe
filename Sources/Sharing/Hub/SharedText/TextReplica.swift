/// One copy (replica) of a text that several people edit at once.
///
/// A replica makes operations of local edits, and applies those of other replicas. Replicas with the same operations
/// have the same text, in whatever order and however often the operations arrived. `ElementTree` orders the text.
///
/// An editor must not use a number twice for different elements. So an editor that has lost its state takes another
/// name, or first gets all of its own operations back from others.
package struct TextReplica: Sendable {
  package let editor: String
  package private(set) var version = TextVersion()
  var tree = ElementTree()
  var waiting = WaitingOperations()
  /// The scalar of each number, by editor. A number without an inserted element has a placeholder that is never shown.
  private var scalars: [[Unicode.Scalar]] = []
  /// The applied operations, in order: each refers to earlier ones only.
  private var log: [LogEntry] = []
  package private(set) var byteCount = 0
  /// The number of operations that waited and then turned out to be invalid.
  package internal(set) var refusedLate = 0
  /// How many numbers all editors have used.
  private var used = 0

  /// An applied operation.
  private struct LogEntry {
    var editor: Int
    var numbers: Range<Int>
    var removed: [ElementSpan]
    var isInsertion: Bool
  }

  /// The limit in bytes of a text, for local edits.
  package static let longestText = 32 << 10
  /// The limit of numbers that all editors together can use. `hub-text.js` copies all elements for each insertion.
  package static let mostNumbers = 64 << 10
  package static let mostEditors = 256

  package init(editor: String) throws(TextProblem) {
    guard ElementID.isEditor(editor) else { throw .badEditor }
    self.editor = editor
  }

  package var text: String {
    var text = String.UnicodeScalarView()
    tree.order.walk { index in
      let block = tree.blocks[index]
      if block.isVisible { text.append(contentsOf: scalars[block.editor][block.start..<block.end]) }
      return true
    }
    return String(text)
  }

  /// The number of Unicode scalars, which positions count.
  package var count: Int { tree.order.count }

  package var waitingCount: Int { waiting.count }

  // MARK: - Applying

  /// An editor of whom an operation needs more numbers than are here, and the required count. Nil if it can be
  /// applied.
  func missing(_ operation: TextOperation) -> (editor: String, count: Int)? {
    if version[operation.id.editor] < operation.id.number {
      return (operation.id.editor, operation.id.number)
    }
    if let parent = operation.insertion?.parent, version[parent.editor] <= parent.number {
      return (parent.editor, parent.number + 1)
    }
    for span in operation.removed
    where version[span.first.editor] < span.first.number + span.count {
      return (span.first.editor, span.first.number + span.count)
    }
    return nil
  }

  /// Applies an operation whose dependencies are present.
  ///
  /// Skips a part that was applied before, because the sender may have merged several operations into one.
  mutating func put(_ operation: TextOperation) throws(TextProblem) {
    let known = version[operation.id.editor]
    let end = operation.id.number + operation.count
    guard end > known else { return }
    guard used + end - known <= Self.mostNumbers else { throw .full }
    guard tree.index(of: operation.id.editor) != nil || tree.editors.count < Self.mostEditors else {
      throw .badEditor
    }
    // Everything is checked before anything is applied.
    let removed = try spans(operation.removed)
    var parent = (editor: ElementTree.nobody, number: 0)
    if let insertion = operation.insertion {
      if let id = insertion.parent {
        guard let index = tree.index(of: id.editor), tree.block(index, id.number) != nil else {
          throw .impossible
        }
        parent = (index, id.number)
      } else if insertion.side == .before {
        throw .impossible
      }
    }
    let index = tree.addEditor(operation.id.editor)
    if index == scalars.count { scalars.append([]) }
    for span in removed { remove(span.editor, span.numbers) }
    var isContinuing = false
    if let insertion = operation.insertion {
      isContinuing =
        insertion.side == .after && insertion.parent?.number == known - 1
        && insertion.parent?.editor == operation.id.editor
      let isKnownInPart = known > operation.id.number
      guard !isKnownInPart || tree.block(index, known - 1) != nil else { throw .impossible }
      insert(
        insertion.pieces, index, from: known, skipping: known - operation.id.number,
        parent: isKnownInPart ? (index, known - 1) : parent,
        side: isKnownInPart ? .after : insertion.side)
      isContinuing = isContinuing || isKnownInPart
    } else {
      scalars[index].append("\0")
    }
    version[operation.id.editor] = end
    used += end - known
    note(
      LogEntry(
        editor: index, numbers: known..<end, removed: operation.removed,
        isInsertion: operation.insertion != nil), isContinuing: isContinuing)
  }

  private func spans(
    _ removed: [ElementSpan]
  ) throws(TextProblem) -> [(editor: Int, numbers: Range<Int>)] {
    var spans: [(editor: Int, numbers: Range<Int>)] = []
    for span in removed {
      let numbers = span.first.number..<span.first.number + span.count
      guard let index = tree.index(of: span.first.editor), tree.contains(index, numbers) else {
        throw .impossible
      }
      spans.append((index, numbers))
    }
    return spans
  }

  private mutating func insert(
    _ pieces: [TextOperation.Piece], _ editor: Int, from number: Int, skipping skipped: Int,
    parent: (editor: Int, number: Int), side: TextOperation.Side
  ) {
    var all: [Unicode.Scalar] = []
    var gone: [Range<Int>] = []
    let start = number - skipped
    for piece in pieces {
      switch piece {
      case .text(let text): all += text.unicodeScalars
      case .gone(let count):
        gone.append(start + all.count..<start + all.count + count)
        all += repeatElement("\u{FFFD}", count: count)
      }
    }
    let new = all[skipped...]
    scalars[editor] += new
    byteCount += new.reduce(0) { $0 + UTF8.width($1) }
    tree.insert(editor, number..<number + new.count, parent: parent, side: side)
    for numbers in gone { remove(editor, numbers) }
  }

  private mutating func remove(_ editor: Int, _ numbers: Range<Int>) {
    for numbers in tree.remove(editor, numbers) {
      byteCount -= scalars[editor][numbers].reduce(0) { $0 + UTF8.width($1) }
    }
  }

  func byteCount(of spans: [ElementSpan]) -> Int {
    spans.reduce(0) { sum, span in
      guard let index = tree.index(of: span.first.editor) else { return sum }
      let numbers = span.first.number..<span.first.number + span.count
      return sum + scalars[index][numbers].reduce(0) { $0 + UTF8.width($1) }
    }
  }

  private mutating func note(_ entry: LogEntry, isContinuing: Bool) {
    if isContinuing, entry.removed.isEmpty, let last = log.last, last.editor == entry.editor,
      last.isInsertion, last.numbers.upperBound == entry.numbers.lowerBound
    {
      log[log.count - 1].numbers = last.numbers.lowerBound..<entry.numbers.upperBound
    } else {
      log.append(entry)
    }
  }

  // MARK: - Sending

  /// The operations that a replica with this version lacks, in an order in which they can be applied.
  ///
  /// For an empty version this is everything: the text's snapshot.
  package func operations(since version: TextVersion = TextVersion()) -> [TextOperation] {
    log.compactMap { entry in
      let known = version[tree.editors[entry.editor]]
      return entry.numbers.upperBound > known ? operation(entry, from: known) : nil
    }
  }

  private func operation(_ entry: LogEntry, from known: Int) -> TextOperation {
    let start = entry.isInsertion ? max(known, entry.numbers.lowerBound) : entry.numbers.lowerBound
    let name = tree.editors[entry.editor]
    let id = ElementID(name, start)
    guard entry.isInsertion, let first = tree.block(entry.editor, start) else {
      return TextOperation(id: id, removed: entry.removed)
    }
    let block = tree.blocks[first]
    var insertion = TextOperation.Insertion(
      parent: ElementID(name, start - 1), side: .after, pieces: [])
    if block.start == start {
      insertion.side = block.side
      insertion.parent =
        block.parent.editor == ElementTree.nobody
        ? nil : ElementID(tree.editors[block.parent.editor], block.parent.number)
    }
    var number = start
    while number < entry.numbers.upperBound, let index = tree.block(entry.editor, number) {
      let end = min(tree.blocks[index].end, entry.numbers.upperBound)
      insertion.pieces.append(
        tree.blocks[index].isVisible
          ? .text(text(entry.editor, number..<end)) : .gone(end - number))
      number = end
    }
    return TextOperation(id: id, removed: entry.removed, insertion: insertion)
  }

  private func text(_ editor: Int, _ numbers: Range<Int>) -> String {
    String(String.UnicodeScalarView(scalars[editor][numbers]))
  }
}
