/// The numbers of the kinds of records that matter here.
enum DNSType {
  static let address4: UInt16 = 1
  static let pointer: UInt16 = 12
  static let text: UInt16 = 16
  static let address6: UInt16 = 28
  static let service: UInt16 = 33
  /// NSEC: which kinds of records a name has (RFC 6762, 6.1).
  static let existence: UInt16 = 47
  static let any: UInt16 = 255
}

/// What is asked.
struct DNSQuestion: Equatable, Sendable {
  var name: DNSName
  var type: UInt16
  /// Whether the answer may come to the asker alone (RFC 6762, 5.4).
  var wantsUnicast = false
}

/// One fact about a name.
struct DNSRecord: Equatable, Sendable {
  enum Content: Sendable {
    /// An address of 4 or 16 bytes.
    case address([UInt8])
    case pointer(DNSName)
    case service(priority: UInt16, weight: UInt16, port: UInt16, host: DNSName)
    /// Strings, each behind its length.
    case text([UInt8])
    /// The kinds of records that there are, ascending, and the next name.
    case existence(next: DNSName, types: [UInt16])
    /// Of a kind that is not known here.
    case other(type: UInt16, [UInt8])
  }

  var name: DNSName
  var content: Content
  /// For how many seconds it holds; 0 takes it back.
  var ttl: UInt32
  /// Whether it takes the place of what was said before: the cache-flush bit (RFC 6762, 10.2).
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

// Written out, so that it is there once and not wherever records are compared.
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

/// Why bytes are no message.
enum DNSProblem: Error {
  /// The bytes end too early, or there are more of them than a message may have.
  case length
  /// A name is too long, or goes round in circles.
  case name
  /// What is said of a name does not fit its kind.
  case content
}
