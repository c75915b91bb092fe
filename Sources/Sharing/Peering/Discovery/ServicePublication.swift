/// The service that `ServiceDiscovery` is to publish: wanted name, port and TXT record. Below: `InstanceName`.
package struct ServicePublication: Sendable {
  /// The name for people. If it is taken, a number is appended.
  package let name: String
  package let port: UInt16
  let text: [UInt8]

  /// The limit in bytes of a service's TXT record, so that all of its records fit into one packet (RFC 6763, 6.2).
  package static let longestText = 1_000

  /// Creates a publication, with the name cut to 63 bytes.
  ///
  /// Returns nil if the name is empty or has control characters, the port is 0, or a pair is invalid. A key is
  /// printable ASCII without `=`, and has at most 255 bytes together with `=` and its value.
  package init?(name: String, port: UInt16, text: [(key: String, value: [UInt8])] = []) {
    let name = InstanceName.cut(name, to: DNSName.longestLabel)
    guard InstanceName.isOne(Array(name.utf8)), port > 0, let bytes = ServiceText.bytes(text),
      bytes.count <= Self.longestText
    else { return nil }
    (self.name, self.port, self.text) = (name, port, bytes)
  }
}

/// Checks and cuts the names of services for people (RFC 6763, 4.1.1).
enum InstanceName {
  /// Whether bytes are a displayable name: 1 to 63 bytes of UTF-8 without ASCII control characters.
  static func isOne(_ label: [UInt8]) -> Bool {
    (1...DNSName.longestLabel).contains(label.count)
      && label.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
      && String(validating: label, as: UTF8.self) != nil
  }

  /// The beginning of a text in whole characters, of at most this many bytes.
  static func cut(_ text: String, to count: Int) -> String {
    var (result, bytes) = ("", 0)
    for character in text {
      bytes += character.utf8.count
      if bytes > count { break }
      result.append(character)
    }
    return result
  }

  /// The next name to try: `Name`, `Name (2)`, `Name (3)` and so on.
  static func numbered(_ name: String, _ number: Int) -> String {
    if number < 2 { return name }
    let end = " (\(number))"
    return cut(name, to: DNSName.longestLabel - end.utf8.count) + end
  }
}
