import JSONText

extension JSONStream {
  /// Reads a value that describes something; nil where it is too long for that, or damaged.
  mutating func smallValue() throws -> JSONValue? {
    do {
      return try value { reader throws(JSONError) in
        let raw = try reader.readRaw()
        return raw.count > 1 << 20 ? nil : try JSONValue(parsing: raw, limits: .export)
      }
    } catch let error as JSONError where error.reason != .endOfText {
      try skipValue()
      return nil
    }
  }
}

extension JSONReader {
  /// Reads a whole number; anything else is stepped over as nil.
  mutating func readIfInt() throws(JSONError) -> Int? {
    guard try peek() == .number else {
      try skipValue()
      return nil
    }
    return Int(String(decoding: try readNumberSlice(), as: UTF8.self))
  }

  /// Reads true or false; anything else is stepped over as false.
  mutating func readIfBool() throws(JSONError) -> Bool {
    guard try peek() == .bool else {
      try skipValue()
      return false
    }
    return try readBool()
  }

  /// Reads a time, for the order of records: a text, or a number of seconds, milliseconds and so on;
  /// anything else is stepped over as nil.
  mutating func readIfSortKey() throws(JSONError) -> Int? {
    switch try peek() {
    case .string: return GenericTimestamp.read(try readSlice().bytes)?.sortKey
    case .number: return GenericTimestamp.read(try readNumberSlice())?.sortKey
    default:
      try skipValue()
      return nil
    }
  }

  /// Reads an array or object as a tree if it holds anything; what is empty or of another kind is
  /// stepped over as nil.
  mutating func readIfFilled() throws(JSONError) -> JSONValue? {
    switch try peek() {
    case .object, .array:
      let raw = try readRaw()
      return raw.count <= 2 ? nil : try JSONValue(parsing: raw, limits: .export)
    default:
      try skipValue()
      return nil
    }
  }

  /// Reads a value as a tree, if it is an object or array; anything else is stepped over as nil.
  mutating func readIfTree() throws(JSONError) -> JSONValue? {
    switch try peek() {
    case .object, .array: return try JSONValue(reading: &self)
    default:
      try skipValue()
      return nil
    }
  }
}

extension JSONValue {
  /// A string that is not empty, or a number as it is written.
  var text: String? {
    switch self {
    case .string(let text): text.isEmpty ? nil : text
    case .number(let digits): digits
    default: nil
    }
  }
}
