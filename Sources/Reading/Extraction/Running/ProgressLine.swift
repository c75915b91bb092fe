import Encoding
import ItemRecords
import LanguageModel
import Synchronization
import System

/// Shows the progress of a run on one line of a terminal.
final class ProgressLine: Sendable {
  private let client: EndpointClient?
  private let console: Console
  private let prices: RunPrices?
  private let start = ContinuousClock.now
  private let lastShown = Mutex<ContinuousClock.Instant?>(nil)

  /// More frequent updates are not visible.
  private static let pause = Duration.milliseconds(100)

  init(plan: RunPlan, console: Console, prices: RunPrices?) {
    client = plan.client
    (self.console, self.prices) = (console, prices)
  }

  /// Shows a report, unless another one was shown just now.
  func show(_ report: ExtractionReport) {
    guard console.showsProgress else { return }
    let now = ContinuousClock.now
    let isDue = lastShown.withLock { last in
      if let last, now - last < Self.pause { return false }
      last = now
      return true
    }
    guard isDue else { return }
    let seconds = (now - start) / .seconds(1)
    console.progress(
      Self.text(report, inFlight: client?.inFlight ?? 0, prices: prices, seconds: seconds))
  }

  /// `12 of 40 windows, 4 in flight, 15k + 2k tokens, cost 0.01, 3.1 per second, 9 s left; 5 items`.
  static func text(
    _ report: ExtractionReport, inFlight: Int, prices: RunPrices?, seconds: Double
  ) -> String {
    var parts = [
      "\(report.windowsEnded) of \(report.windows)\(report.hasAllWindows ? "" : "+") windows"
    ]
    if report.windowsSkipped > 0 { parts.append("\(report.windowsSkipped) skipped") }
    if inFlight > 0 { parts.append("\(inFlight) in flight") }
    let usage = report.usage
    if usage.requests > 0 {
      parts.append("\(short(usage.promptTokens)) + \(short(usage.completionTokens)) tokens")
      if let prices {
        parts.append("cost \(RunSummary.money(prices.cost(of: report)))")
      }
    }
    if report.windowsEnded > 0, seconds >= 1 {
      let rate = Double(report.windowsEnded) / seconds
      parts.append("\((rate * 10).rounded() / 10) per second")
      if report.hasAllWindows, report.windows > report.windowsEnded {
        parts.append("\(time(Double(report.windows - report.windowsEnded) / rate)) left")
      }
    }
    return parts.joined(separator: ", ") + "; \(report.created.count.counted("item"))"
  }

  /// `950`, `12k`, `3.4M`.
  private static func short(_ count: Int) -> String {
    switch count {
    case ..<1000: "\(count)"
    case ..<1_000_000: "\(count / 1000)k"
    default: "\((Double(count) / 1e5).rounded() / 10)M"
    }
  }

  /// `45 s`, `12 min`, `3 h 20 min`.
  private static func time(_ seconds: Double) -> String {
    switch seconds {
    case ...90: "\(Int(seconds.rounded(.up))) s"
    case ..<5400: "\(Int((seconds / 60).rounded(.up))) min"
    default: "\(Int(seconds / 3600)) h \(Int(seconds / 60) % 60) min"
    }
  }
}
