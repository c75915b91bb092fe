import FoundationEssentials
import Testing

@Suite struct StoreModelTests {
  /// Set to a number for a long run of so many walks.
  static let walks =
    ProcessInfo.processInfo.environment["STORE_WALKS"].flatMap { UInt64($0) } ?? 100

  @Test func `whatever is done in whatever order, a store holds what a plain model holds`()
    async throws
  {
    var counts: [String: Int] = [:]
    for seed in 1...Self.walks {
      var walk = try StoreWalk(seed: seed)
      try await walk.run(steps: Self.walks > 1000 ? 12 : 6)
      counts.merge(walk.counts, uniquingKeysWith: +)
    }
    // Everything has happened, and was not merely refused.
    for kind in [
      "reopen", "commit", "fail", "edit", "complete", "remove", "save", "undo", "undoRun",
      "compact",
      "purge", "crash", "error", "full", "reset", "refused",
    ] { #expect(counts[kind, default: 0] > 0, "\(kind): \(counts)") }
  }
}
