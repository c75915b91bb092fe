import Sync

/// Decides for `PeerService` when to call which device, when to retry, and whether to take a new connection (`offer`).
/// It knows the addresses and sessions of the devices.
///
/// It has no clock and no socket; `now` is a time since any fixed moment. If two devices find each other, the one with
/// the greater id calls. The other calls only if no call arrives. So there is one call instead of two, and a device
/// that cannot be reached still reaches others.
struct PeerPlan: Sendable {
  /// The target of a call: a paired device, or an address.
  enum Target: Hashable, Sendable {
    case device(String)
    /// Any device at an address that a person gave.
    case address(PeerEndpoint)
  }

  /// A call to make: the addresses to try, in order.
  struct Call: Hashable, Sendable {
    var target: Target
    var endpoints: [PeerEndpoint]
    /// The device that has to answer; nil if unknown.
    var device: String?
  }

  /// The decision about a new connection.
  enum Offer: Hashable, Sendable {
    case take
    /// The new connection replaces that of the session.
    case replace
    /// The device is not wanted any more, or its session has a better connection.
    case refuse
    /// Connections of the device keep replacing each other: two machines may have copies of one store.
    case suspect
  }

  /// A target, with its addresses and calls.
  private struct Contact {
    /// The discovered addresses of the device, by the name of its service.
    var found: [String: [PeerEndpoint]] = [:]
    var device: String?
    /// Whether the address is stored with the pair; otherwise it was given for this run only.
    var isOfPair = false
    var isCalling = false
    var callAt: Duration?
    var backOff: BackOff
  }

  private let own: String
  /// How long to wait for the call of a device with the greater id.
  private let courtesy: Duration
  private let random: SessionRandom
  private var contacts: [Target: Contact] = [:]
  private var pairs: Set<String> = []
  /// Devices with a session, and whether the device with the greater id called.
  private var sessions: [String: Bool] = [:]
  /// The times of recent replacements, by device.
  private var replacements: [String: [Duration]] = [:]
  /// Devices that are finished.
  private var done: Set<String> = []

  /// How many connections of a device may replace each other within a time.
  private static let mostReplacements = (count: 3, within: Duration.seconds(60))

  init(
    own: String, courtesy: Duration = .seconds(5), random: SessionRandom = SessionRandom()
  ) {
    (self.own, self.courtesy, self.random) = (own, courtesy, random)
  }

  /// The limit of services of a device, so that a device with many does not delay others.
  private static let services = 4
  /// The limit of addresses of each service.
  private static let endpoints = 4

  private func contact() -> Contact {
    Contact(backOff: BackOff(shortest: .seconds(1), longest: .seconds(30)))
  }

  // MARK: - Devices

  /// Sets the paired devices, with their fixed addresses if any.
  mutating func setPairs(_ known: [String: PeerEndpoint?], _ now: Duration) {
    for device in pairs.subtracting(known.keys) {
      contacts[.device(device)]?.callAt = nil
      for (target, contact) in contacts where contact.device == device {
        guard case .address = target else { continue }
        // Keeps calling a given address, because the device there may be paired again.
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

  /// Adds an address, of a given device or of any.
  mutating func add(_ endpoint: PeerEndpoint, of device: String? = nil, _ now: Duration) {
    if contacts[.address(endpoint)] != nil { return }
    var new = contact()
    (new.device, new.callAt, new.isOfPair) = (device, now, device != nil)
    contacts[.address(endpoint)] = new
  }

  /// Adds a device that was discovered, under the name of its service.
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

  /// Retries all calls at once, since the networks have changed.
  mutating func networkChanged(_ now: Duration) {
    for target in contacts.keys where contacts[target]?.callAt != nil {
      contacts[target]?.backOff.reset()
      contacts[target]?.callAt = now
    }
  }

  /// Plans a first call if the device is paired and has an address.
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

  /// Notes that a call was not answered, or not by the wanted device.
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

  /// Decides about a new connection with a device; `isOurs` says whether this side called.
  mutating func offer(_ device: String, isOurs: Bool, _ now: Duration) -> Offer {
    guard pairs.contains(device), !done.contains(device) else { return .refuse }
    let isByGreater = isOurs == (own > device)
    guard let before = sessions[device] else {
      sessions[device] = isByGreater
      return .take
    }
    // Both sides may have called, and have to keep the same connection.
    if before, !isByGreater { return .refuse }
    let (count, time) = Self.mostReplacements
    let recent = replacements[device, default: []].filter { $0 + time > now }
    if recent.count >= count { return .suspect }
    replacements[device] = recent + [now]
    sessions[device] = isByGreater
    return .replace
  }

  /// Notes the end of a session. With `hasWorked`, resets the delay of retries.
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

  /// Devices that are not finished yet.
  var open: Set<String> { pairs.subtracting(done) }
}
