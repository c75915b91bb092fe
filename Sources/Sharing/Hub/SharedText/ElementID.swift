/// Names one element of a shared text, which is one Unicode scalar: who put it there, and its number among theirs.
package struct ElementID: Hashable, Sendable {
  /// Whoever writes, by a name that nobody else has: a device, or a window on one.
  package var editor: String
  /// The number, from 0; an editor uses no number twice.
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

/// Elements that one editor put in one after the other.
package struct ElementSpan: Hashable, Sendable {
  package var first: ElementID
  /// How many there are, at least one.
  package var count: Int

  var last: ElementID { ElementID(first.editor, first.number + count - 1) }
}

/// Which operations somebody has: by editor, how many numbers. Who has less asks for the rest with it.
package struct TextVersion: Hashable, Sendable {
  /// The numbers by editor; none of them is zero.
  package private(set) var counts: [String: Int] = [:]

  package init() {}

  package subscript(editor: String) -> Int {
    get { counts[editor] ?? 0 }
    set { counts[editor] = newValue > 0 ? newValue : nil }
  }
}
