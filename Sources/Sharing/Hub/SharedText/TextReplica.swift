/// A text that several people edit at once, as one of them has it.
///
/// Each makes operations of what is typed and takes those of the others. Once all have taken the same operations,
/// in whatever order and however often, all have the same text; see `ElementTree` for the order that it has.
///
/// An editor's numbers must not be used twice for different things: whoever loses what they had goes on under
/// another name, or takes all of it back from others first.
package struct TextReplica: Sendable {
  package let editor: String
  package private(set) var version = TextVersion()
  var tree = ElementTree()
  var waiting = WaitingOperations()
  /// By editor, the scalar of each number; numbers that put in nothing have one that is never shown.
  private var scalars: [[Unicode.Scalar]] = []
  /// What was taken, in order: nothing in it refers to what is behind it.
  private var log: [LogEntry] = []
  package private(set) var byteCount = 0
  /// Operations that waited, and were refused when what they waited for had come.
  package internal(set) var refusedLate = 0
  private var used = 0

  private struct LogEntry {
    var editor: Int
    var numbers: Range<Int>
    var removed: [ElementSpan]
    var isInsertion: Bool
  }

  /// Bytes that whoever edits here can make the text long.
  package static let longestText = 60 << 10
  /// Numbers that all editors together can use.
  package static let mostNumbers = 200_000
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

  /// Unicode scalars of the text, which positions count.
  package var count: Int { tree.order.count }

  package var waitingCount: Int { waiting.count }

  // MARK: - Taking

  /// What an operation needs first: so many numbers of an editor; nil where it can be taken.
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

  /// Puts an operation, of which nothing is missing, into the text.
  ///
  /// What of it is there already is left out: others may have put several into one.
  mutating func put(_ operation: TextOperation) throws(TextProblem) {
    let known = version[operation.id.editor]
    let end = operation.id.number + operation.count
    guard end > known else { return }
    guard used + end - known <= Self.mostNumbers else { throw .full }
    guard tree.index(of: operation.id.editor) != nil || tree.editors.count < Self.mostEditors else {
      throw .badEditor
    }
    // All of it is looked at before any of it is put in.
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

  // MARK: - Telling

  /// The operations that somebody has not who has a version, in an order in which each can be taken at once.
  ///
  /// Everything, behind an empty version, is the text's snapshot.
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
