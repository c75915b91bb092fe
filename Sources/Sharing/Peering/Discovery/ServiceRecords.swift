/// The DNS records of the published service on one link, by `RecordKinds`, and the rules for answers and conflicts.
struct ServiceRecords: Sendable {
  let type: DNSName
  let port: UInt16
  let text: [UInt8]
  let instance: DNSName
  let host: DNSName
  /// Addresses of 4 or 16 bytes.
  let addresses: [[UInt8]]

  /// The TTL in seconds of records with a host's name in them (RFC 6762, 10).
  static let hostTime: UInt32 = 120
  /// The TTL in seconds of all other records.
  static let usualTime: UInt32 = 4_500

  static func ttl(of kinds: RecordKinds) -> UInt32 {
    kinds.isDisjoint(with: [.enumeration, .pointer, .text]) ? hostTime : usualTime
  }

  func records(_ kinds: RecordKinds) -> [DNSRecord] {
    kinds.places.flatMap { recordSet(RecordKinds(place: $0)) }
  }

  private func recordSet(_ kind: RecordKinds) -> [DNSRecord] {
    let ttl = Self.ttl(of: kind)
    switch kind {
    case .enumeration:
      return [DNSRecord(name: ServiceType.enumeration, content: .pointer(type), ttl: ttl)]
    case .pointer: return [DNSRecord(name: type, content: .pointer(instance), ttl: ttl)]
    case .service:
      return [unique(instance, .service(priority: 0, weight: 0, port: port, host: host), ttl)]
    case .text: return [unique(instance, .text(text), ttl)]
    case .addresses4, .addresses6:
      let length = kind == .addresses4 ? 4 : 16
      return addresses.filter { $0.count == length }.map { unique(host, .address($0), ttl) }
    case .instanceEnd:
      let types = [DNSType.text, DNSType.service]
      return [unique(instance, .existence(next: instance, types: types), ttl)]
    default:
      var types: [UInt16] = []
      if addressKinds.contains(.addresses4) { types.append(DNSType.address4) }
      if addressKinds.contains(.addresses6) { types.append(DNSType.address6) }
      return [unique(host, .existence(next: host, types: types), ttl)]
    }
  }

  private func unique(_ name: DNSName, _ content: DNSRecord.Content, _ ttl: UInt32) -> DNSRecord {
    DNSRecord(name: name, content: content, ttl: ttl, isUnique: true)
  }

  private var addressKinds: RecordKinds {
    var kinds: RecordKinds = []
    for address in addresses { kinds.formUnion(address.count == 4 ? .addresses4 : .addresses6) }
    return kinds
  }

  /// The record sets that answer a question (RFC 6762, 6). For our unique names, the negative answer too (6.1).
  func kinds(answering question: DNSQuestion) -> RecordKinds {
    let (name, asked) = (question.name, question.type)
    if name == ServiceType.enumeration || name == type {
      guard asked == DNSType.pointer || asked == DNSType.any else { return [] }
      return name == type ? .pointer : .enumeration
    }
    if name == instance {
      switch asked {
      case DNSType.service: return .service
      case DNSType.text: return .text
      case DNSType.any: return [.service, .text]
      default: return .instanceEnd
      }
    }
    guard name == host else { return [] }
    switch asked {
    case DNSType.address4 where addressKinds.contains(.addresses4): return .addresses4
    case DNSType.address6 where addressKinds.contains(.addresses6): return .addresses6
    case DNSType.any: return addressKinds
    default: return .hostEnd
    }
  }

  /// The record sets that the asker will need next (RFC 6763, 12).
  func further(_ kinds: RecordKinds) -> RecordKinds {
    var further: RecordKinds = []
    if kinds.contains(.pointer) { further.formUnion([.service, .text]) }
    if !kinds.isDisjoint(with: [.pointer, .service, .addresses4, .addresses6]) {
      further.formUnion(addressKinds)
      if addressKinds != [.addresses4, .addresses6] { further.insert(.hostEnd) }
    }
    return further.subtracting(kinds)
  }

  /// The record sets that the asker already has with at least half of their TTL (RFC 6762, 7.1).
  func known(_ answers: [DNSRecord], of kinds: RecordKinds) -> RecordKinds {
    var known: RecordKinds = []
    if answers.isEmpty { return known }
    for place in kinds.places {
      let kind = RecordKinds(place: place)
      let isKnown = recordSet(kind).allSatisfy { record in
        answers.contains {
          $0.ttl >= record.ttl / 2 && $0.name == record.name && $0.content == record.content
        }
      }
      if isKnown { known.formUnion(kind) }
    }
    return known
  }

  /// The record set of ours that a response withdraws, or sends with less than half of its TTL; nil for other records.
  func kind(denied record: DNSRecord) -> RecordKinds? {
    guard record.ttl < Self.usualTime / 2,
      record.name == type || record.name == instance || record.name == host
    else { return nil }
    for place in RecordKinds.announced.places {
      for own in recordSet(RecordKinds(place: place))
      where own.name == record.name && own.content == record.content
        && record.ttl < own.ttl / 2
      {
        return RecordKinds(place: place)
      }
    }
    return nil
  }

  /// Whether a record conflicts with our unique records. During probing, a name may have no records at all.
  func isContradicted(by record: DNSRecord, isAsking: Bool) -> Bool {
    guard record.ttl > 0, record.type != DNSType.existence,
      record.name == instance || record.name == host
    else { return false }
    var isOther = isAsking
    for own in records(.unique) where own.name == record.name {
      if own.content == record.content { return false }
      if own.type == record.type { isOther = true }
    }
    return isOther
  }

  /// Whether another host that probes for the same name wins. The first record that differs decides (RFC 6762, 8.2).
  func yields(_ name: DNSName, to others: [DNSRecord]) -> Bool {
    let own = Self.sorted(records(.unique), name)
    let others = Self.sorted(others, name)
    for (place, record) in others.enumerated() {
      guard place < own.count else { return true }
      if own[place] != record { return own[place].lexicographicallyPrecedes(record) }
    }
    return false
  }

  /// The records of a name, ordered by type and then by data.
  private static func sorted(_ records: [DNSRecord], _ name: DNSName) -> [[UInt8]] {
    records.filter { $0.name == name }
      .map { [UInt8($0.type >> 8), UInt8($0.type & 0xFF)] + DNSWriter.bytes(of: $0.content) }
      .sorted { $0.lexicographicallyPrecedes($1) }
  }
}
