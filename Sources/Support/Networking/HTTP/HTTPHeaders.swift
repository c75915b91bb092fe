/// Header fields in their order, repeated names included (RFC 9110, section 5).
///
/// Names compare without regard to ASCII case. What it prints is the names alone.
package struct HTTPHeaders: Hashable, Sendable {
  package struct Field: Hashable, Sendable {
    package var name: String
    /// The value, without white space around it.
    package var value: String

    package init(name: String, value: String) {
      (self.name, self.value) = (name, value)
    }
  }

  package private(set) var fields: [Field]

  package init(_ fields: [Field] = []) { self.fields = fields }

  /// The first value under a name.
  package subscript(name: String) -> String? {
    fields.first { HTTPHeaders.areEqual($0.name, name) }?.value
  }

  package mutating func add(_ name: String, _ value: String) {
    fields.append(Field(name: name, value: value))
  }

  /// Appends to the last field's value, for a value continued on another line.
  mutating func continueLast(_ more: String) {
    guard let last = fields.indices.last, !more.isEmpty else { return }
    fields[last].value += fields[last].value.isEmpty ? more : " " + more
  }

  /// Whether two names are the same but for ASCII case.
  static func areEqual(_ a: String, _ b: String) -> Bool {
    a.utf8.count == b.utf8.count
      && zip(a.utf8, b.utf8).allSatisfy { lowercased($0) == lowercased($1) }
  }

  private static func lowercased(_ byte: UInt8) -> UInt8 {
    byte &- UInt8(ascii: "A") < 26 ? byte | 0x20 : byte
  }
}

extension HTTPHeaders: ExpressibleByDictionaryLiteral {
  /// Makes headers of pairs, in the order written; a name may stand more than once.
  package init(dictionaryLiteral elements: (String, String)...) {
    self.init(elements.map { Field(name: $0.0, value: $0.1) })
  }
}

extension HTTPHeaders: CustomStringConvertible, CustomReflectable {
  package var description: String { fields.map(\.name).joined(separator: ", ") }

  /// The names alone, so that `dump` shows no key either.
  package var customMirror: Mirror { Mirror(self, children: ["names": description]) }
}

extension HTTPHeaders.Field {
  /// What keeps the field from being sent; nil where nothing does.
  package var fault: HTTPError.FieldFault? {
    let lowercased = name.lowercased()
    if name.isEmpty || !lowercased.utf8.allSatisfy(Self.isToken) { return .name }
    if Self.reserved.contains(lowercased) { return .reserved }
    return Self.isValue(value) ? nil : .value
  }

  /// Fields that frame the message, belong to one connection, or decide how the body is read.
  private static let reserved: Set<String> = [
    "accept-encoding", "connection", "content-length", "expect", "http2-settings", "keep-alive",
    "proxy-authorization", "proxy-connection", "te", "trailer", "transfer-encoding", "upgrade",
  ]

  /// Whether a text may be a field's value: nothing below the space but tabs (RFC 9110, section 5.5).
  static func isValue(_ text: String) -> Bool {
    text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }
  }

  /// Whether a byte may stand in a field's name (RFC 9110, section 5.6.2).
  private static func isToken(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    case 0x21, 0x23...0x27, 0x2A, 0x2B, 0x2D, 0x2E, 0x5E...0x60, 0x7C, 0x7E: true
    default: false
    }
  }
}
