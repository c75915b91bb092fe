import Foundation
import TestSupport
import Testing

/// Signals that arrive during the startup of the process.
@Suite struct EarlySignalTests {
  /// `ACTIONITEMS_SIGNALS` sets the number of signals.
  static let count =
    ProcessInfo.processInfo.environment["ACTIONITEMS_SIGNALS"].flatMap { Int($0) } ?? 40

  @Test func `no signal of the first milliseconds is lost`() async throws {
    let (directory, _) = try await ReportStore.make()
    var statuses: [Int32: Int] = [:]
    for number in 0..<Self.count {
      let watch = try ToolProcess(["watch", "--store", "s"], in: directory)
      // Delays are spread evenly from 0 to 20 ms.
      usleep(UInt32(number * 20_000 / Self.count))
      watch.signal(number % 2 == 0 ? SIGINT : SIGTERM)
      // A lost signal would leave the process waiting forever.
      let outcome = try await watch.outcome()
      statuses[outcome.status, default: 0] += 1
    }
    // The process ends with this status both before and after it installs its handlers.
    let terminated = Self.count / 2
    #expect(statuses == [130: Self.count - terminated, 143: terminated], "\(statuses)")
  }

  @Test func `a signal during startup ends the command cleanly`() async throws {
    let (directory, _) = try await ReportStore.make()
    let watch = try ToolProcess(["watch", "--store", "s", "--since", "0"], in: directory)
    try await watch.waitForLines(1)
    watch.signal(SIGINT)
    let outcome = try await watch.outcome()
    outcome.expect(130, "interrupted")
  }
}
