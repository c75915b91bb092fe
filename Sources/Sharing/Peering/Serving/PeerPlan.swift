import Sync

/// Whom to call when: where devices are, with which of them there is a session, and when a call that failed is tried
/// again.
///
/// A plain state machine without clock, socket or chance of its own; `now` is a time since any fixed moment. Of two
/// devices that find each other the one with the greater id calls; the other does if nothing comes of that. So one
/// call is made where both could, and a device that cannot be reached still reaches others.
struct PeerPlan: Sendable {
  enum Target: Hashable, Sendable {
    case device(String)
    /// Whoever is at an address that a person gave.
    case address(PeerEndpoint)
  }

  struct Call: Hashable, Sendable {
    var target: Target
    var endpoints: [PeerEndpoint]
    /// Who has to answer; nil where that is not known.
    var device: String?
  }

  /// What is to become of a link that stands.
  enum Offer: Hashable, Sendable {
    case take
    /// It takes the place of the session's.
    case replace
    /// Nothing more is wanted of the device, or its session has a better one.
    case refuse
    /// Links of the device replace each other all the time: two machines may have the same store.
    case suspect
  }

  private struct Contact {
    /// By the name of the service that was found.
    var found: [String: [PeerEndpoint]] = [:]
    var device: String?
    /// Whether the address is the pair's own, and not one that was given for this time.
    var isOfPair = false
    var isCalling = false
    var callAt: Duration?
    var backOff: BackOff
  }

  private let own: String
  /// How long the device with the greater id has to call.
  private let courtesy: Duration
  private let random: SessionRandom
  private var contacts: [Target: Contact] = [:]
  private var pairs: Set<String> = []
  /// Devices with a session, and whether the one with the greater id called.
  private var sessions: [String: Bool] = [:]
  /// When links were replaced lately, by device.
  private var replacements: [String: [Duration]] = [:]
  /// Devices that nothing more is wanted of.
  private var done: Set<String> = []

  /// Links of one device that may replace each other within a time.
  private static let mostReplacements = (count: 3, within: Duration.seconds(60))

  init(
    own: String, courtesy: Duration = .seconds(5), random: SessionRandom = SessionRandom()
  ) {
    (self.own, self.courtesy, self.random) = (own, courtesy, random)
  }

  /// Services of one device that are kept, and addresses of each: nobody else is to wait for a device that has more.
  private static let services = 4
  private static let endpoints = 4

  private func contact() -> Contact {
    Contact(backOff: BackOff(shortest: .seconds(1), longest: .seconds(30)))
  }

  // MARK: - What is known

  /// These are the devices that there is a pair with, and where those are that always are there.
  mutating func setPairs(_ known: [String: PeerEndpoint?], _ now: Duration) {
    for device in pairs.subtracting(known.keys) {
      contacts[.device(device)]?.callAt = nil
      for (target, contact) in contacts where contact.device == device {
        guard case .address = target else { continue }
        // An address that was given is tried on: whoever is there may become a pair again.
        if contact.isOfPair {
          contacts[target] = nil
        } else {
          contacts[target]?.device = nil
          contacts[target]?.callAt = now
        }
      }
    }
    for device in Set(known.keys).subtracting(pairs) {
      pairs.insert(device)
      plan(.device(device), now)
    }
    pairs = Set(known.keys)
    for case (let device, let endpoint?) in known {
      for (target, contact) in contacts
      where contact.device == device && contact.isOfPair && target != .address(endpoint) {
        contacts[target] = nil
      }
      add(endpoint, of: device, now)
    }
  }

  /// Somebody is at an address, or a device is.
  mutating func add(_ endpoint: PeerEndpoint, of device: String? = nil, _ now: Duration) {
    if contacts[.address(endpoint)] != nil { return }
    var new = contact()
    (new.device, new.callAt, new.isOfPair) = (device, now, device != nil)
    contacts[.address(endpoint)] = new
  }

  /// A device was found in the network, under a service's name.
  mutating func found(
    _ device: String, as service: String, at endpoints: [PeerEndpoint], _ now: Duration
  ) {
    guard device != own else { return }
    var contact = contacts[.device(device)] ?? contact()
    let endpoints = Array(endpoints.prefix(Self.endpoints))
    guard contact.found[service] != endpoints else { return }
    guard contact.found[service] != nil || contact.found.count < Self.services else { return }
    contact.device = device
    contact.found[service] = endpoints
    contacts[.device(device)] = contact
    plan(.device(device), now)
  }

