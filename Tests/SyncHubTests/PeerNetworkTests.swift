import FoundationEssentials
import Glibc
import TestSupport
import Testing

/// The tool itself on machines of one network, with random faults of cables and processes. The machines find each
/// other. After a quiet period, all lists are equal, and no person's setting is lost. `PEER_ROUNDS` sets the number
/// of rounds; only the long run has five and twenty machines.
@Suite(
  .serialized,
  .enabled("root and namespaces", { await PeerNetwork.isPossible.value }))
struct PeerNetworkTests {
  static let rounds = ProcessInfo.processInfo.environment["PEER_ROUNDS"].flatMap { Int($0) } ?? 6

  /// The number of machines, and their share of the rounds.
  static let sizes: [(Int, UInt64, Int)] =
    [(2, 1000, 2)] + (rounds >= 100 ? [(5, 2000, 3), (20, 3000, 6)] : [])

  @Test(arguments: sizes)
  func `machines converge under random faults, and no person's setting is lost`(
    machines: Int, seed: UInt64, share: Int
  ) async throws {
    let rounds = Self.rounds / share
    for first in stride(from: 0, to: rounds, by: 10) {
      let seed = seed + UInt64(first)
      try await PeerNetwork.with(machines: machines) { network in
        let trial = try await PeerTrial(seed: seed, machines: machines, network)
        var problem: String?
        for _ in first..<min(first + 10, rounds) where problem == nil {
          try await trial.makeTrouble()
          problem = try await trial.differenceAfterQuiet()
        }
        let ends = try await trial.stop()
        if ends.contains(where: { $0.status != 128 + SIGTERM }) { problem = problem ?? "one ended" }
        if let problem {
          let said = ends.map { "\($0.status): \($0.errors)" }.joined(separator: "\n")
          Issue.record("\(machines) machines, seed \(seed): \(problem)\n\(said)")
        }
        print("\(machines) machines, seed \(seed): \(trial.summary)")
      }
    }
  }
}
