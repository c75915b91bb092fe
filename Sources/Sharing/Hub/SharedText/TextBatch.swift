package import Encoding

/// The JSON form of operations on a shared text: a few as a message, all of a text as its snapshot.
///
///     {"editors": ["a", "b"],
///      "operations": [[0, 0, null, ["Call Ann"]], [1, 0, ["after", 0, 7], ["a"]], [0, 8, null, [], [0, 5, 3]],
///                     [0, 9, ["before", 1, 0], ["B", 2, "t"], [0, 5, 3, 1, 0, 1]]]}
///
/// An operation is an array:
/// - the editor, as an index into `editors`, and the operation's number;
/// - the place of the first inserted element: `null` for the beginning, or a side and its parent's editor and number;
/// - the inserted pieces: texts, and counts of elements that were removed again;
/// - the removed spans: editor, number and count of each.
package struct TextBatch: Hashable, Sendable {
  /// The operations, in an order in which they can be applied.
  package var operations: [TextOperation]

  package init(_ operations: [TextOperation]) { self.operations = operations }

  package func write(to writer: inout JSONWriter) {
    var names = EditorTable()
    var body = JSONWriter()
    body.beginArray()
    for operation in operations { Self.write(operation, to: &body, &names) }
    body.endArray()
    writer.beginObject()
    writer.field("editors", .array(names.editors.map(JSONValue.string)))
    writer.key("operations")
    writer.raw(body.bytes)
    writer.endObject()
  }

  /// The editors of a batch, each with an index.
  private struct EditorTable {
    private(set) var editors: [String] = []
    private var indexes: [String: Int] = [:]

    mutating func index(_ editor: String) -> Int {
      if let index = indexes[editor] { return index }
      indexes[editor] = editors.count
      editors.append(editor)
      return editors.count - 1
    }
  }

  private static func write(
    _ operation: TextOperation, to writer: inout JSONWriter, _ names: inout EditorTable
  ) {
    writer.beginArray()
    writer.int(names.index(operation.id.editor))
    writer.int(operation.id.number)
    if let insertion = operation.insertion, let parent = insertion.parent {
      writer.beginArray()
      writer.string(insertion.side == .before ? "before" : "after")
      writer.int(names.index(parent.editor))
      writer.int(parent.number)
      writer.endArray()
    } else {
      writer.null()
    }
    writer.beginArray()
    for piece in operation.insertion?.pieces ?? [] {
      switch piece {
      case .text(let text): writer.string(text)
      case .gone(let count): writer.int(count)
      }
    }
    writer.endArray()
    if !operation.removed.isEmpty {
      writer.beginArray()
      for span in operation.removed {
        writer.int(names.index(span.first.editor))
        writer.int(span.first.number)
        writer.int(span.count)
      }
      writer.endArray()
    }
    writer.endArray()
  }
}
