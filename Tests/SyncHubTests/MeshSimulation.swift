import ActionItems
import CivilTime
import Encoding
import Networking
import Store
import TestSupport

@testable import Sync

/// Several stores that sync with each other over a simulated network. One step follows the other, in an order that a
/// seed determines.
final class MeshSimulation {
  /// The source of random edits and faults, and what each store must hold in the end.
  private(set) var trouble: StoreTrouble
  private(set) var nodes: [Node] = []
  /// Pairs that currently cannot reach each other.
  private var cut: Set<Pair> = []
  private var now: Duration = .zero
  private let clock = SharedClock()
  private let directory: TemporaryDirectory
  /// The most changes that a store sends before the other one has acknowledged some.
  private let window: Int
  /// The number of changes sent between each pair.
  private(set) var passes: [Pair: Int] = [:]

  /// Two nodes, by number.
  struct Pair: Hashable {
    var low: Int
    var high: Int

    init(_ one: Int, _ other: Int) { (low, high) = (min(one, other), max(one, other)) }
  }

  /// A machine with a store on disk; a kill leaves nothing else.
  final class Node {
    let folder: DiskFolder
    let wall: @Sendable () -> Timestamp
    fileprivate(set) var store: ActionItemStore
    fileprivate var mesh = PeerMesh()
    fileprivate var ends: [Int: End] = [:]

    init(_ path: String, _ clock: SharedClock, skew: Int) throws {
      folder = try DiskFolder(creating: path)
      wall = { clock.time(skew: skew) }
      store = try ActionItemStore(folder: folder, creating: true, now: wall)
    }
  }

  /// One side of a session between two nodes.
  fileprivate struct End {
    var core: RemoteSync
    var outbox: ChangeReader
    var incoming: [[UInt8]] = []
  }

  init(seed: UInt64, nodes count: Int, window: Int = 6) async throws {
    trouble = StoreTrouble(seed: seed)
    directory = try TemporaryDirectory()
    self.window = window
    for number in 0..<count {
      let skew = Int.random(in: -300_000...300_000, using: &trouble.random)
      nodes.append(try Node("\(directory.path)/\(number)", clock, skew: skew))
    }
  }

  private var pairs: [Pair] {
    nodes.indices.flatMap { low in (low + 1..<nodes.count).map { Pair(low, $0) } }
  }

  private func isConnected(_ pair: Pair) -> Bool { nodes[pair.low].ends[pair.high] != nil }

  // MARK: - Trouble

  /// Runs a period of random faults.
  func makeTrouble() async throws {
    for _ in 0..<Int.random(in: 10...60, using: &trouble.random) {
      clock.advance(Int.random(in: 0...20, using: &trouble.random))
      let number = Int.random(in: 0..<nodes.count, using: &trouble.random)
      guard let pair = pairs.randomElement(using: &trouble.random) else { return }
      switch Int.random(in: 0..<100, using: &trouble.random) {
      case ..<20: try await edit(number)
      case ..<24:
        trouble.note("cuts")
        cut.insert(pair)
        try await disconnect(pair)
      case ..<30: cut.remove(pair)
      case ..<33:
        trouble.note("lost connections")
        try await disconnect(pair)
      case ..<36:
        trouble.note("kills")
        try await kill(number)
      case ..<38:
        trouble.note("partitions")
        let side = Int.random(in: 1..<(1 << nodes.count) - 1, using: &trouble.random)
        for pair in pairs where side >> pair.low & 1 != side >> pair.high & 1 {
          cut.insert(pair)
          try await disconnect(pair)
        }
      case ..<40:
        trouble.note("compactions")
        try await trouble.ledger.note(nodes[number].store)
        _ = try await nodes[number].store.compact()
      default: try await step(pair)
      }
    }
  }

  /// Makes a random change at a node.
  func edit(_ number: Int) async throws {
    try await trouble.change(nodes[number].store)
    try await notice(number)
  }

