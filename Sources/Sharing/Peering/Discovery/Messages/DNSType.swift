/// The DNS record types used here.
enum DNSType {
  static let address4: UInt16 = 1
  static let pointer: UInt16 = 12
  static let text: UInt16 = 16
  static let address6: UInt16 = 28
  static let service: UInt16 = 33
  /// NSEC: the record types that a name has (RFC 6762, 6.1).
  static let existence: UInt16 = 47
  static let any: UInt16 = 255
}
