/// A DNS resource record.
struct DNSRecord: Equatable, Sendable {
  /// The data of a record, decoded by its type.
  enum Content: Sendable {
    /// An address of 4 or 16 bytes.
    case address([UInt8])
    case pointer(DNSName)
    case service(priority: UInt16, weight: UInt16, port: UInt16, host: DNSName)
    /// Strings, each after its length.
    case text([UInt8])
    /// The next name, and the existing record types in ascending order.
    case existence(next: DNSName, types: [UInt16])
    /// Data of an unknown type.
    case other(type: UInt16, [UInt8])
  }

  var name: DNSName
  var content: Content
  /// How many seconds the record is valid; 0 withdraws it.
  var ttl: UInt32
  /// Whether the record replaces earlier ones: the cache-flush bit (RFC 6762, 10.2).
  var isUnique = false

  var type: UInt16 {
    switch content {
    case .address(let bytes): bytes.count == 4 ? DNSType.address4 : DNSType.address6
    case .pointer: DNSType.pointer
    case .service: DNSType.service
    case .text: DNSType.text
    case .existence: DNSType.existence
    case .other(let type, _): type
    }
  }
}

// Written by hand and not inlined, so that the code exists once.
extension DNSRecord.Content: Equatable {
  @inline(never) static func == (one: Self, other: Self) -> Bool {
    switch (one, other) {
    case (.address(let one), .address(let other)), (.text(let one), .text(let other)):
      one == other
    case (.pointer(let one), .pointer(let other)): one == other
    case (
      .service(let priority, let weight, let port, let host),
      .service(let otherPriority, let otherWeight, let otherPort, let otherHost)
    ):
      priority == otherPriority && weight == otherWeight && port == otherPort && host == otherHost
    case (.existence(let next, let types), .existence(let otherNext, let otherTypes)):
      next == otherNext && types == otherTypes
    case (.other(let type, let data), .other(let otherType, let otherData)):
      type == otherType && data == otherData
    default: false
    }
  }
}