  /// Notifies the sessions of a node that its store has changed.
  func notice(_ number: Int) async throws {
    for other in nodes[number].ends.keys.sorted() {
      tell(number, other, .storeChanged)
      try await settle(number, other)
    }
  }

  private func kill(_ number: Int) async throws {
    for other in nodes[number].ends.keys.sorted() {
      nodes[number].ends[other] = nil
      try await drop(other, number)
    }
    nodes[number].mesh = PeerMesh()
    nodes[number].store = try ActionItemStore(
      folder: nodes[number].folder, creating: false, now: nodes[number].wall)
  }

  /// Drops a connection; both sides notice.
  private func disconnect(_ pair: Pair) async throws {
    try await drop(pair.low, pair.high)
    try await drop(pair.high, pair.low)
  }

  private func drop(_ number: Int, _ other: Int) async throws {
    guard var end = nodes[number].ends.removeValue(forKey: other) else { return }
    end.core.handle(.stop, now, at: nodes[number].wall())
    for case .save(let state) in end.core.takeRequests() {
      try state.write("peer\(other)", in: nodes[number].folder)
    }
  }

  // MARK: - Going on

  private func connect(_ pair: Pair) async throws {
    for (number, other) in [(pair.low, pair.high), (pair.high, pair.low)] {
      let node = nodes[number]
      let name = "peer\(other)"
      let state = try RemoteState.read(name, in: node.folder) ?? RemoteState()
      var session = SessionSettings(deviceID: node.store.id)
      session.peer = .init(id: nodes[other].store.id, ownName: name)
      session.maximumAttempts = 1
      var settings = RemoteSync.Settings(name: name, mode: .follow, session: session)
      settings.outbox.window = window
      settings.savingInterval = .milliseconds(200)
      settings.mesh = node.mesh
      let core = RemoteSync(settings: settings, store: node.store.id, state: state)
      let outbox = try ChangeReader(
        folder: node.folder, after: state.checkpoint, except: state.origin(of: name))
      node.ends[other] = End(core: core, outbox: outbox)
      tell(number, other, .start)
    }
    for (number, other) in [(pair.low, pair.high), (pair.high, pair.low)] {
      tell(number, other, .opened)
      try await settle(number, other)
    }
  }

  private func step(_ pair: Pair) async throws {
    now += .milliseconds(50)
    if !isConnected(pair) {
      if !cut.contains(pair) { try await connect(pair) }
      return
    }
    for (number, other) in [(pair.low, pair.high), (pair.high, pair.low)] {
      if trouble.chance(20) { tell(number, other, .storeChanged) }
      try await tick(number, other)
      for _ in 0..<Int.random(in: 0...4, using: &trouble.random) {
        try await deliver(other, number)
      }
    }
  }

  private func tick(_ number: Int, _ other: Int) async throws {
    tell(number, other, .timer)
    try await settle(number, other)
  }

  /// Reports an event to one side of a session.
  private func tell(_ number: Int, _ other: Int, _ event: SyncEvent) {
    nodes[number].ends[other]?.core.handle(event, now, at: nodes[number].wall())
  }

  /// Carries one message to a node from another.
  @discardableResult
  private func deliver(_ number: Int, _ other: Int) async throws -> Bool {
    guard let end = nodes[number].ends[other], let bytes = end.incoming.first else { return false }
    nodes[number].ends[other]?.incoming.removeFirst()
    tell(number, other, .received([.text(bytes)]))
    try await settle(number, other)
    return true
  }

  private func settle(_ number: Int, _ other: Int) async throws {
    let node = nodes[number]
    while case let requests = node.ends[other]?.core.takeRequests() ?? [], !requests.isEmpty {
      for request in requests { try await perform(request, number, other) }
    }
  }

