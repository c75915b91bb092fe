import CivilTime
import Glibc
import Store
import TestSupport

@testable import Peering

/// A network of machines that each share a store with `peer --follow`, and random faults that a seed determines.
final class PeerTrial {
  private var trouble: StoreTrouble
  /// The time until all stores were equal, for each quiet period.
  private var quietTimes: [Duration] = []
  private let network: PeerNetwork
  private let directory = try? TemporaryDirectory()
  private var stores: [ActionItemStore] = []
  private var processes: [Int: ToolProcess] = [:]
  private var slow: Set<Int> = []

  /// The time limit for all stores to become equal: several of the longest retry delays.
  private static let patience = Duration.seconds(180)

  init(seed: UInt64, machines: Int, _ network: PeerNetwork) async throws {
    trouble = StoreTrouble(seed: seed)
    trouble.isAlone = false
    self.network = network
    for number in 0..<machines {
      stores.append(
        try ActionItemStore(
          folder: try DiskFolder(creating: path(number)), creating: true, now: Timestamp.now))
    }
    for (low, one) in stores.enumerated() {
      for (high, other) in stores.enumerated() where high > low {
        let key = PeerSecret(PeerSecret.randomBytes(PeerSecret.keyBytes))
        try pair(one, with: other, "m\(high)", key)
        try pair(other, with: one, "m\(low)", key)
      }
    }
    for number in stores.indices { try start(number) }
  }

  /// After a failed test, the processes are still running.
  deinit { for process in processes.values { process.signal(SIGKILL) } }

  private func path(_ number: Int) -> String { "\(directory?.path ?? "")/\(number)" }

  private func pair(
    _ store: ActionItemStore, with other: ActionItemStore, _ name: String, _ key: PeerSecret
  ) throws {
    let partner = PairingExchange.Partner(device: other.id, deviceName: name, key: key)
    try Pairs.write(Pair(partner, name: name, at: .now()), in: store.folder)
  }

  // MARK: - Processes

  private func start(_ number: Int) throws {
    processes[number] = try network.start(
      ["peer", "--follow", "--store", path(number), "--device-name", "m\(number)"], on: number)
  }

  /// Ends a process; throws if it already ended.
  private func end(_ number: Int, _ signal: Int32) async throws {
    guard let process = processes.removeValue(forKey: number) else { return }
    process.signal(signal)
    let outcome = try await process.outcome()
    if outcome.status != 128 + signal { throw Ended(machine: number, outcome: outcome) }
  }

  /// Ends all processes; returns their outcomes.
  func stop() async throws -> [ToolProcess.Outcome] {
    for process in processes.values { process.signal(SIGTERM) }
    var ends: [ToolProcess.Outcome] = []
    for (_, process) in processes.sorted(by: { $0.key < $1.key }) {
      ends.append(try await process.outcome())
    }
    processes = [:]
    return ends
  }

  /// A process ended unexpectedly.
  struct Ended: Error {
    let machine: Int
    let outcome: ToolProcess.Outcome
  }

  // MARK: - Trouble

  /// Runs a period of random faults.
  func makeTrouble() async throws {
    for _ in 0..<Int.random(in: 5...20, using: &trouble.random) {
      try await makeOneTrouble()
      // Time passes, and the processes run freely.
      for _ in 0..<Int.random(in: 0...20, using: &trouble.random) { await Pause.short() }
    }
  }

  private func makeOneTrouble() async throws {
    let number = Int.random(in: 0..<stores.count, using: &trouble.random)
    switch Int.random(in: 0..<100, using: &trouble.random) {
    case ..<50: try await edit(number)
    case ..<60:
      trouble.note("cuts")
      try await network.change([.cut(number)])
    case ..<68: try await network.change([.plugIn(number)])
    case ..<76:
      trouble.note("slow cables")
      try await slow(number)
    case ..<82:
      trouble.note("partitions")
      let side = Int.random(in: 1..<(1 << stores.count) - 1, using: &trouble.random)
      try await network.change(stores.indices.map { .move($0, away: side >> $0 & 1 == 1) })
    case ..<88: try await network.change(stores.indices.map { .move($0, away: false) })
    case ..<94:
      trouble.note("kills")
      try await end(number, trouble.chance(70) ? SIGKILL : SIGTERM)
    default: if processes[number] == nil { try start(number) }
    }
  }

  private func edit(_ number: Int) async throws {
    do {
      try await trouble.change(stores[number])
    } catch StoreError.noItem {
      trouble.note("items gone meanwhile")
    }
  }

  private func slow(_ number: Int) async throws {
    let time = Int.random(in: 20...400, using: &trouble.random)
    slow.insert(number)
    try await network.slow(number, true, milliseconds: time)
  }

  // MARK: - Quiet

  /// Repairs the network and waits until all stores are equal; returns the remaining differences, if any.
  func differenceAfterQuiet() async throws -> String? {
    try await network.change(stores.indices.flatMap { [.move($0, away: false), .plugIn($0)] })
    for number in slow { try await network.slow(number, false, milliseconds: 1) }
    slow = []
    for number in stores.indices where processes[number] == nil { try start(number) }
    let (looks, look) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let followers = stores.map { StoreFollower(path: $0.folder.path) { look.yield() } }
    defer { withExtendedLifetime(followers) {} }
    look.yield()
    let start = ContinuousClock.now
    var difference: String?
    for await _ in looks {
      difference = try await trouble.difference(between: stores)
      if difference == nil || .now - start > Self.patience { break }
    }
    quietTimes.append(.now - start)
    return difference
  }

  /// The faults, and the time until all stores were equal.
  var summary: String {
    let times = quietTimes.sorted()
    guard let longest = times.last else { return "" }
    let counts = trouble.counts.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
    return "\(counts.joined(separator: ", ")), netem: \(network.delays); "
      + "equal after \(times[times.count / 2]), at most \(longest)"
  }
}
