/// Header fields in their order, repeated names included (RFC 9110, section 5).
///
/// Names compare without regard to ASCII case. What it prints is the names alone.
public struct HTTPHeaders: Hashable, Sendable {
  /// One field line.
  public struct Field: Hashable, Sendable {
    /// The name as written.
    public var name: String
    /// The value, without white space around it.
    public var value: String

    /// Puts a name and a value together.
    public init(name: String, value: String) {
      self.name = name
      self.value = value
    }
  }

  /// All fields, in order.
  public private(set) var fields: [Field]

  /// Makes headers of fields.
  public init(_ fields: [Field] = []) {
    self.fields = fields
  }

  /// How many fields there are.
  public var count: Int { fields.count }

  /// The first value under a name; setting it puts one field in the place of all of that name.
  public subscript(name: String) -> String? {
    get { fields.first { HTTPHeaders.areEqual($0.name, name) }?.value }
    set {
      let place = fields.firstIndex { HTTPHeaders.areEqual($0.name, name) } ?? fields.count
      fields.removeAll { HTTPHeaders.areEqual($0.name, name) }
      if let newValue { fields.insert(Field(name: name, value: newValue), at: place) }
    }
  }

  /// Every value under a name, in order.
  public func values(of name: String) -> [String] {
    fields.compactMap { HTTPHeaders.areEqual($0.name, name) ? $0.value : nil }
  }

  /// Adds a field behind those that are there.
  public mutating func add(_ name: String, _ value: String) {
    fields.append(Field(name: name, value: value))
  }

  /// Appends to the last field's value, for a value continued on another line.
  mutating func continueLast(_ more: String) {
    guard let last = fields.indices.last, !more.isEmpty else { return }
    fields[last].value += fields[last].value.isEmpty ? more : " " + more
  }

  /// Whether two names are the same but for ASCII case.
  static func areEqual(_ a: String, _ b: String) -> Bool {
    let a = a.utf8
    let b = b.utf8
    return a.count == b.count && zip(a, b).allSatisfy { lowercased($0) == lowercased($1) }
  }

  private static func lowercased(_ byte: UInt8) -> UInt8 {
    byte &- UInt8(ascii: "A") < 26 ? byte | 0x20 : byte
  }
}

extension HTTPHeaders: ExpressibleByDictionaryLiteral {
  /// Makes headers of pairs, in the order written; a name may stand more than once.
  public init(dictionaryLiteral elements: (String, String)...) {
    self.init(elements.map { Field(name: $0.0, value: $0.1) })
  }
}

extension HTTPHeaders: CustomStringConvertible, CustomReflectable {
  /// The names, separated by commas.
  public var description: String { fields.map(\.name).joined(separator: ", ") }

  /// The names alone, so that `dump` shows no key either.
  public var customMirror: Mirror { Mirror(self, children: ["names": description]) }
}
