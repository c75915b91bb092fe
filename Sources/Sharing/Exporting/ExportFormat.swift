/// An output format of `export`. `CSVDialect` adapts `csv` to a program. `ReportFormat` has the formats of `report`.
package enum ExportFormat: String, CaseIterable, Sendable {
  case json
  case jsonl
  /// A table with a line of column names (RFC 4180).
  case csv
  case markdown
  /// One task a line, in the format of todo.txt.
  case todotxt
  /// A calendar of tasks (RFC 5545).
  case ics
  case html

  /// Whether the format shows times on the reader's clock. The others have times as they were written.
  package var isForPeople: Bool {
    switch self {
    case .json, .jsonl, .csv: false
    case .markdown, .todotxt, .ics, .html: true
    }
  }

  /// The format for a file name's extension; nil for an unknown extension.
  package init?(fileName: String) {
    let name = fileName.split(separator: "/").last?.lowercased() ?? ""
    guard let dot = name.lastIndex(of: ".") else { return nil }
    switch name[name.index(after: dot)...] {
    case "json": self = .json
    case "jsonl", "ndjson": self = .jsonl
    case "csv": self = .csv
    case "md", "markdown": self = .markdown
    case "txt", "todotxt": self = .todotxt
    case "ics", "ical": self = .ics
    case "html", "htm": self = .html
    default: return nil
    }
  }
}
