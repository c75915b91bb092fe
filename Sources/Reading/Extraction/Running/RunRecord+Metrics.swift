package import CivilTime
package import Store

/// Writes the record of a run as metrics for Prometheus.
extension RunRecord {
  /// Returns the metrics of the run in Prometheus's text format (exposition format 0.0.4), for node_exporter's textfile
  /// collector. `items` counts the open items in the store, and the overdue ones among them.
  package func metrics(endedAt: Timestamp, items: (open: Int, overdue: Int)) -> String {
    var text = ""
    func gauge(
      _ name: String, _ help: String, _ value: some CustomStringConvertible, labels: String = ""
    ) {
      text += "# HELP actionitems_\(name) \(help)\n# TYPE actionitems_\(name) gauge\n"
      text += "actionitems_\(name)\(labels) \(value)\n"
    }
    gauge("last_run_timestamp_seconds", "When the last run ended.", endedAt.seconds)
    if let seconds {
      gauge("last_run_duration_seconds", "How long the last run took.", seconds)
    }
    if let exitStatus {
      gauge("last_run_exit_status", "The exit status of the last run; 0 is success.", exitStatus)
    }
    gauge(
      "last_run_info", "The number and the model of the last run.", 1,
      labels: "{run=\"\(run)\",model=\"\(Self.escaped(model))\"}")
    for count in Count.allCases {
      let words = Self.words(count.rawValue)
      gauge(
        "last_run_" + words.joined(separator: "_"),
        words.joined(separator: " ") + " of the last run.", self[count])
    }
    gauge(
      "last_run_failures", "Files and windows that the last run could not read.",
      failures.count)
    if let cost {
      gauge("last_run_cost", "What the last run cost, in the currency of the prices.", cost)
    }
    gauge("items_open", "Open items in the store.", items.open)
    gauge("items_overdue", "Open items that are overdue.", items.overdue)
    return text
  }

  /// The words of a camel-case name: `new` and `messages` for `newMessages`.
  private static func words(_ name: String) -> [Substring] {
    name.reduce(into: "") { $0 += $1.isUppercase ? " " + $1.lowercased() : String($1) }
      .split(separator: " ")
  }

  /// A label's value with backslash, quote and line feed escaped.
  private static func escaped(_ value: String) -> String {
    value.unicodeScalars.reduce(into: "") { text, scalar in
      switch scalar {
      case "\\": text += "\\\\"
      case "\"": text += "\\\""
      case "\n": text += "\\n"
      default: text.unicodeScalars.append(scalar)
      }
    }
  }
}
