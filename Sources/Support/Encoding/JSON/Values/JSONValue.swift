/// A JSON value as a tree, for small texts of unknown shape.
public enum JSONValue: Hashable, Sendable {
  case null
  case bool(Bool)
  /// A number as it was written: none is too large to keep.
  case number(String)
  case string(String)
  case array([JSONValue])
  /// The members in the order of the text; of two with one name, the last one counts.
  case object([Member])

  /// A member of an object.
  public struct Member: Hashable, Sendable {
    /// The name, without escapes.
    public var key: String
    /// What stands behind it.
    public var value: JSONValue

    /// A name, as it reads without escapes, and its value.
    public init(_ key: String, _ value: JSONValue) {
      self.key = key
      self.value = value
    }
  }

  /// Reads a whole text.
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

  /// Reads the next value; the reader's limit on depth bounds the recursion.
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

  /// The value of a member, the last one of that name; nil where there is none or this is no object.
  public subscript(key: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members.last { $0.key == key }?.value
  }

  /// The element at an index; nil where there is none or this is no array.
  public subscript(index: Int) -> JSONValue? {
    guard case .array(let elements) = self, elements.indices.contains(index) else { return nil }
    return elements[index]
  }

  /// The string; nil for any other kind.
  public var string: String? {
    if case .string(let string) = self { string } else { nil }
  }

  /// Whether it is true; nil for any other kind.
  public var bool: Bool? {
    if case .bool(let bool) = self { bool } else { nil }
  }

  /// The number, where it is whole and in range; nil for anything else.
  public var int: Int? {
    guard case .number(let text) = self else { return nil }
    return Int(text) ?? Double(text).flatMap { Int(exactly: $0) }
  }

  /// The number as the nearest binary64, where that is finite; nil for anything else.
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

  /// Whether it is a `null` that was written; a member that is missing has no value at all.
  public var isNull: Bool { self == .null }

  /// What it is, whatever it holds.
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
  /// A string, or null.
  public static func text(_ value: String?) -> JSONValue { value.map(JSONValue.string) ?? .null }

  /// A whole number, or null.
  public static func int(_ value: (some BinaryInteger)?) -> JSONValue {
    value.map { .number("\($0)") } ?? .null
  }

  /// A list of strings.
  public static func texts(_ values: [String]) -> JSONValue { .array(values.map(JSONValue.string)) }

  /// An object with those of the members that have a value.
  public init(present members: KeyValuePairs<String, JSONValue?>) {
    self = .object(members.compactMap { key, value in value.map { Member(key, $0) } })
  }

  /// One object of the members of several.
  public static func joined(_ objects: JSONValue...) -> JSONValue {
    .object(objects.flatMap { $0.object ?? [] })
  }

  /// What the elements of a list are read as; nil where this is no list, or an element of it cannot be read.
  public func list<Element>(_ read: (JSONValue) -> Element?) -> [Element]? {
    guard let array else { return nil }
    let elements = array.compactMap(read)
    return elements.count == array.count ? elements : nil
  }

  /// The value on a line of its own, as files and programs read it.
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
  /// A written `null`.
  public init(nilLiteral: ()) { self = .null }
  /// A string, which is escaped when it is written.
  public init(stringLiteral value: String) { self = .string(value) }
  /// `true` or `false`.
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  /// A number by its digits.
  public init(integerLiteral value: Int) { self = .number(String(value)) }
  /// An array in the order written.
  public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
  /// Makes an object, its members in the order written.
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
