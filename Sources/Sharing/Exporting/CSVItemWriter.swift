import ActionItems
import CivilTime

/// Writes items as CSV with a header line. Below: `CSVColumn`, and `CSVCell`, which quotes cells.
struct CSVItemWriter: ItemWriter {
  let columns: [CSVColumn]

  func begin(_ output: inout [UInt8]) { CSVCell.append(columns.map(\.name), to: &output) }

  func add(_ item: ActionItem, around _: [NearbyMessage], to output: inout [UInt8]) {
    CSVCell.append(columns.map { $0.value(item) }, to: &output)
  }
}

/// A column of a CSV file: its title, and a function that returns an item's cell.
struct CSVColumn: Sendable {
  let name: String
  let value: @Sendable (ActionItem) -> String

  init(_ name: String, _ value: @escaping @Sendable (ActionItem) -> String) {
    (self.name, self.value) = (name, value)
  }

  /// All columns that are useful in a spreadsheet, named as in JSON.
  static let all = [
    CSVColumn("id") { $0.id }, CSVColumn("task") { PlainText.line($0.task) },
    CSVColumn("assignee") { PlainText.line($0.assignee ?? "") },
    CSVColumn("deadline") { $0.deadline?.description ?? "" },
    CSVColumn("priority") { $0.priority.rawValue },
    CSVColumn("isComplete") { $0.isComplete ? "true" : "false" },
    CSVColumn("completedAt") { $0.completedAt?.description ?? "" },
    CSVColumn("conversationTitle") { PlainText.line($0.conversationTitle ?? "") },
    CSVColumn("sender") { PlainText.line($0.source.sender ?? "") },
    CSVColumn("timestamp") { $0.source.timestamp?.description ?? "" },
    CSVColumn("quote") { PlainText.block($0.quote ?? "") },
    CSVColumn("link") { WebAddress.checked($0.source.link) ?? "" },
    CSVColumn("platform") { PlainText.line($0.source.platform) },
    CSVColumn("conversationId") { PlainText.line($0.conversationId) },
    CSVColumn("messageId") { PlainText.line($0.messageId) },
    CSVColumn("extractedAt") { $0.extractedAt.description },
    CSVColumn("updatedAt") { $0.updatedAt.description },
  ]
}

/// The cells of a CSV line (RFC 4180), written so that no spreadsheet runs one as a formula.
enum CSVCell {
  /// Appends a cell. A text that a spreadsheet may run as a formula gets an apostrophe in front, as OWASP's page "CSV
  /// Injection" advises. These texts begin with `=`, `+`, `-`, `@`, one of their full-width forms, a tab or a line end.
  static func append(_ text: String, to output: inout [UInt8]) {
    let isFormula = text.unicodeScalars.first.map(formulaStarts.contains) ?? false
    guard isFormula || needsQuotes(text) else {
      output += text.utf8
      return
    }
    output.append(UInt8(ascii: "\""))
    if isFormula { output.append(UInt8(ascii: "'")) }
    for byte in text.utf8 {
      if byte == UInt8(ascii: "\"") { output.append(byte) }
      output.append(byte)
    }
    output.append(UInt8(ascii: "\""))
  }

  static func append(_ cells: [String], to output: inout [UInt8]) {
    for (place, cell) in cells.enumerated() {
      if place > 0 { output.append(UInt8(ascii: ",")) }
      append(cell, to: &output)
    }
    output += [0x0D, 0x0A]
  }

  private static let formulaStarts = Set(
    "=+-@\t\r\n\u{FF1D}\u{FF0B}\u{FF0D}\u{FF20}".unicodeScalars)

  private static func needsQuotes(_ text: String) -> Bool {
    if text.utf8.first == 0x20 || text.utf8.last == 0x20 { return true }
    return text.utf8.contains {
      $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: ",") || $0 == 0x0D || $0 == 0x0A
    }
  }
}
