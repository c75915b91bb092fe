import JSONText

extension JSONStream {
  /// Reads an array of objects that describe something: `read` takes one of them, and may be called again
  /// from its start; `note` gets what it returned. One that is damaged, or no object, costs itself.
  ///
  /// Returns what was found amiss; throws what the source throws.
  mutating func readDescriptions<Value>(
    _ read: (inout JSONReader) throws(JSONError) -> Value, _ note: (Value) -> Void
  ) throws -> Damages {
    var damages = Damages()
    do {
      try beginArray()
      while try nextElement() {
        do {
          note(try value(read))
        } catch let error as JSONError where error.reason != .endOfText {
          damages.note(error)
          try skipValue()
        }
      }
    } catch let error as JSONError {
      damages.note(error)
    }
    return damages
  }

  /// Reads a value that describes something; nil where it is too long for that, or damaged.
  mutating func smallValue() throws -> JSONValue? {
    do {
      return try value { reader throws(JSONError) in
        let raw = try reader.readRaw()
        return raw.count > 1 << 20 || !raw.isModest
          ? nil : try JSONValue(parsing: raw, limits: .export)
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
    case .string: return GenericTimestamp.read(try readSlice())?.sortKey
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
      if raw.count <= 2 { return nil }
      try checkModest(raw)
      return try JSONValue(parsing: raw, limits: .export)
    default:
      try skipValue()
      return nil
    }
  }

  /// Reads a value as a tree, if it is an object or array; anything else is stepped over as nil.
  mutating func readIfTree() throws(JSONError) -> JSONValue? {
    switch try peek() {
    case .object, .array: return try readTree()
    default:
      try skipValue()
      return nil
    }
  }

  /// Reads a value as a tree.
  mutating func readTree() throws(JSONError) -> JSONValue {
    let before = self
    try checkModest(try readRaw())
    self = before
    return try JSONValue(reading: &self)
  }

  /// Throws where bytes that were just read hold more values than anything that people write: as a tree,
  /// each takes many times its length.
  private func checkModest(_ raw: Bytes) throws(JSONError) {
    if !raw.isModest {
      throw JSONError(.tooMany(limit: Bytes.valueLimit), at: position - raw.count)
    }
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// The most values that a tree is made of.
  static let valueLimit = 1 << 18

  /// Whether a JSON text has no more values than that; by the signs between them.
  var isModest: Bool {
    guard count > Self.valueLimit else { return true }
    var signs = 0
    var isString = false
    var isEscaped = false
    for byte in self {
      if isString {
        if isEscaped {
          isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
          isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
          isString = false
        }
        continue
      }
      switch byte {
      case UInt8(ascii: "\""): isString = true
      case UInt8(ascii: ","), UInt8(ascii: "["), UInt8(ascii: "{"):
        signs += 1
        if signs > Self.valueLimit { return false }
      default: break
      }
    }
    return true
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
