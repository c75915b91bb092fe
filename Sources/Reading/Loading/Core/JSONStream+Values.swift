import Encoding

extension JSONStream {
  /// Reads an array of objects and calls `take` with each and where it begins; one that is damaged, too long or no
  /// object costs itself, and comes as its error. So does one that `take` finds damage in.
  mutating func readRecords(
    _ buffer: RecordBuffer, _ take: (Result<JSONRecord, JSONError>, Int) throws -> Void
  ) throws {
    try beginArray()
    while try nextElement() {
      let kind = try peek()
      let start = offset
      let record: Result<JSONRecord, JSONError>
      do {
        guard kind == .object else {
          throw JSONError(.mismatch(found: kind, expected: .object), at: start)
        }
        record = .success(try value { reader throws(JSONError) in try buffer.read(&reader) })
      } catch let error as JSONError where error.reason != .endOfText {
        try skipValue()
        record = .failure(error)
      }
      do {
        try take(record, start)
      } catch let error as JSONError {
        // Something within the record is damaged.
        try take(.failure(JSONError(error.reason, at: start + error.offset)), start)
      }
    }
  }

  /// Enters an array and calls `body` in front of each object in it; what is none is stepped over, once `skip` was
  /// told.
  mutating func forEachObject(
    _ body: (inout JSONStream) throws -> Void, else skip: () -> Void = {}
  ) throws {
    try beginArray()
    while try nextElement() {
      if try peek() == .object {
        try body(&self)
      } else {
        skip()
        try skipValue()
      }
    }
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
