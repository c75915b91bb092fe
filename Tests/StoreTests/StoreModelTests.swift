import FoundationEssentials
import Testing

@Suite struct StoreModelTests {
  /// The number of walks; `STORE_WALKS` in the environment asks for more.
  static let walks =
    ProcessInfo.processInfo.environment["STORE_WALKS"].flatMap { UInt64($0) } ?? 100

  @Test func `a store matches a plain model after any operations in any order`()
    async throws
  {
    var counts: [String: Int] = [:]
    for seed in 1...Self.walks {
      var walk = try StoreWalk(seed: seed)
      try await walk.run(steps: Self.walks > 1000 ? 12 : 6)
      counts.merge(walk.counts, uniquingKeysWith: +)
    }
    // Every kind of operation took place at least once.
    for kind in [
      "reopen", "commit", "fail", "edit", "complete", "remove", "save", "undo", "undoRun",
      "compact",
      "purge", "crash", "error", "full", "reset", "refused",
    ] { #expect(counts[kind, default: 0] > 0, "\(kind): \(counts)") }
  }
}
