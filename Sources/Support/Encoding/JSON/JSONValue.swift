/// A JSON value as a tree, read from small texts or built to be written. `JSONKind` lists the kinds of values.
public enum JSONValue: Hashable, Sendable {
  case null
  case bool(Bool)
  /// A number in its original digits, so that no precision is lost.
  case number(String)
  case string(String)
  case array([JSONValue])
  /// The members in their original order. If a name is repeated, the last one counts.
  case object([Member])

  /// A member of an object.
  public struct Member: Hashable, Sendable {
    /// The name, without escapes.
    public var key: String
    /// The value.
    public var value: JSONValue

    /// Creates a member from an unescaped name and a value.
    public init(_ key: String, _ value: JSONValue) {
      self.key = key
      self.value = value
    }
  }

  /// Parses a whole text.
  public init(
    parsing bytes: some Collection<UInt8>, limits: JSONReader.Limits = .init()
  ) throws(JSONError) {
    let copy = ContiguousArray(bytes)
    let result = copy.withUnsafeBufferPointer { buffer -> Result<JSONValue, JSONError> in
      var reader = JSONReader(buffer, limits: limits)
      do throws(JSONError) {
        let value = try JSONValue(reading: &reader)
        try reader.finish()
        return .success(value)
      } catch {
        return .failure(error)
      }
    }
    self = try result.get()
  }

  /// Reads the next value. The reader's depth limit bounds the recursion.
  public init(reading reader: inout JSONReader) throws(JSONError) {
    switch try reader.peek() {
    case .null:
      try reader.readLiteral("null")
      self = .null
    case .bool: self = .bool(try reader.readBool())
    case .number:
      self = .number(String(decoding: try reader.readNumberSlice(), as: UTF8.self))
    case .string: self = .string(try reader.readString())
    case .array:
      var elements: [JSONValue] = []
      try reader.beginArray()
      while try reader.nextElement() { elements.append(try JSONValue(reading: &reader)) }
      self = .array(elements)
    case .object:
      var members: [Member] = []
      try reader.beginObject()
      while let key = try reader.nextKey() {
        let name = reader.string(of: key)
        members.append(Member(name, try JSONValue(reading: &reader)))
      }
      self = .object(members)
    }
  }

  /// The value of the last member with a name; nil if there is no such member, or this is not an object.
  public subscript(key: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members.last { $0.key == key }?.value
  }

  /// The element at an index; nil if there is no such element, or this is not an array.
  public subscript(index: Int) -> JSONValue? {
    guard case .array(let elements) = self, elements.indices.contains(index) else { return nil }
    return elements[index]
  }

  /// The string; nil for any other kind.
  public var string: String? {
    if case .string(let string) = self { string } else { nil }
  }

  /// The Boolean value; nil for any other kind.
  public var bool: Bool? {
    if case .bool(let bool) = self { bool } else { nil }
  }

  /// The number as an integer; nil if it is not whole, does not fit, or is of another kind.
  public var int: Int? {
    guard case .number(let text) = self else { return nil }
    return Int(text) ?? Double(text).flatMap { Int(exactly: $0) }
  }

  /// The number as the nearest binary64; nil if that is not finite, or for any other kind.
  public var double: Double? {
    guard case .number(let text) = self, let value = Double(text), value.isFinite else {
      return nil
    }
    return value
  }

  /// The elements; nil for any other kind.
  public var array: [JSONValue]? {
    if case .array(let elements) = self { elements } else { nil }
  }

  /// The members; nil for any other kind.
  public var object: [Member]? {
    if case .object(let members) = self { members } else { nil }
  }

  /// Whether this is an explicit `null`. A missing member has no value at all.
  public var isNull: Bool { self == .null }

  /// The kind of the value.
  public var kind: JSONKind {
    switch self {
    case .null: .null
    case .bool: .bool
    case .number: .number
    case .string: .string
    case .array: .array
    case .object: .object
    }
  }
}

extension JSONValue {
  /// Returns a string, or null.
  public static func text(_ value: String?) -> JSONValue { value.map(JSONValue.string) ?? .null }

  /// Returns a whole number, or null.
  public static func int(_ value: (some BinaryInteger)?) -> JSONValue {
    value.map { .number("\($0)") } ?? .null
  }

  /// Returns a number; null if there is none, or it is not finite.
  public static func double(_ value: Double?) -> JSONValue {
    value.flatMap { $0.isFinite ? .number("\($0)") : nil } ?? .null
  }

  /// Returns a list of strings.
  public static func texts(_ values: [String]) -> JSONValue { .array(values.map(JSONValue.string)) }

  /// Creates an object from the members that have a value.
  public init(present members: KeyValuePairs<String, JSONValue?>) {
    self = .object(members.compactMap { key, value in value.map { Member(key, $0) } })
  }

  /// Returns one object with the members of several.
  public static func joined(_ objects: JSONValue...) -> JSONValue {
    .object(objects.flatMap { $0.object ?? [] })
  }

  /// Returns the converted elements of a list; nil if this is not a list, or an element cannot be converted.
  public func list<Element>(_ read: (JSONValue) -> Element?) -> [Element]? {
    guard let array else { return nil }
    let elements = array.compactMap(read)
    return elements.count == array.count ? elements : nil
  }

  /// Returns the value on one line, with a line feed.
  public func line(escaping: JSONWriter.Escaping = .minimal) -> [UInt8] {
    var writer = JSONWriter(escaping: escaping)
    writer.value(self)
    writer.endLine()
    return writer.bytes
  }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByIntegerLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral,
  ExpressibleByNilLiteral
{
  /// Creates a `null`.
  public init(nilLiteral: ()) { self = .null }
  /// Creates a string, which is escaped when it is written.
  public init(stringLiteral value: String) { self = .string(value) }
  /// Creates `true` or `false`.
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  /// Creates a number.
  public init(integerLiteral value: Int) { self = .number(String(value)) }
  /// Creates an array.
  public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
  /// Creates an object with the members in the given order.
  public init(dictionaryLiteral elements: (String, JSONValue)...) {
    self = .object(elements.map { Member($0.0, $0.1) })
  }
}

/// The kinds of JSON values.
public enum JSONKind: String, Hashable, Sendable {
  case object = "an object"
  case array = "an array"
  case string = "a string"
  case number = "a number"
  case bool = "true or false"
  case null = "null"
}
