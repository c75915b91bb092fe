import ActionItems
import FoundationEssentials
import Store
import Testing

/// Stores that are each other's peers, with edits by persons and models, cuts, partitions and kills at random: after
/// quiet all hold the same, which is what all settings come to, and no person's setting was lost without being told of.
///
/// `SYNC_ROUNDS` sets how many rounds there are.
@Suite struct MeshTests {
  static let rounds =
    ProcessInfo.processInfo.environment["SYNC_ROUNDS"].flatMap { Int($0) } ?? 12

  /// Twenty take long: they are for the long run.
  static let sizes: [(String, Int, UInt64, Int)] =
    [("two", 2, 1, 1), ("five", 5, 2, 3)] + (rounds >= 100 ? [("twenty", 20, 3, 10)] : [])

  @Test(arguments: sizes)
  func `whatever happens, all end with the same, and nothing of a person is lost`(
    name: String, nodes: Int, seed: UInt64, share: Int
  ) async throws {
    let simulation = try await MeshSimulation(seed: seed, nodes: nodes)
    for round in 0..<(Self.rounds + share - 1) / share {
      try await simulation.makeTrouble()
      var difference: String?
      if nodes > 2, round % 2 == 1 {
        difference = try await simulation.differenceWithout(round % nodes).map { "away: " + $0 }
      }
      try await simulation.quiet()
      if difference == nil { difference = try await simulation.difference() }
      guard difference == nil else {
        Issue.record("\(name), round \(round): \(difference ?? "")")
        return
      }
    }
    if Self.rounds > 100 { print("\(name): \(simulation.trouble.counts)") }
  }

  @Test func `among peers that are all connected a change passes to each of them once`()
    async throws
  {
    let simulation = try await MeshSimulation(seed: 7, nodes: 5, window: 100)
    // Until each has heard with whom the others are in session.
    for _ in 0..<5 { try await simulation.quiet() }
    for number in 0..<5 {
      let names = ["north", "south", "east", "west", "middle"]
      try await StoreOnDisk.add(10, names[number], to: simulation.nodes[number].store)
      try await simulation.notice(number)
    }
    try await simulation.quiet()
    #expect(try await simulation.difference() == nil)
    #expect(simulation.passes.values.reduce(0, +) == 50 * 4)
  }

  @Test func `a change goes on over the one peer that knows both`() async throws {
    let simulation = try await MeshSimulation(seed: 8, nodes: 3, window: 100)
    try await simulation.quiet()
    try await simulation.cutOff(0, from: 2)
    _ = try await simulation.nodes[0].store.commit([SimulatedClient.outcome("Far", "far")])
    try await simulation.notice(0)
    try await simulation.run()
    #expect(try await simulation.nodes[2].store.fetch().map(\.task) == ["Far"])
  }
}