  private func perform(
    _ request: SyncRequest, _ number: Int, _ other: Int
  ) async throws {
    let node = nodes[number]
    if let ending = node.ends[other]?.core.ending {
      throw SimulatedClient.Unexpected(ending: ending)
    }
    switch request {
    case .connect, .close, .log, .keepSent, .exchange: break
    case .warn(let sentence): throw SimulatedHub.Unexpected(sentence: sentence)
    case .send(let bytes), .sendPlainly(let bytes):
      let frame = try SyncFrame(parsing: bytes)
      passes[Pair(number, other), default: 0] += Self.items([frame])
      nodes[other].ends[number]?.incoming.append(bytes)
    case .drop: break
    case .fetch(let limit):
      guard let entries = try node.ends[other]?.outbox.next(limit),
        let place = node.ends[other]?.outbox.position
      else { return }
      tell(number, other, .fetched(entries, upTo: place, isAtEnd: entries.count < limit))
    case .fetchItems(let ids):
      tell(number, other, .fetchedItems(try await node.store.changes(ofItems: ids)))
    case .rewind(let place, let origin):
      node.ends[other]?.outbox = try ChangeReader(folder: node.folder, after: place, except: origin)
    case .check(let place): _ = try ChangeReader(folder: node.folder, after: place)
    case .apply(let versions):
      tell(number, other, .applied(try await node.store.merge(versions)))
      // The other sessions notice the change themselves.
      for third in node.ends.keys.sorted() where third != other {
        tell(number, third, .storeChanged)
        try await settle(number, third)
      }
    case .save(let state): try state.write("peer\(other)", in: node.folder)
    }
  }

  /// Runs without faults until nothing moves.
  func quiet() async throws {
    cut = []
    try await run()
  }

  /// Runs the other nodes until nothing moves while one stays away; returns the differences between them.
  func differenceWithout(_ away: Int) async throws -> String? {
    cut = []
    for other in nodes.indices where other != away { try await cutOff(away, from: other) }
    try await run()
    return try await difference(without: away)
  }

  /// Separates two nodes.
  func cutOff(_ number: Int, from other: Int) async throws {
    cut.insert(Pair(number, other))
    try await disconnect(Pair(number, other))
  }

  /// Runs until nothing moves.
  func run() async throws {
    for pair in pairs where !isConnected(pair) && !cut.contains(pair) { try await connect(pair) }
    for number in nodes.indices { try await notice(number) }
    for _ in 0..<10_000 {
      now += .milliseconds(500)
      var hasMoved = false
      for pair in pairs {
        for (number, other) in [(pair.low, pair.high), (pair.high, pair.low)] {
          try await tick(number, other)
          while try await deliver(other, number) { hasMoved = true }
        }
      }
      // Work that waits for a session's timeout continues later.
      if !hasMoved, pairs.allSatisfy({ cut.contains($0) || isSettled($0) }) { return }
    }
    throw Simulation.Restless()
  }

  private func isSettled(_ pair: Pair) -> Bool {
    [(pair.low, pair.high), (pair.high, pair.low)].allSatisfy { number, other in
      guard let end = nodes[number].ends[other] else { return false }
      return end.incoming.isEmpty
        && end.core.state.checkpoint?.sequence ?? 0 == end.outbox.position.sequence
    }
  }

  // MARK: - Comparing

  /// The differences between the stores, or nil if there are none. With `away`, that store is left out, and its own
  /// settings are not required.
  func difference(without away: Int? = nil) async throws -> String? {
    let others = nodes.indices.filter { $0 != away }.map { nodes[$0].store }
    return try await trouble.difference(between: others, looksForLosses: away == nil)
  }

  /// The number of items in frames.
  static func items(_ frames: [SyncFrame]) -> Int {
    frames.reduce(0) { count, frame in
      count + (frame.type == "batch" ? frame.payloadValue["messages"]?.array?.count ?? 0 : 0)
        + (frame.type.hasPrefix("item.") ? 1 : 0)
    }
  }
}
