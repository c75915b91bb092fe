package import Store
package import CivilTime
import Sync
import Networking

/// Makes a pair of this device and another one: one shows the words, the other is told them.
package actor PairingService {
  private let executor = QueueExecutor("actionitems.sync")
  private let store: ActionItemStore
  private let deviceName: String
  /// What the pair is to be called here; nil for what the other device calls itself.
  private let name: String?
  private let wall: @Sendable () -> Timestamp
  private let log: @Sendable (String) -> Void
  private let warn: @Sendable (String) -> Void
  private let patience: Duration
  /// Devices that wait for words, by their services' names.
  private var waiting: [String: (name: String, endpoints: [PeerEndpoint])] = [:]
  /// Of which it was told that the words are not theirs.
  private var told: Set<String> = []

  /// Takes the store, what this device calls itself, and what the other one is to be called here; each may take so long
  /// to answer the other.
  package init(
    store: ActionItemStore, deviceName: String, name: String?, patience: Duration = .seconds(10),
    wall: @escaping @Sendable () -> Timestamp, log: @escaping @Sendable (String) -> Void,
    warn: @escaping @Sendable (String) -> Void
  ) {
    (self.store, self.deviceName, self.name) = (store, deviceName, name)
    (self.wall, self.log, self.warn, self.patience) = (wall, log, warn, patience)
  }

  package nonisolated var unownedExecutor: UnownedSerialExecutor {
    executor.asUnownedSerialExecutor()
  }

  /// Throws where the pair cannot have the name that it is to have: a destination has it already.
  private func checkName(for device: String? = nil) throws {
    guard let name else { return }
    let pair = try Pairs.list(in: store.folder).pairs.first { $0.name == name }
    if let pair {
      guard let device, pair.device != device else { return }
    } else {
      guard try DestinationState.known(in: store.folder).contains(name) else { return }
    }
    throw Pairs.Failure(
      description: "'\(name)' is a destination or another pair already; choose another --name")
  }

  /// A device that waits for another one with its words.
  package struct Waiting: Sendable {
    package var port: Int { listener.port }
    fileprivate let listener: PeerListener
    fileprivate let words: PairingWords
  }

  package func wait(
    for words: PairingWords, address: String?, port: Int
  ) throws -> Waiting {
    try checkName()
    let secret = words.secret
    var limits = PeerListener.Limits()
    limits.greeting = patience
    let listener = try PeerListener(
      as: store.id, port: port, address: address, limits: limits,
      secrets: { _, purpose in purpose == .pairing ? secret : nil }, report: warn)
    return Waiting(listener: listener, words: words)
  }

  /// Waits until another device has come with the words; returns the pair, which is kept. A cancelled task throws.
  package func run(_ waiting: Waiting, discovers: Bool) async throws -> Pair {
    let discovery = discovers ? discovery(publishing: waiting.port) : nil
    let telling = discovery.map { discovery in Task { await discovery.run() } }
    let result: Result<Pair, any Error>
    do { result = .success(try await first(waiting)) } catch { result = .failure(error) }
    waiting.listener.stop()
    // Others are told that nobody waits any more.
    telling?.cancel()
    await telling?.value
    return try result.get()
  }

  /// The pair with the first device that comes with the words.
  private func first(_ waiting: Waiting) async throws -> Pair {
    try await withTaskCancellationHandler {
      for await link in waiting.listener.links {
        do {
          return try await answer(link, waiting.words)
        } catch let error as PeerLinkError {
          // Whoever it was has the words, and may come again.
          log("\(error)")
        }
      }
      throw CancellationError()
    } onCancel: {
      waiting.listener.stop()
    }
  }

  private func answer(_ link: PeerLink, _ words: PairingWords) async throws -> Pair {
    let exchange = PairingExchange(link.greeting, words: words, deviceName: deviceName)
    let partner = try exchange.partner(try await text(from: link))
    let pair = try keep(partner)
    link.send(text: exchange.message)
    try await link.flush()
    link.close()
    // Who has the message has the pair, and may be gone before this goodbye.
    try? await link.flush()
    return pair
  }

  /// Finds the device that shows the words, in the network or at an address, and makes a pair with it; returns the
  /// pair, which is kept. Goes on until the task is cancelled, unless an address was given.
  package func join(_ words: PairingWords, at address: PeerEndpoint?) async throws -> Pair {
    try checkName()
    if let address { return try await ask(at: [address], words) }
    guard let discovery = discovery(publishing: nil) else { throw CancellationError() }
    let looking = Task { await discovery.run() }
    let found = Task { await follow(discovery) }
    defer {
      looking.cancel()
      found.cancel()
    }
    while true {
      for (device, place) in waiting {
        do {
          return try await ask(at: place.endpoints, words)
        } catch let error as PeerLinkError {
          try Task.checkCancellation()
          // Another one may be meant, or the words were mistyped there; it is tried again all the same.
          if told.insert(device).inserted { warn("\(place.name): \(error)") }
        }
      }
      try await Task.sleep(for: .seconds(1))
    }
  }

  private func follow(_ discovery: DiscoveryLoop) async {
    for await event in discovery.events {
      switch event {
      case .found(let service):
        guard let record = PeerRecord(service), record.isPairing else { continue }
        guard record.device != store.id else {
          if told.insert(service.name).inserted { warn(PeerRecord.ownIdentity(record.deviceName)) }
          continue
        }
        log("\(record.deviceName) waits for words")
        waiting[service.name] = (record.deviceName, Array(service.endpoints.prefix(4)))
      case .lost(let name): waiting[name] = nil
      case .problem(let text): warn(text)
      case .published, .networkChanged: break
      }
    }
  }

  private func ask(at endpoints: [PeerEndpoint], _ words: PairingWords) async throws -> Pair {
    var failure = PeerLinkError.cancelled
    for endpoint in endpoints {
      do {
        let link = try await PeerLink.connect(
          to: endpoint, as: store.id, for: .pairing, peer: nil,
          secrets: { _, _ in words.secret }, within: patience)
        // Before the other device keeps its half.
        try checkName(for: link.greeting.peer)
        let exchange = PairingExchange(link.greeting, words: words, deviceName: deviceName)
        link.send(text: exchange.message)
        try await link.flush()
        return try keep(try exchange.partner(try await text(from: link)))
      } catch let error as PeerLinkError {
        failure = error
      }
    }
    throw failure
  }

  private func text(from link: PeerLink) async throws(PeerLinkError) -> [UInt8] {
    let limit = Task.after(patience) { link.drop() }
    defer { limit.cancel() }
    let first = try await link.receive().first
    guard case .some(.text(let bytes)) = first else { throw .broken("it said nothing") }
    return bytes
  }

  private func keep(_ partner: PairingExchange.Partner) throws -> Pair {
    let before = try Pairs.read(partner.device, in: store.folder)
    let name = try name ?? before?.name ?? freeName(partner)
    let pair = Pair(partner, name: name, at: wall(), address: before?.address)
    try Pairs.write(pair, in: store.folder)
    if let before, before.name != name {
      try DestinationState.forget(before.name, in: store.folder)
    }
    return pair
  }

  /// A destination's name that is not taken, made of what a device calls itself; the one that the device had before.
  private func freeName(_ partner: PairingExchange.Partner) throws -> String {
    var taken = Set(try Pairs.list(in: store.folder).pairs.map(\.name))
    for name in try DestinationState.known(in: store.folder) {
      // One that cannot be read has its name all the same.
      let address = try? DestinationState.read(name, in: store.folder)?.address
      if address == Pair.address(of: partner.device), !taken.contains(name) { return name }
      taken.insert(name)
    }
    let dash = UInt8(ascii: "-")
    var letters: [UInt8] = []
    for byte in partner.deviceName.utf8.prefix(50) {
      let isPlain = byte < 0x80 && DestinationState.isName("a" + String(UnicodeScalar(byte)))
      if isPlain || letters.last != dash { letters.append(isPlain ? byte : dash) }
    }
    while letters.last == dash { letters.removeLast() }
    var base = String(decoding: letters.drop { $0 == dash }, as: UTF8.self)
    if !DestinationState.isName(base) { base = "peer-" + partner.device.prefix(8) }
    var (name, number) = (base, 1)
    while taken.contains(name) {
      number += 1
      name = "\(base)-\(number)"
    }
    return name
  }

  private func discovery(publishing port: Int?) -> DiscoveryLoop? {
    .peers(
      PeerRecord(device: store.id, deviceName: deviceName, isPairing: true), at: port, log: log)
  }
}
