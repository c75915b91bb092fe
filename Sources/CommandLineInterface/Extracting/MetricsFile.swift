import ActionItemRepository
import CivilTime

/// The figures of a run in Prometheus's text format (exposition format 0.0.4), for the textfile collector
/// of node_exporter.
struct MetricsFile {
  let record: RunRecord
  /// When the run ended.
  let endedAt: Timestamp
  /// Items in the store that are open, and those of them that are overdue; nil where it could not be read.
  let open: Int?
  let overdue: Int?

  /// The whole file.
  var text: String {
    var text = ""
    func gauge(_ name: String, _ help: String, _ value: String, labels: String = "") {
      text += "# HELP actionitems_\(name) \(help)\n# TYPE actionitems_\(name) gauge\n"
      text += "actionitems_\(name)\(labels) \(value)\n"
    }
    gauge("last_run_timestamp_seconds", "When the last run ended.", "\(endedAt.seconds)")
    if let seconds = record.seconds {
      gauge("last_run_duration_seconds", "How long the last run took.", "\(seconds)")
    }
    if let status = record.exitStatus {
      gauge("last_run_exit_status", "The exit status of the last run; 0 is well.", "\(status)")
    }
    gauge(
      "last_run_info", "The number and the model of the last run.", "1",
      labels: "{run=\"\(record.run)\",model=\"\(Self.escaped(record.model))\"}")
    for count in RunRecord.Count.allCases {
      gauge("last_run_\(Self.snake(count.rawValue))", Self.help(count), "\(record[count])")
    }
    gauge(
      "last_run_failures", "Files and windows that the last run could not read.",
      "\(record.failures.count)")
    if let cost = record.cost {
      gauge("last_run_cost", "What the last run cost, in the currency of the prices.", "\(cost)")
    }
    if let open { gauge("items_open", "Open items in the store.", "\(open)") }
    if let overdue { gauge("items_overdue", "Open items that are overdue.", "\(overdue)") }
    return text
  }

  /// Writes the file in one piece.
  func write(to path: String, _ patience: PipePatience) async throws(CommandFailure) {
    try await ReplacedFile.write(
      Array(text.utf8), to: path, for: RunOptionSet.metrics.name, patience)
  }

  private static func help(_ count: RunRecord.Count) -> String {
    "\(snake(count.rawValue).split(separator: "_").joined(separator: " ")) of the last run."
  }

  /// `newMessages` as `new_messages`.
  private static func snake(_ name: String) -> String {
    name.reduce(into: "") { $0 += $1.isUppercase ? "_" + $1.lowercased() : String($1) }
  }

  /// A label's value: backslash, quote and line feed escaped.
  private static func escaped(_ value: String) -> String {
    var text = ""
    for character in value.unicodeScalars {
      switch character {
      case "\\": text += "\\\\"
      case "\"": text += "\\\""
      case "\n": text += "\\n"
      default: text.unicodeScalars.append(character)
      }
    }
    return text
  }
}
