/// The id of one element (a Unicode scalar) of a shared text: its editor, and a number that this editor uses once.
/// Below: `ElementSpan`, consecutive elements, and `TextVersion`, the state of a replica.
package struct ElementID: Hashable, Sendable {
  /// The unique name of an editor: a device, or a window on one.
  package var editor: String
  /// The number, from 0. An editor never uses a number twice.
  package var number: Int

  package init(_ editor: String, _ number: Int) {
    self.editor = editor
    self.number = number
  }

  package static let longestEditor = 100

  static func isEditor(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.count <= longestEditor
  }
}

/// Consecutive elements of one editor.
package struct ElementSpan: Hashable, Sendable {
  package var first: ElementID
  /// The number of elements, at least one.
  package var count: Int

  var last: ElementID { ElementID(first.editor, first.number + count - 1) }
}

/// The version of a replica: for each editor, how many of its numbers the replica has. A replica sends its version to
/// get the operations that it lacks.
package struct TextVersion: Hashable, Sendable {
  /// The counts by editor, none of them zero.
  package private(set) var counts: [String: Int] = [:]

  package init() {}

  package subscript(editor: String) -> Int {
    get { counts[editor] ?? 0 }
    set { counts[editor] = newValue > 0 ? newValue : nil }
  }
}
