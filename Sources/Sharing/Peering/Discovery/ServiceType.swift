/// A type of service that can be discovered, such as `_actionitems._tcp` (RFC 6763, 7).
package struct ServiceType: Sendable {
  let name: DNSName

  /// The name to query for the types of services (RFC 6763, 9).
  static let enumeration = DNSName("_services._dns-sd._udp.local")

  /// Reads `_name._tcp` or `_name._udp`. Nil unless the name has a letter and at most 15 characters: letters,
  /// digits, and single hyphens inside (RFC 6335, 5.1).
  package init?(_ text: String) {
    let bytes = Array(text.utf8)
    guard bytes.count >= 7, bytes[0] == UInt8(ascii: "_") else { return nil }
    let name = bytes[1..<bytes.count - 5]
    let hyphen = UInt8(ascii: "-")
    var (letters, last) = (0, hyphen)
    for byte in name {
      switch byte {
      case 0x30...0x39: break
      case 0x41...0x5A, 0x61...0x7A: letters += 1
      case hyphen where last != hyphen: break
      default: return nil
      }
      last = byte
    }
    let end = Array(bytes[(bytes.count - 5)...])
    guard letters > 0, name.count <= 15, last != hyphen,
      end == Array("._tcp".utf8) || end == Array("._udp".utf8)
    else { return nil }
    self.name = DNSName(text + ".local")
  }
}
