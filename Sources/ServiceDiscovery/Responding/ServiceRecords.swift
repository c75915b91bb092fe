/// The records of a published service on one link.
struct ServiceRecords: Sendable {
  let type: DNSName
  let port: UInt16
  let text: [UInt8]
  let instance: DNSName
  let host: DNSName
  /// Of 4 or 16 bytes.
  var addresses: [[UInt8]]

  /// How long names of hosts hold, and what needs them (RFC 6762, 10).
  static let hostTime: UInt32 = 120
  /// How long all else holds.
  static let usualTime: UInt32 = 4_500

  static func ttl(of facts: ServiceFacts) -> UInt32 {
    facts.isDisjoint(with: [.enumeration, .pointer, .text]) ? hostTime : usualTime
  }

  /// The records that say something.
  func records(_ facts: ServiceFacts) -> [DNSRecord] {
    facts.places.flatMap { recordSet(ServiceFacts(place: $0)) }
  }

  private func recordSet(_ fact: ServiceFacts) -> [DNSRecord] {
    let ttl = Self.ttl(of: fact)
    switch fact {
    case .enumeration:
      return [DNSRecord(name: ServiceType.enumeration, content: .pointer(type), ttl: ttl)]
    case .pointer: return [DNSRecord(name: type, content: .pointer(instance), ttl: ttl)]
    case .service:
      return [
        unique(instance, .service(priority: 0, weight: 0, port: port, host: host), ttl)
      ]
    case .text: return [unique(instance, .text(text), ttl)]
    case .addresses4, .addresses6:
      let length = fact == .addresses4 ? 4 : 16
      return addresses.filter { $0.count == length }.map { unique(host, .address($0), ttl) }
    case .instanceEnd:
      let types = [DNSType.text, DNSType.service]
      return [unique(instance, .existence(next: instance, types: types), ttl)]
    default:
      let types = [4: DNSType.address4, 16: DNSType.address6].filter { length, _ in
        addresses.contains { $0.count == length }
      }
      return [unique(host, .existence(next: host, types: types.values.sorted()), ttl)]
    }
  }

  private func unique(_ name: DNSName, _ content: DNSRecord.Content, _ ttl: UInt32) -> DNSRecord {
    DNSRecord(name: name, content: content, ttl: ttl, isUnique: true)
  }

  /// The kinds of addresses that there are.
  private var addressFacts: ServiceFacts {
    addresses.reduce(into: []) { $0.insert($1.count == 4 ? .addresses4 : .addresses6) }
  }

  /// What answers a question (RFC 6762, 6); of names that are ours alone also that there is no answer (6.1).
  func facts(answering question: DNSQuestion) -> ServiceFacts {
    let isPointer = [DNSType.pointer, DNSType.any].contains(question.type)
    switch question.name {
    case ServiceType.enumeration: return isPointer ? .enumeration : []
    case type: return isPointer ? .pointer : []
    case instance:
      switch question.type {
      case DNSType.service: return .service
      case DNSType.text: return .text
      case DNSType.any: return [.service, .text]
      default: return .instanceEnd
      }
    case host:
      switch question.type {
      case DNSType.address4 where addressFacts.contains(.addresses4): return .addresses4
      case DNSType.address6 where addressFacts.contains(.addresses6): return .addresses6
      case DNSType.any: return addressFacts
      default: return .hostEnd
      }
    default: return []
    }
  }

  /// What whoever asked will want to know next (RFC 6763, 12).
  func further(_ facts: ServiceFacts) -> ServiceFacts {
    var further: ServiceFacts = []
    if facts.contains(.pointer) { further.formUnion([.service, .text]) }
    if !facts.isDisjoint(with: [.pointer, .service, .addresses4, .addresses6]) {
      further.formUnion(addressFacts)
      if addressFacts != [.addresses4, .addresses6] { further.insert(.hostEnd) }
    }
    return further.subtracting(facts)
  }

  /// What need not be told to whoever says it with at least half of its time (RFC 6762, 7.1).
  func known(_ answers: [DNSRecord], of facts: ServiceFacts) -> ServiceFacts {
    if answers.isEmpty { return [] }
    return facts.places.map { ServiceFacts(place: $0) }.filter { fact in
      records(fact).allSatisfy { record in
        answers.contains {
          $0.ttl >= record.ttl / 2 && $0.name == record.name && $0.content == record.content
        }
      }
    }.reduce(into: []) { $0.formUnion($1) }
  }

  /// Whether a record says something else than ours of a name that is ours alone. A name that is only asked for yet
  /// may have no record of any kind.
  func isContradicted(by record: DNSRecord, isAsking: Bool) -> Bool {
    guard record.ttl > 0, record.type != DNSType.existence,
      record.name == instance || record.name == host
    else { return false }
    let own = records(.unique).filter { $0.name == record.name }
    return (isAsking || own.contains { $0.type == record.type })
      && !own.contains { $0.content == record.content }
  }

  /// Whether others who ask for the same name at the same time are to have it: of the records, in their order, the
  /// first that differ decide (RFC 6762, 8.2).
  func yields(_ name: DNSName, to others: [DNSRecord]) -> Bool {
    let own = Self.sorted(records(.unique), name)
    let others = Self.sorted(others, name)
    return !others.isEmpty && own.lexicographicallyPrecedes(others) { Self.precedes($0, $1) }
  }

  private static func sorted(_ records: [DNSRecord], _ name: DNSName) -> [[UInt8]] {
    records.filter { $0.name == name }.map { record in
      [UInt8(record.type >> 8), UInt8(record.type & 0xFF)] + record.content.wholeBytes
    }.sorted(by: precedes)
  }

  private static func precedes(_ one: [UInt8], _ other: [UInt8]) -> Bool {
    one.lexicographicallyPrecedes(other)
  }
}
