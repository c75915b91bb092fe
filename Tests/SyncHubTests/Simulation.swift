import ActionItems
import CivilTime
import Extraction
import FoundationEssentials
import Networking
import Store
import Synchronization
import TestSupport

@testable import Sync

/// Two clients and a hub with real stores, over a simulated network. One step follows the other, in an order that a
/// seed determines. `SharedClock`, below, is the clock of all simulated machines.
final class Simulation {
  private(set) var trouble: StoreTrouble
  var clients: [SimulatedClient] = []
  let hub: SimulatedHub
  /// The number of faults of each kind.
  var counts: [String: Int] { trouble.counts }
  /// All settings made by anyone.
  var ledger: SettingLedger { trouble.ledger }
  private var now: Duration = .zero
  private let directory: TemporaryDirectory

  init(seed: UInt64) async throws {
    trouble = StoreTrouble(seed: seed)
    directory = try TemporaryDirectory()
    let clock = SharedClock()
    hub = try SimulatedHub(directory.path + "/hub", clock, skew: 120_000)
    for (name, skew) in [("a", -180_000), ("b", 300_000)] {
      clients.append(try SimulatedClient(directory.path + "/" + name, clock, skew: skew))
    }
    self.clock = clock
  }

  private let clock: SharedClock

  private func chance(_ percent: Int) -> Bool { trouble.chance(percent) }

  // MARK: - Trouble

  /// Runs a period of random faults.
  func trouble() async throws {
    for _ in 0..<Int.random(in: 5...25, using: &trouble.random) {
      clock.advance(Int.random(in: 0...20, using: &trouble.random))
      let client = clients[Int.random(in: 0..<clients.count, using: &trouble.random)]
      switch Int.random(in: 0..<100, using: &trouble.random) {
      case ..<35: try await edit(client)
      case ..<45:
        note("cuts")
        cut(client)
      case ..<50:
        note("client kills")
        try kill(client)
      case ..<54:
        note("hub kills")
        try killHub()
      case ..<57:
        note("compactions")
        for store in clients.map(\.store) + [hub.store] { try await trouble.ledger.note(store) }
        _ = try await (chance(50) ? client.store : hub.store).compact()
      default: try await step(client)
      }
    }
  }

  private func note(_ what: String) { trouble.note(what) }

  private func edit(_ client: SimulatedClient) async throws {
    try await trouble.change(chance(15) ? hub.store : client.store)
    client.tell(.storeChanged, now)
    hub.storeChanged()
  }

  private func cut(_ client: SimulatedClient) {
    guard let link = client.link else { return }
    // Messages in transit arrive in part, or not at all.
    hub.remove(link.session)
    client.link = nil
    client.tell(.lost(SessionFailure(.transient, "cut")), now)
  }

  private func kill(_ client: SimulatedClient) throws {
    if let link = client.link { hub.remove(link.session) }
    try client.restart()
  }

  private func killHub() throws {
    for client in clients where client.link != nil { cut(client) }
    try hub.restart()
  }

  // MARK: - Going on

  /// Performs one due step somewhere.
  private func step(_ client: SimulatedClient) async throws {
    now += .milliseconds(50)
    if client.core == nil { try client.start(now) }
    client.tell(.timer, now)
    if chance(20) { client.tell(.storeChanged, now) }
    try await settle(client)
    for _ in 0..<Int.random(in: 1...4, using: &trouble.random) { try await deliver(client) }
    if chance(50) { try await commitAtHub(mayDie: true) }
  }

  /// Delivers one message in either direction.
  @discardableResult
  private func deliver(_ client: SimulatedClient, both: Bool = false) async throws -> Bool {
    guard let link = client.link else { return false }
    var hasMoved = false
    if both || chance(50), let bytes = link.toHub.first {
      link.toHub.removeFirst()
      hub.received(bytes, of: link.session)
      try await hub.settle()
      hasMoved = true
    }
    if both || chance(50), let bytes = link.toClient.first {
      link.toClient.removeFirst()
      client.tell(.received([.text(bytes)]), now)
      try await settle(client)
      hasMoved = true
    }
    return hasMoved
  }

  private func commitAtHub(mayDie: Bool) async throws {
    let applied = try await hub.commit()
    if mayDie, applied, chance(10) {
      note("hub kills before acknowledging")
      return try killHub()
    }
    hub.acknowledge()
    try await hub.settle()
  }

  private func settle(_ client: SimulatedClient, mayDie: Bool = true) async throws {
    while case let requests = client.core?.takeRequests() ?? [], !requests.isEmpty {
      for request in requests {
        if mayDie, chance(1) {
          note("client kills within")
          return try kill(client)
        }
        if case .connect = request {
          client.link = hub.connect()
          client.tell(.opened, now)
          try await hub.settle()
        } else {
          if case .drop = request, let link = client.link { hub.remove(link.session) }
          try await client.perform(request, now)
        }
      }
    }
  }

  /// Runs without faults until nothing moves.
  func quiet() async throws {
    for _ in 0..<100_000 {
      var hasMoved = false
      for client in clients {
        now += .milliseconds(1)
        if client.core == nil { try client.start(now) }
        if client.link == nil { now += .milliseconds(200) }
        client.tell(.timer, now)
        client.tell(.storeChanged, now)
        try await settle(client, mayDie: false)
        while try await deliver(client, both: true) { hasMoved = true }
      }
      if try await hub.commit() { hasMoved = true }
      hub.acknowledge()
      hub.storeChanged()
      try await hub.settle()
      let isIdle = clients.allSatisfy { client in
        client.link.map { $0.toHub.isEmpty && $0.toClient.isEmpty } ?? false
      }
      if !hasMoved, isIdle { return }
    }
    throw Restless()
  }

  /// The messages never end.
  struct Restless: Error {}

  // MARK: - Comparing

  /// The differences between the three stores; nil if there are none.
  func difference() async throws -> String? {
    let wanted = try await Self.contents(hub.store)
    for client in clients {
      let found = try await Self.contents(client.store)
      if found != wanted {
        let lines = Set(found).symmetricDifference(wanted).sorted().prefix(6)
        return "\(client.folder.path) differs from the hub:\n" + lines.joined(separator: "\n")
      }
      let state = try RemoteState.read("hub", in: client.folder)
      let end = try await client.store.lastSequence()
      guard state?.checkpoint?.sequence == end else {
        return "\(client.folder.path): checkpoint \(state?.checkpoint?.sequence ?? 0) of \(end)"
      }
    }
    for store in clients.map(\.store) + [hub.store] {
      if let problem = try await ledger.problem(of: store) { return problem }
    }
    return nil
  }

  static func contents(_ store: ActionItemStore) async throws -> [String] {
    try await store.fetch().map { item in
      var item = item
      item.run = nil
      return "\(item)"
    }.sorted()
  }
}

/// A shared clock that each machine reads with its own offset.
final class SharedClock: Sendable {
  private let milliseconds = Mutex(1_767_600_000_000)

  func advance(_ count: Int) { milliseconds.withLock { $0 += count } }

  func time(skew: Int) -> Timestamp {
    let now = milliseconds.withLock { $0 } + skew
    return Timestamp(microseconds: Int64(now) * 1000) ?? .epoch
  }
}
