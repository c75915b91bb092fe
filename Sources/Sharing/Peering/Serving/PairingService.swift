package import CivilTime
import Networking
package import Store
import Sync

/// Performs both sides of `peer pair`, given the words: one device waits for the device that knows them, the other
/// finds it and connects. Names and stores the pair.
package actor PairingService {
  private let executor = QueueExecutor("actionitems.sync")
  private let store: ActionItemStore
  private let deviceName: String
  /// The name of the pair here; nil for the other device's own name.
  private let name: String?
  private let wall: @Sendable () -> Timestamp
  private let log: @Sendable (String) -> Void
  private let warn: @Sendable (String) -> Void
  private let patience: Duration
  /// Devices that wait for the words, by the names of their services.
  private var waiting: [String: (name: String, endpoints: [PeerEndpoint])] = [:]
  /// Devices whose problem was already reported.
  private var warned: Set<String> = []

  /// `name` is the name of the pair here, `deviceName` this device's own. `patience` is how long each device may take
  /// to answer.
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

  /// Throws if another pair or remote has the wanted name.
  private func checkName(for device: String? = nil) throws {
    guard let name else { return }
    let pair = try Pairs.list(in: store.folder).pairs.first { $0.name == name }
    if let pair {
      guard let device, pair.device != device else { return }
    } else {
      guard try RemoteState.known(in: store.folder).contains(name) else { return }
    }
    throw Pairs.Failure(
      description:
        "'\(name)' is already the name of a remote or another pair; choose another --name")
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

  /// Waits for another device with the words; returns the pair, which was stored. Throws if the task is cancelled.
  package func run(_ waiting: Waiting, discovers: Bool) async throws -> Pair {
    let discovery = discovers ? discovery(publishing: waiting.port) : nil
    let telling = discovery.map { discovery in Task { await discovery.run() } }
    let result: Result<Pair, any Error>
    do { result = .success(try await first(waiting)) } catch { result = .failure(error) }
    waiting.listener.stop()
    // Withdraws the service from the network.
    telling?.cancel()
    await telling?.value
    return try result.get()
  }

  /// The pair with the first device that has the words.
  private func first(_ waiting: Waiting) async throws -> Pair {
    try await withTaskCancellationHandler {
      for await link in waiting.listener.links {
        do {
          return try await answer(link, waiting.words)
        } catch let error as PeerLinkError {
          // The device has the words, so it may try again.
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
    // Once the other device has the message, it has the pair, and may close before this goodbye.
    try? await link.flush()
    return pair
  }

  /// Finds the device that shows the words, by discovery or at an address, and pairs with it. Returns the pair, which
  /// was stored. Without an address, it searches until the task is cancelled.
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
          // This may be a different pairing, or the words may be mistyped. It is retried either way.
          if warned.insert(device).inserted { warn("\(place.name): \(error)") }
        }
      }
      try await Task.sleep(for: .seconds(1))
    }
  }

  private func follow(_ discovery: ServiceDiscovery) async {
    for await event in discovery.events {
      switch event {
      case .found(let service):
        guard let record = PeerRecord(service), record.isPairing else { continue }
        guard record.device != store.id else {
          if warned.insert(store.id).inserted { warn(PeerRecord.ownIdentity) }
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
        // Checked before the other device stores the pair.
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
    guard case .some(.text(let bytes)) = first else { throw .broken("it sent nothing") }
    return bytes
  }

  private func keep(_ partner: PairingExchange.Partner) throws -> Pair {
    let before = try Pairs.read(partner.device, in: store.folder)
    let name = try name ?? before?.name ?? freeName(partner)
    let pair = Pair(partner, name: name, at: wall(), address: before?.address)
    try Pairs.write(pair, in: store.folder)
    if let before, before.name != name {
      try RemoteState.forget(before.name, in: store.folder)
    }
    return pair
  }

  /// A free name for a remote, made from the device's own name; or the name that the device had before.
  private func freeName(_ partner: PairingExchange.Partner) throws -> String {
    var taken = Set(try Pairs.list(in: store.folder).pairs.map(\.name))
    for name in try RemoteState.known(in: store.folder) {
      // An unreadable remote still occupies its name.
      let address = try? RemoteState.read(name, in: store.folder)?.address
      if address == Pair.address(of: partner.device), !taken.contains(name) { return name }
      taken.insert(name)
    }
    let dash = UInt8(ascii: "-")
    var letters: [UInt8] = []
    for byte in partner.deviceName.utf8.prefix(50) {
      let isPlain = byte < 0x80 && RemoteState.isName("a" + String(UnicodeScalar(byte)))
      if isPlain || letters.last != dash { letters.append(isPlain ? byte : dash) }
    }
    while letters.last == dash { letters.removeLast() }
    var base = String(decoding: letters.drop { $0 == dash }, as: UTF8.self)
    if !RemoteState.isName(base) { base = "peer-" + partner.device.prefix(8) }
    var (name, number) = (base, 1)
    while taken.contains(name) {
      number += 1
      name = "\(base)-\(number)"
    }
    return name
  }

  private func discovery(publishing port: Int?) -> ServiceDiscovery? {
    .peers(
      PeerRecord(device: store.id, deviceName: deviceName, isPairing: true), at: port, log: log)
  }
}