  mutating func lost(_ service: String) {
    for target in contacts.keys {
      guard contacts[target]?.found.removeValue(forKey: service) != nil,
        let contact = contacts[target], contact.found.isEmpty, case .device = target
      else { continue }
      contacts[target]?.callAt = nil
      if !contact.isCalling { contacts[target] = nil }
    }
  }

  /// The machine has other networks than before: every call is worth a try.
  mutating func networkChanged(_ now: Duration) {
    for target in contacts.keys where contacts[target]?.callAt != nil {
      contacts[target]?.backOff.reset()
      contacts[target]?.callAt = now
    }
  }

  /// Plans a first call, where there is anybody to call.
  private mutating func plan(_ target: Target, _ now: Duration) {
    guard let contact = contacts[target], let device = contact.device, pairs.contains(device),
      !contact.found.isEmpty, !contact.isCalling
    else { return }
    let wait = device < own ? .zero : courtesy
    contacts[target]?.callAt = now + wait
  }

  // MARK: - Calls

  mutating func takeDue(_ now: Duration) -> [Call] {
    var calls: [Call] = []
    for (target, contact) in contacts {
      guard let time = contact.callAt, time <= now, isWanted(target, contact) else { continue }
      contacts[target]?.isCalling = true
      contacts[target]?.callAt = nil
      let endpoints: [PeerEndpoint] =
        switch target {
        case .address(let endpoint): [endpoint]
        case .device: contact.found.sorted { $0.key < $1.key }.flatMap(\.value)
        }
      calls.append(Call(target: target, endpoints: endpoints, device: contact.device))
    }
    return calls
  }

  private func isWanted(_ target: Target, _ contact: Contact) -> Bool {
    guard !contact.isCalling else { return false }
    guard let device = contact.device else { return true }
    return pairs.contains(device) && sessions[device] == nil && !done.contains(device)
      && !contacts.contains { $0.key != target && $0.value.device == device && $0.value.isCalling }
  }

  var nextDeadline: Duration? {
    contacts.compactMap { isWanted($0.key, $0.value) ? $0.value.callAt : nil }.min()
  }

  var isCalling: Bool { contacts.contains { $0.value.isCalling } }

  /// Nobody answered a call, or not who was meant.
  mutating func failed(_ call: Call, _ now: Duration) {
    guard var contact = contacts[call.target] else { return }
    contact.isCalling = false
    if case .device = call.target, contact.found.isEmpty {
      contacts[call.target] = nil
    } else {
      contact.callAt = now + contact.backOff.next(fraction: random.fraction())
      contacts[call.target] = contact
    }
  }

  mutating func answered(_ call: Call, by device: String) {
    contacts[call.target]?.isCalling = false
    contacts[call.target]?.device = device
  }

  // MARK: - Sessions

  /// A link stands with a device; `isOurs` says who has called.
  mutating func offer(_ device: String, isOurs: Bool, _ now: Duration) -> Offer {
    guard pairs.contains(device), !done.contains(device) else { return .refuse }
    let isByGreater = isOurs == (own > device)
    guard let before = sessions[device] else {
      sessions[device] = isByGreater
      return .take
    }
    // Each side may have called: both have to keep the same link.
    if before, !isByGreater { return .refuse }
    let (count, time) = Self.mostReplacements
    let recent = replacements[device, default: []].filter { $0 + time > now }
    if recent.count >= count { return .suspect }
    replacements[device] = recent + [now]
    sessions[device] = isByGreater
    return .replace
  }

  /// A session is over; one that has achieved something counts as well begun.
  mutating func ended(_ device: String, hasWorked: Bool, isDone: Bool, _ now: Duration) {
    sessions[device] = nil
    if isDone { done.insert(device) }
    for (target, contact) in contacts where contact.device == device {
      if case .device = target, contact.found.isEmpty { continue }
      var contact = contact
      if hasWorked { contact.backOff.reset() }
      contact.callAt = now + contact.backOff.next(fraction: random.fraction())
      if device > own, case .device = target {
        contact.callAt = max(contact.callAt ?? now, now + courtesy)
      }
      contacts[target] = contact
    }
  }

  /// Devices that something is still wanted of.
  var open: Set<String> { pairs.subtracting(done) }
}
