/// The operations of a `TextReplica` that wait for others they depend on, by the editor whose operations are missing.
struct WaitingOperations: Sendable {
  /// An operation, and how many numbers of the editor it needs.
  private struct Waiting {
    var operation: TextOperation
    var needs: Int
  }

  private var byEditor: [String: [Waiting]] = [:]
  private var ids: Set<ElementID> = []
  private var elements = 0

  var count: Int { ids.count }

  static let limit = 2000
  /// The limit of elements that the waiting operations insert, plus the spans that they remove.
  static let mostElements = TextReplica.mostNumbers

  /// Keeps an operation, each one once.
  mutating func add(
    _ operation: TextOperation, until editor: String, _ needs: Int
  ) throws(TextProblem) {
    guard !ids.contains(operation.id) else { return }
    let size = operation.count + operation.removed.count
    guard ids.count < Self.limit, elements + size <= Self.mostElements else {
      throw .tooManyWaiting
    }
    ids.insert(operation.id)
    elements += size
    byEditor[editor, default: []].append(Waiting(operation: operation, needs: needs))
  }

  /// Removes and returns the operations that waited for this many numbers of an editor.
  mutating func take(_ editor: String, _ count: Int) -> [TextOperation] {
    guard var waiting = byEditor[editor] else { return [] }
    let ready = waiting.filter { $0.needs <= count }.map(\.operation)
    if ready.isEmpty { return [] }
    waiting.removeAll { $0.needs <= count }
    byEditor[editor] = waiting.isEmpty ? nil : waiting
    for operation in ready {
      ids.remove(operation.id)
      elements -= operation.count + operation.removed.count
    }
    return ready
  }
}
