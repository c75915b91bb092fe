/// Names one element of a shared text, which is one Unicode scalar: who put it there, and its number among theirs.
public struct ElementID: Hashable, Sendable {
  /// Whoever writes, by a name that nobody else has: a device, or a window on one.
  public var editor: String
  /// The number, from 0; an editor uses no number twice.
  public var number: Int

  /// Puts the parts together.
  public init(_ editor: String, _ number: Int) {
    self.editor = editor
    self.number = number
  }

  /// Bytes that an editor's name has at most.
  public static let longestEditor = 100

  /// Whether a text can name an editor.
  static func isEditor(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.count <= longestEditor
  }
}

/// Elements that one editor put in one after the other.
public struct ElementSpan: Hashable, Sendable {
  /// The first one.
  public var first: ElementID
  /// How many there are, at least one.
  public var count: Int

  /// Puts the parts together.
  public init(_ first: ElementID, count: Int) {
    self.first = first
    self.count = count
  }

  /// The last one.
  var last: ElementID { ElementID(first.editor, first.number + count - 1) }
}
