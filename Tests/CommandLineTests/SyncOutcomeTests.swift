import System
import Testing

@testable import CommandLine
@testable import Sync

@Suite struct SyncOutcomeTests {
  static func outcome(
    _ ending: SyncReport.Ending, _ adjust: (inout SyncReport) -> Void = { _ in }
  ) -> SyncOutcome {
    var report = SyncReport(ending: ending, metrics: SessionMetrics())
    adjust(&report)
    return SyncOutcome(name: "n", report: report)
  }

  @Test func `changes that were refused before are told each time, and are no failure`() {
    let outcome = Self.outcome(.delivered) { $0.setAsideBefore = 2 }
    #expect(outcome.status == .done && outcome.problem == nil)
    #expect(outcome.warning?.hasPrefix("n: 2 changes that the server refused before") == true)
    #expect(Self.outcome(.delivered).warning == nil)
  }

  @Test func `a time that is up hides nothing`() {
    let outcome = Self.outcome(.timeUp) {
      $0.metrics.lastError = "connection refused"
      $0.waiting = 0
    }
    #expect(outcome.status == .limit)
    #expect(
      outcome.problem
        == "n: --max-time reached (connection refused); no changes pending")
  }

  @Test func `a restored store exits with status 5 and says what to do`() {
    let outcome = Self.outcome(.contradicted("it has more"))
    #expect(outcome.status == .store)
    #expect(outcome.problem?.contains("store renew") == true)
    #expect(outcome.problem?.contains("--name n --reset") == true)
  }
}
