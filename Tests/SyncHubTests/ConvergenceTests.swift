import FoundationEssentials
import TestSupport
import Testing

/// Two stores and a hub, with edits by people and models, and with random disconnects and kills. After a quiet
/// period, all three hold the same state: the merge of all settings. A person's setting is never lost without a
/// report. `SYNC_ROUNDS` sets the number of rounds.
@Suite struct ConvergenceTests {
  static let rounds =
    ProcessInfo.processInfo.environment["SYNC_ROUNDS"].flatMap { Int($0) } ?? 12

  @Test(arguments: [1, 2, 3] as [UInt64])
  func `stores converge under random faults, and nothing acknowledged is lost`(
    seed: UInt64
  ) async throws {
    let simulation = try await Simulation(seed: seed)
    for round in 0..<(Self.rounds + 2) / 3 {
      try await simulation.trouble()
      try await simulation.quiet()
      let difference = try await simulation.difference()
      guard difference == nil else {
        Issue.record("seed \(seed), round \(round): \(difference ?? "")")
        return
      }
    }
    let conflicts = simulation.clients.map { $0.conflicts }
    if Self.rounds > 100 {
      print(
        "seed \(seed): conflicts \(conflicts), \(simulation.counts), \(simulation.ledger.count)")
    }
  }
}
