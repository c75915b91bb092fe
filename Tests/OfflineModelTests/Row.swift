import Testing

/// A case of a table: a name, what is read and what comes of it, with ` | ` between them.
struct Row: Sendable, CustomTestStringConvertible {
  var fields: [String]

  var name: String { fields[0] }
  var text: String { fields[1] }
  /// The messages of a chat, with ` / ` between them.
  var messages: String { fields[1].replacing(" / ", with: "\n") }
  var expected: String { fields[fields.count - 1] }
  var testDescription: String { fields.joined(separator: " | ") }

  /// Reads a table, a case a line.
  static func table(_ text: String) -> [Row] {
    text.split(separator: "\n").map { line in
      Row(fields: line.split(separator: " | ", omittingEmptySubsequences: false).map(String.init))
    }
  }
}
