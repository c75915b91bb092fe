import ActionItemRepository
import CivilTime
import Extraction
import Glibc
import Journal
import Streams

/// The files that a run writes beside the store, which programs read.
struct ResultFiles {
  let invocation: Invocation

  /// Throws a usage failure where one of them is an input as well: writing it would be the end of an export.
  func check() throws {
    let inputs = Set(invocation.operands.compactMap(Self.place))
    for option in [RunOptionSet.summary, RunOptionSet.metrics, RunOptionSet.rejected] {
      guard let path = invocation.settings.value(of: option), let place = Self.place(path),
        inputs.contains(place)
      else { continue }
      throw CommandFailure(
        .usage,
        "--\(option.name) \(path) is one of the inputs, which it would replace: name another file")
    }
  }

  /// Which file on disk a path leads to; nil where there is none.
  private static func place(_ path: String) -> FileIdentity? {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return FileIdentity(device: UInt64(status.st_dev), inode: UInt64(status.st_ino))
  }

  /// Writes the summary of a run that could not begin, as run 0: what an earlier one left there would be taken for
  /// this one's. What was typed wrong is no run.
  func tell(notBegun failure: CommandFailure, at start: Timestamp) async {
    if failure.status == .usage { return }
    var summary = RunSummary(run: 0, startedAt: start, model: "", status: failure.status)
    summary.problem = failure.message
    do { try await write(summary) } catch {
      // Why there is no run is the error to end with.
      invocation.console.fail(Tool.failure(error).message)
    }
  }

  /// Writes the summary, where one is wanted.
  func write(_ summary: RunSummary) async throws {
    try await write(summary.bytes, for: RunOptionSet.summary)
  }

  /// Writes the figures of a run, where they are wanted. `items` counts the open items, and those of them that are
  /// overdue.
  func writeMetrics(
    of record: RunRecord, _ items: () async throws -> (open: Int, overdue: Int)
  ) async throws {
    if invocation.settings.value(of: RunOptionSet.metrics) == nil { return }
    let (open, overdue) = try await items()
    let file = MetricsFile(
      record: record, endedAt: invocation.now(), open: open, overdue: overdue)
    try await write(Array(file.text.utf8), for: RunOptionSet.metrics)
  }

  private func write(
    _ bytes: @autoclosure () -> [UInt8], for option: Option<String>
  ) async throws {
    guard let path = invocation.settings.value(of: option) else { return }
    try await ReplacedFile.write(bytes(), to: path, for: option.name, invocation.pipePatience)
  }
}

/// The figures of a run in Prometheus's text format (exposition format 0.0.4), for the textfile collector
/// of node_exporter.
private struct MetricsFile {
  let record: RunRecord
  let endedAt: Timestamp
  /// Items in the store that are open, and those of them that are overdue.
  let open: Int
  let overdue: Int

  var text: String {
    var text = ""
    func gauge(
      _ name: String, _ help: String, _ value: some CustomStringConvertible, labels: String = ""
    ) {
      text += "# HELP actionitems_\(name) \(help)\n# TYPE actionitems_\(name) gauge\n"
      text += "actionitems_\(name)\(labels) \(value)\n"
    }
    gauge("last_run_timestamp_seconds", "When the last run ended.", endedAt.seconds)
    if let seconds = record.seconds {
      gauge("last_run_duration_seconds", "How long the last run took.", seconds)
    }
    if let status = record.exitStatus {
      gauge("last_run_exit_status", "The exit status of the last run; 0 is well.", status)
    }
    gauge(
      "last_run_info", "The number and the model of the last run.", 1,
      labels: "{run=\"\(record.run)\",model=\"\(Self.escaped(record.model))\"}")
    for count in RunRecord.Count.allCases {
      let words = Self.words(count.rawValue)
      gauge(
        "last_run_" + words.joined(separator: "_"),
        words.joined(separator: " ") + " of the last run.", record[count])
    }
    gauge(
      "last_run_failures", "Files and windows that the last run could not read.",
      record.failures.count)
    if let cost = record.cost {
      gauge("last_run_cost", "What the last run cost, in the currency of the prices.", cost)
    }
    gauge("items_open", "Open items in the store.", open)
    gauge("items_overdue", "Open items that are overdue.", overdue)
    return text
  }

  /// `newMessages` as `new` and `messages`.
  private static func words(_ name: String) -> [Substring] {
    name.reduce(into: "") { $0 += $1.isUppercase ? " " + $1.lowercased() : String($1) }
      .split(separator: " ")
  }

  /// A label's value: backslash, quote and line feed escaped.
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
