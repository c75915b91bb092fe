import ItemRecords
import LanguageModel
import Testing

@testable import Extraction

@Suite struct ProgressLineTests {
  static func report(_ set: (inout ExtractionReport) -> Void) -> ExtractionReport {
    var report = ExtractionReport()
    set(&report)
    return report
  }

  @Test func `a run that has just begun says little`() {
    let text = ProgressLine.text(ExtractionReport(), inFlight: 0, prices: nil, seconds: 0)
    #expect(text == "0 of 0+ windows; 0 items")
  }

  @Test func `windows, requests, tokens, cost, rate and the time that is left are told`() {
    let report = Self.report {
      $0.windows = 400
      $0.windowsEnded = 100
      $0.hasAllWindows = true
      $0.usage = ModelUsage(requests: 100, promptTokens: 1_240_000, completionTokens: 8_900)
      $0.created = ["a", "b"]
    }
    let text = ProgressLine.text(
      report, inFlight: 16, prices: RunPrices(TokenPrices(input: 1, output: 10)), seconds: 50)
    #expect(
      text
        == "100 of 400 windows, 16 in flight, 1.2M + 8k tokens, cost 1.33, 2.0 per second, 3 min left; 2 items"
    )
  }

  @Test(arguments: [
    (30.0, "30 s"), (89, "89 s"), (100, "2 min"), (3600, "60 min"), (7300, "2 h 1 min"),
  ])
  func `the time that is left is told in the unit that fits`(seconds: Double, words: String) {
    let report = Self.report {
      $0.windows = 1 + Int(seconds)
      $0.windowsEnded = 1
      $0.hasAllWindows = true
    }
    let text = ProgressLine.text(report, inFlight: 0, prices: nil, seconds: 1)
    #expect(text.contains(", \(words) left"), "\(text)")
  }

  @Test func `as long as more windows may come nothing is said of the end`() {
    let report = Self.report {
      $0.windows = 9
      $0.windowsEnded = 3
    }
    let text = ProgressLine.text(report, inFlight: 2, prices: nil, seconds: 3)
    #expect(text == "3 of 9+ windows, 2 in flight, 1.0 per second; 0 items")
  }
}
