import ActionItems
import FoundationEssentials
import Store
import Testing

@testable import Sync

/// Stores that sync with each other despite random faults. After a quiet period, all hold the merge of all settings.
/// A person's setting is never lost without a report. `SYNC_ROUNDS` sets the number of rounds. Also the way of a
/// change through the mesh, and `PeerMesh`.
@Suite struct MeshTests {
  static let rounds =
    ProcessInfo.processInfo.environment["SYNC_ROUNDS"].flatMap { Int($0) } ?? 12

  /// Twenty stores take long, so only the long run has them.
  static let sizes: [(String, Int, UInt64, Int)] =
    [("two", 2, 1, 1), ("five", 5, 2, 3)] + (rounds >= 100 ? [("twenty", 20, 3, 10)] : [])

  @Test(arguments: sizes)
  func `stores converge under random faults, and no person's setting is lost`(
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

  @Test func `a new feed of a store replaces the earlier feeds of that store alone`() {
    let mesh = PeerMesh()
    for (place, feed) in ["ab/1", "a/1", "a-b/1", "a/2"].enumerated() {
      mesh.note(feed, upTo: place)
    }
    #expect(mesh.knowledge.places == ["ab/1": 0, "a-b/1": 2, "a/2": 3])
  }

  @Test func `each change reaches every connected peer once`()
    async throws
  {
    let simulation = try await MeshSimulation(seed: 7, nodes: 5, window: 100)
    // Continues until each store knows the sessions of the others.
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

  @Test func `a change is forwarded by the one peer that knows both`() async throws {
    let simulation = try await MeshSimulation(seed: 8, nodes: 3, window: 100)
    try await simulation.quiet()
    try await simulation.cutOff(0, from: 2)
    _ = try await simulation.nodes[0].store.commit([SimulatedClient.outcome("Far", "far")])
    try await simulation.notice(0)
    try await simulation.run()
    #expect(try await simulation.nodes[2].store.fetch().map(\.task) == ["Far"])
  }
}
