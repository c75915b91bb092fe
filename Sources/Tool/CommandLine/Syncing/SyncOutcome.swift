import Encoding
import Sync
import System

/// The exit status, sentences and JSON about a finished sync with a remote or peer. `SyncReport` has the numbers.
struct SyncOutcome {
  let name: String
  let report: SyncReport

  var status: ExitStatus {
    switch report.ending {
    case .delivered: report.setAside > 0 ? .partial : .done
    case .failed: .endpoint
    case .contradicted: .store
    case .timeUp: .limit
    }
  }

  /// The reason for an incomplete sync; nil if it was complete.
  var problem: String? {
    let waiting =
      switch report.waiting {
      case 0: "no changes pending"
      case let count: "\(count.counted("change")) pending"
      }
    switch report.ending {
    case .delivered:
      return report.setAside > 0
        ? "\(name): \(report.setAside.counted("change was", "changes were")) "
          + "refused and set aside (--status --json lists them)" : nil
    case .failed(let failure): return "\(name): \(failure); \(waiting)"
    case .contradicted(let problem):
      return "\(name): \(SyncError.restored(name: name, problem: problem))"
    case .timeUp:
      let error = report.metrics.lastError.map { " (\($0))" } ?? ""
      return "\(name): --max-time reached\(error); \(waiting)"
    }
  }

  /// A problem that this sync did not cause; nil if there is none.
  var warning: String? {
    let count = report.setAsideBefore
    if count == 0 { return nil }
    return
      "\(name): \(count.counted("change")) that the server refused before "
      + "\(count == 1 ? "is" : "are") set aside (--status --json lists them; --reset sends "
      + "everything again)"
  }

  /// Prints the result, as JSON with `--json`, and any problems.
  func printReport(_ invocation: Invocation) throws {
    let console = invocation.console
    if invocation.isJSON { try invocation.printJSON(members(to:)) }
    console.inform(sentence)
    if let warning { console.alert(warning) }
    if let problem { console.fail(problem) }
  }

  var sentence: String {
    let metrics = report.metrics
    var parts = ["\(report.delivered) sent", "\(report.applied) received"]
    switch report.conflicts {
    case 0: break
    case 1: parts.append("1 conflict (sync --conflicts shows it)")
    case let count: parts.append("\(count.counted("conflict")) (sync --conflicts lists them)")
    }
    if metrics.refused > 0 {
      parts.append("\(metrics.refused) frames refused (--verbose shows why)")
    }
    if metrics.reconnects > 0 { parts.append("\(metrics.reconnects.counted("reconnect"))") }
    return "\(name): " + parts.joined(separator: ", ")
  }

  private func members(to writer: inout JSONWriter) {
    let ending =
      switch report.ending {
      case .delivered: "delivered"
      case .failed, .contradicted: "failed"
      case .timeUp: "timeUp"
      }
    let metrics = report.metrics
    writer.field("name", name)
    writer.field("ending", ending)
    writer.field("delivered", report.delivered)
    writer.field("takenOver", report.applied)
    writer.field("setAside", report.setAside)
    writer.field("setAsideBefore", report.setAsideBefore)
    writer.field("waiting", report.waiting)
    writer.field("conflicts", report.conflicts)
    writer.field("sent", metrics.sent)
    writer.field("received", metrics.received)
    writer.field("refused", metrics.refused)
    writer.field("reconnects", metrics.reconnects)
    writer.field("failures", metrics.failures)
    // NaN is written as null.
    writer.field("latency", metrics.latency.map { $0 / .seconds(1) } ?? .nan)
    writer.field("uptime", metrics.uptime / .seconds(1))
    writer.field("lastError", metrics.lastError)
  }
}
