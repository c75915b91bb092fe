import Encoding

/// Reads the records and small values of an export from a stream. Below: trees of limited size.
extension JSONStream {
  /// Reads an array of objects and calls `take` with each and its offset. An element that is damaged, too long or not
  /// an object is passed as its error, and reading goes on. An error that `take` throws is passed to it in the same
  /// way.
  mutating func readRecords(
    _ buffer: RecordBuffer, _ take: (Result<JSONRecord, JSONError>, Int) throws -> Void
  ) throws {
    try beginArray()
    while try nextElement() { try readRecord(buffer, take) }
  }

  /// Reads an object as `readRecords` does.
  mutating func readRecord(
    _ buffer: RecordBuffer, _ take: (Result<JSONRecord, JSONError>, Int) throws -> Void
  ) throws {
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
      // A value within the record is damaged.
      try take(.failure(JSONError(error.reason, at: start + error.offset)), start)
    }
  }

  /// Enters an array and calls `body` at each object in it. Any other element is skipped after a call of `skip`.
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

  /// Reads a value of metadata; nil if it is damaged or longer than 1 MiB.
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

  /// Throws if the bytes just read hold more than `Bytes.valueLimit` values. As a tree, each takes many times its
  /// length.
  private func checkModest(_ raw: Bytes) throws(JSONError) {
    if !raw.isModest {
      throw JSONError(.tooMany(limit: Bytes.valueLimit), at: position - raw.count)
    }
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// The most values in a tree, more than any message has.
  static let valueLimit = 1 << 18

  /// Whether a JSON text has at most `valueLimit` values, estimated from its commas and opening brackets.
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
