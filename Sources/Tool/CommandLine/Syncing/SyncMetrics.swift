import CivilTime
import Encoding
import Store
import Sync
import System

/// Writes the results of syncs to the file of `--metrics` in Prometheus's text format: a line per metric and remote.
struct SyncMetrics {
  /// The result of one remote.
  private struct Sample {
    let name: String
    let report: SyncReport
    let lastSuccess: Timestamp?
  }

  private var samples: [Sample] = []
  private var remotes: Set<String> = []

  /// Adds the sync of a remote whose state is in a store's folder.
  mutating func add(_ name: String, _ report: SyncReport, in store: any StorageFolder) throws {
    let kept = try RemoteState.read(name, in: store)
    remotes.formUnion(try RemoteState.known(in: store))
    samples.append(Sample(name: name, report: report, lastSuccess: kept?.lastSuccess))
  }

  /// Writes the metrics to a file, atomically. Keeps the lines of a run of `extract` and of other remotes.
  func write(to path: String, _ patience: PipeWait) async throws {
    if samples.isEmpty { return }
    let text = text(beside: Self.lines(of: path))
    try await ReplacedFile.write(
      Array(text.utf8), to: path, for: RunOptionSet.metrics.name, patience)
  }

  private static let prefix = "actionitems_sync_"

  /// A metric.
  private typealias Figure = (name: String, help: String, value: @Sendable (Sample) -> Int?)

  private static let figures: [Figure] = [
    ("waiting", "Changes still to be sent.", { $0.report.waiting }),
    ("delivered", "Changes that the last sync sent.", { $0.report.delivered }),
    ("taken_over", "Changes that the last sync received.", { $0.report.applied }),
    (
      "set_aside", "Changes that were refused and set aside.",
      { $0.report.setAside + $0.report.setAsideBefore }
    ),
    (
      "conflicts", "Items of the last sync that were changed on both sides.",
      { $0.report.conflicts }
    ),
    ("sent", "Frames that the last sync sent.", { $0.report.metrics.sent }),
    ("received", "Frames that the last sync received.", { $0.report.metrics.received }),
    ("reconnects", "Reconnects of the last sync.", { $0.report.metrics.reconnects }),
    (
      "last_success_timestamp_seconds", "When a sync last completed.",
      { $0.lastSuccess.map { Int($0.seconds) } }
    ),
  ]

  private func text(beside lines: [Substring]) -> String {
    var text = ""
    // The format requires that all lines of one metric are together.
    var others: [Substring: String] = [:]
    let own = Set(samples.map(\.name))
    for line in lines {
      guard line.hasPrefix(Self.prefix) else {
        if !line.holds(" " + Self.prefix) { text += line + "\n" }
        continue
      }
      let parts = line.dropFirst(Self.prefix.count).split(separator: "\"")
      guard parts.count == 3, case let name = String(parts[1]), !own.contains(name),
        remotes.contains(name)
      else { continue }
      others[parts[0].prefix { $0 != "{" }, default: ""] += line + "\n"
    }
    for figure in Self.figures {
      var lines = others[Substring(figure.name)] ?? ""
      for sample in samples {
        guard let value = figure.value(sample) else { continue }
        // Names of remotes contain nothing that needs escaping.
        lines += "\(Self.prefix)\(figure.name){destination=\"\(sample.name)\"} \(value)\n"
      }
      if lines.isEmpty { continue }
      let name = Self.prefix + figure.name
      text += "# HELP \(name) \(figure.help)\n# TYPE \(name) gauge\n" + lines
    }
    return text
  }

  /// Returns the metric lines of a file; empty for a pipe or a device.
  private static func lines(of path: String) -> [Substring] {
    guard (try? FileStatus(of: path))?.kind == .file, let bytes = try? SmallFile.read(path)
    else { return [] }
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").filter { line in
      ["", "# HELP ", "# TYPE "].contains { line.hasPrefix($0 + "actionitems_") }
    }
  }
}
