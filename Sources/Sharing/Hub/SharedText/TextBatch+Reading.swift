package import Encoding

/// Parses a batch of operations from JSON. `TextBatch` describes the format, and writes it.
extension TextBatch {
  /// Parses a batch. `TextReplica.take` later checks whether each operation is valid.
  package init(_ value: JSONValue) throws(TextProblem) {
    guard let names = value["editors"]?.array, let listed = value["operations"]?.array else {
      throw .malformed("there are no editors or no operations")
    }
    let editors = names.compactMap(\.string)
    guard editors.count == names.count, editors.count <= TextReplica.mostEditors,
      editors.allSatisfy(ElementID.isEditor)
    else { throw .badEditor }
    guard listed.count <= TextReplica.mostNumbers else { throw .full }
    operations = []
    operations.reserveCapacity(listed.count)
    for value in listed { operations.append(try TextOperation(value, editors)) }
  }
}

extension TextOperation {
  fileprivate init(_ value: JSONValue, _ editors: [String]) throws(TextProblem) {
    guard let parts = value.array, (4...5).contains(parts.count),
      let pieces = parts[3].array,
      case let spans = parts.count > 4 ? parts[4].array ?? [] : [], spans.count % 3 == 0
    else { throw .malformed("one of them has the wrong parts") }
    id = try ElementID(parts[0], parts[1], editors)
    removed = []
    for start in stride(from: 0, to: spans.count, by: 3) {
      guard let count = spans[start + 2].int else { throw .malformed("a count is invalid") }
      removed.append(
        ElementSpan(first: try ElementID(spans[start], spans[start + 1], editors), count: count))
    }
    insertion = nil
    if pieces.isEmpty { return }
    insertion = Insertion(parent: nil, side: .after, pieces: [])
    if !parts[2].isNull {
      guard let place = parts[2].array, place.count == 3, let side = place[0].string,
        side == "before" || side == "after"
      else { throw .malformed("a position is invalid") }
      insertion?.parent = try ElementID(place[1], place[2], editors)
      insertion?.side = side == "before" ? .before : .after
    }
    for piece in pieces {
      if let text = piece.string {
        insertion?.pieces.append(.text(text))
      } else if let count = piece.int {
        insertion?.pieces.append(.gone(count))
      } else {
        throw .malformed("a piece is neither a text nor a count")
      }
    }
  }
}

extension ElementID {
  fileprivate init(
    _ editor: JSONValue, _ number: JSONValue, _ editors: [String]
  ) throws(TextProblem) {
    guard let index = editor.int, editors.indices.contains(index), let number = number.int else {
      throw .malformed("an id is invalid")
    }
    self.init(editors[index], number)
  }
}
