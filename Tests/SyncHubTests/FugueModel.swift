@testable import SyncHub

/// Fugue as described in the paper, for comparison: one node for each element, and a walk through all of them.
struct FugueModel {
  private struct Node {
    var scalar: Unicode.Scalar?
    var before: [ElementID] = []
    var after: [ElementID] = []
  }

  private var nodes: [ElementID?: Node] = [nil: Node()]

  /// Applies an operation with all its elements; its references have to exist.
  mutating func take(_ operation: TextOperation) {
    for span in operation.removed {
      for number in span.first.number..<span.first.number + span.count {
        nodes[ElementID(span.first.editor, number)]?.scalar = nil
      }
    }
    guard let insertion = operation.insertion else { return }
    var (parent, side) = (insertion.parent, insertion.side)
    var number = operation.id.number
    for case .text(let text) in insertion.pieces {
      for scalar in text.unicodeScalars {
        let id = ElementID(operation.id.editor, number)
        guard nodes[id] == nil else { return }
        nodes[id] = Node(scalar: scalar)
        switch side {
        case .before: Self.add(id, to: &nodes[parent, default: Node()].before)
        case .after: Self.add(id, to: &nodes[parent, default: Node()].after)
        }
        (parent, side) = (id, .after)
        number += 1
      }
    }
  }

  private static func add(_ id: ElementID, to siblings: inout [ElementID]) {
    siblings.append(id)
    siblings.sort { a, b in
      a.editor == b.editor
        ? a.number < b.number : a.editor.utf8.lexicographicallyPrecedes(b.editor.utf8)
    }
  }

  var text: String {
    var view = String.UnicodeScalarView()
    // Avoids recursion, since a text is one deep chain.
    var open: [(id: ElementID?, isEntered: Bool)] = [(nil, false)]
    while let (id, isEntered) = open.popLast() {
      guard let node = nodes[id] else { continue }
      if isEntered {
        if let scalar = node.scalar { view.append(scalar) }
        open += node.after.reversed().map { ($0, false) }
      } else {
        open.append((id, true))
        open += node.before.reversed().map { ($0, false) }
      }
    }
    return String(view)
  }
}
