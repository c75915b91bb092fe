import Testing

/// A case of a table: a name, the input and the expected result, separated by ` | `.
struct Row: Sendable, CustomTestStringConvertible {
  var fields: [String]

  var name: String { fields[0] }
  var text: String { fields[1] }
  /// The messages of a chat, separated by ` / `.
  var messages: String { fields[1].replacing(" / ", with: "\n") }
  var expected: String { fields[fields.count - 1] }
  var testDescription: String { fields.joined(separator: " | ") }

  /// Reads a table with one case a line.
  static func table(_ text: String) -> [Row] {
    text.split(separator: "\n").map { line in
      Row(fields: line.split(separator: " | ", omittingEmptySubsequences: false).map(String.init))
    }
  }
}
