/// A form in which items leave.
public enum ExportFormat: String, CaseIterable, Sendable {
  /// One array.
  case json
  /// One item a line.
  case jsonl
}
