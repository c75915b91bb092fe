import Foundation
import TestSupport
import Testing

/// Signals that come while the process is still setting itself up.
@Suite struct EarlySignalTests {
  /// `ACTIONITEMS_SIGNALS` has so many sent instead of a few.
  static let count =
    ProcessInfo.processInfo.environment["ACTIONITEMS_SIGNALS"].flatMap { Int($0) } ?? 40

  @Test func `no signal of the first milliseconds is lost`() async throws {
    let (directory, _) = try await ReportStore.make()
    var statuses: [Int32: Int] = [:]
    for number in 0..<Self.count {
      let watch = try ToolProcess(["watch", "--store", "s"], in: directory)
      // From none to 20 ms, evenly.
      usleep(UInt32(number * 20_000 / Self.count))
      watch.signal(number % 2 == 0 ? SIGINT : SIGTERM)
      // One that is lost leaves the process waiting for ever.
      let outcome = try await watch.outcome()
      statuses[outcome.status, default: 0] += 1
    }
    // As a process ends that does not watch for it yet, or in order.
    let terminated = Self.count / 2
    #expect(statuses == [130: Self.count - terminated, 143: terminated], "\(statuses)")
  }

  @Test func `a signal is taken from the beginning, and ends the command in order`() async throws {
    let (directory, _) = try await ReportStore.make()
    let watch = try ToolProcess(["watch", "--store", "s", "--since", "0"], in: directory)
    try await watch.waitForLines(1)
    watch.signal(SIGINT)
    let outcome = try await watch.outcome()
    #expect(outcome.status == 130 && outcome.errors.contains("interrupted"), "\(outcome.errors)")
  }
}
