/// A service of this program that others are to find.
package struct ServicePublication: Sendable {
  /// What people call it; where the name is taken, a number is put behind it.
  package let name: String
  package let port: UInt16
  let text: [UInt8]

  /// The most bytes that may be said of a service: it then fits one packet with all else (RFC 6763, 6.2).
  package static let longestText = 1_000

  /// A name is cut where it has more than 63 bytes.
  ///
  /// Nil where the name is empty or has control characters, the port is 0, or a pair is none: a key is printable ASCII
  /// without `=`, and has no more than 255 bytes together with its value.
  package init?(name: String, port: UInt16, text: [(key: String, value: [UInt8])] = []) {
    let name = InstanceName.cut(name, to: DNSName.longestLabel)
    guard InstanceName.isOne(Array(name.utf8)), port > 0, let bytes = ServiceText.bytes(text),
      bytes.count <= Self.longestText
    else { return nil }
    (self.name, self.port, self.text) = (name, port, bytes)
  }
}

/// The names of services, as people read them (RFC 6763, 4.1.1).
enum InstanceName {
  /// Whether bytes are a name that can be shown: UTF-8 without ASCII's control characters.
  static func isOne(_ label: [UInt8]) -> Bool {
    (1...DNSName.longestLabel).contains(label.count)
      && label.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
      && String(validating: label, as: UTF8.self) != nil
  }

  /// The beginning of a text, whole characters with so many bytes at most.
  static func cut(_ text: String, to count: Int) -> String {
    var (result, bytes) = ("", 0)
    for character in text {
      bytes += character.utf8.count
      if bytes > count { break }
      result.append(character)
    }
    return result
  }

  /// The name to try when one is taken: `Name`, `Name (2)`, `Name (3)` and so on.
  static func numbered(_ name: String, _ number: Int) -> String {
    if number < 2 { return name }
    let end = " (\(number))"
    return cut(name, to: DNSName.longestLabel - end.utf8.count) + end
  }
}
