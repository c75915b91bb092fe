/// Applies operations of other editors: checks each one, and keeps it until those that it depends on have arrived.
extension TextReplica {
  /// The result of applying an operation.
  package enum Outcome: Hashable, Sendable {
    /// The operation is applied now, perhaps with others that waited for it.
    case taken
    /// The operation was applied before.
    case known
    /// The operation waits for others that it depends on.
    case waits
  }

  /// How far an operation's numbers may be ahead of the known numbers of an editor.
  static let reach = 100_000
  /// The limit of spans that one operation removes.
  package static let mostSpans = 10_000

  /// Applies an operation of another editor. If it is refused, nothing of it is in the text.
  ///
  /// Operations of others may make a text longer than `longestText`, because it has to be the same everywhere.
  @discardableResult
  package mutating func take(_ operation: TextOperation) throws(TextProblem) -> Outcome {
    try check(operation)
    guard operation.id.number + operation.count > version[operation.id.editor] else {
      return .known
    }
    if let missing = missing(operation) {
      try waiting.add(operation, until: missing.editor, missing.count)
      return .waits
    }
    try put(operation)
    takeWaiting(after: operation.id.editor)
    return .taken
  }

  private mutating func takeWaiting(after editor: String) {
    var changed = [editor]
    while let editor = changed.popLast() {
      for operation in waiting.take(editor, version[editor]) {
        do throws(TextProblem) {
          if let missing = missing(operation) {
            try waiting.add(operation, until: missing.editor, missing.count)
          } else {
            try put(operation)
            changed.append(operation.id.editor)
          }
        } catch {
          // It is too late to report this to the sender.
          refusedLate += 1
        }
      }
    }
  }

  /// Throws if an operation is invalid regardless of those that still arrive.
  private func check(_ operation: TextOperation) throws(TextProblem) {
    let id = operation.id
    guard ElementID.isEditor(id.editor) else { throw .badEditor }
    guard operation.removed.count <= Self.mostSpans,
      operation.insertion != nil || !operation.removed.isEmpty
    else { throw .impossible }
    if let pieces = operation.insertion?.pieces {
      // Checked first, because a sum of invalid counts may overflow.
      guard !pieces.isEmpty, pieces.allSatisfy(Self.isProper) else { throw .impossible }
    }
    try checkReach(id.editor, id.number, operation.count)
    if let parent = operation.insertion?.parent {
      try checkReach(parent.editor, parent.number, 1)
      // An element cannot hang on itself or on a later one.
      guard parent.editor != id.editor || parent.number < id.number else { throw .impossible }
    }
    try checkRemoved(operation)
  }

  /// Throws if removed elements are impossible or named twice. A few bytes could otherwise cause much work.
  private func checkRemoved(_ operation: TextOperation) throws(TextProblem) {
    let id = operation.id
    for span in operation.removed {
      guard span.count > 0 else { throw .impossible }
      try checkReach(span.first.editor, span.first.number, span.count)
      guard span.first.editor != id.editor || span.first.number + span.count <= id.number else {
        throw .impossible
      }
    }
    let spans = operation.removed.sorted {
      ($0.first.editor, $0.first.number) < ($1.first.editor, $1.first.number)
    }
    for (span, next) in zip(spans, spans.dropFirst()) where span.first.editor == next.first.editor {
      guard span.first.number + span.count <= next.first.number else { throw .impossible }
    }
  }

  private static func isProper(_ piece: TextOperation.Piece) -> Bool {
    switch piece {
    case .text(let text): !text.isEmpty
    case .gone(let count): (1...mostNumbers).contains(count)
    }
  }

  private func checkReach(_ editor: String, _ number: Int, _ count: Int) throws(TextProblem) {
    guard ElementID.isEditor(editor) else { throw .badEditor }
    guard number >= 0, count > 0 else { throw .impossible }
    guard count <= Self.mostNumbers, number <= version[editor] + Self.reach else {
      throw .runaway
    }
  }
}
