/// The header fields of a request or response in order, including repeated names (RFC 9110, section 5).
/// `Field.fault` checks a field before it is sent.
/// Names are compared case-insensitively (ASCII). The `description` has only the names.
package struct HTTPHeaders: Hashable, Sendable {
  package struct Field: Hashable, Sendable {
    package var name: String
    /// The value, without surrounding white space.
    package var value: String

    package init(name: String, value: String) {
      (self.name, self.value) = (name, value)
    }
  }

  package private(set) var fields: [Field]

  package init(_ fields: [Field] = []) { self.fields = fields }

  /// The first value of a name.
  package subscript(name: String) -> String? {
    fields.first { HTTPHeaders.areEqual($0.name, name) }?.value
  }

  package mutating func add(_ name: String, _ value: String) {
    fields.append(Field(name: name, value: value))
  }

  /// Appends to the last field's value, for a value that continues on the next line.
  mutating func continueLast(_ more: String) {
    guard let last = fields.indices.last, !more.isEmpty else { return }
    fields[last].value += fields[last].value.isEmpty ? more : " " + more
  }

  /// Whether two names are equal, ignoring ASCII case.
  static func areEqual(_ a: String, _ b: String) -> Bool {
    a.utf8.count == b.utf8.count
      && zip(a.utf8, b.utf8).allSatisfy { lowercased($0) == lowercased($1) }
  }

  private static func lowercased(_ byte: UInt8) -> UInt8 {
    byte &- UInt8(ascii: "A") < 26 ? byte | 0x20 : byte
  }
}

extension HTTPHeaders: ExpressibleByDictionaryLiteral {
  /// Creates headers from pairs, in order. A name may occur more than once.
  package init(dictionaryLiteral elements: (String, String)...) {
    self.init(elements.map { Field(name: $0.0, value: $0.1) })
  }
}

extension HTTPHeaders: CustomStringConvertible, CustomReflectable {
  package var description: String { fields.map(\.name).joined(separator: ", ") }

  /// Only the names, so that `dump` does not show keys.
  package var customMirror: Mirror { Mirror(self, children: ["names": description]) }
}

extension HTTPHeaders.Field {
  /// The reason why the field cannot be sent; nil if it can.
  package var fault: HTTPError.FieldFault? {
    let lowercased = name.lowercased()
    if name.isEmpty || !lowercased.utf8.allSatisfy(Self.isToken) { return .name }
    if Self.reserved.contains(lowercased) { return .reserved }
    return Self.isValue(value) ? nil : .value
  }

  /// Fields that frame the message, belong to one connection, or determine how the body is read.
  private static let reserved: Set<String> = [
    "accept-encoding", "connection", "content-length", "expect", "http2-settings", "keep-alive",
    "proxy-authorization", "proxy-connection", "te", "trailer", "transfer-encoding", "upgrade",
  ]

  /// Whether a text is a valid field value: no control characters except tabs (RFC 9110, section 5.5).
  static func isValue(_ text: String) -> Bool {
    text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }
  }

  /// Whether a byte is allowed in a field name (RFC 9110, section 5.6.2).
  private static func isToken(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    case 0x21, 0x23...0x27, 0x2A, 0x2B, 0x2D, 0x2E, 0x5E...0x60, 0x7C, 0x7E: true
    default: false
    }
  }
}
