import Encoding

/// One JSON object of an export, as slices of its text. Values are decoded only when asked for.
///
/// It is valid as long as the text, until its buffer reads the next record. `GenericRecord` is for unknown formats.
struct JSONRecord {
  /// A member and the offset of its value, in bytes from the start of the record.
  fileprivate struct Member {
    let key: JSONSlice
    let kind: JSONKind
    /// The bytes between the quotes of a string; the raw text of any other value.
    let value: JSONSlice
    let offset: Int
  }

  fileprivate let buffer: RecordBuffer
  fileprivate let range: Range<Int>

  /// The last member with either of two equivalent names.
  private func find(_ name: StaticString, _ other: StaticString?) -> Member? {
    var index = range.upperBound
    while index > range.lowerBound {
      index -= 1
      let key = buffer.members[index].key
      if key.equals(name) { return buffer.members[index] }
      if let other, key.equals(other) { return buffer.members[index] }
    }
    return nil
  }

  /// Whether any string read so far was repaired.
  var isRepaired: Bool { buffer.repaired > 0 }

  /// Whether there is a member with a name and, if given, a kind.
  func has(_ key: StaticString, _ kind: JSONKind? = nil) -> Bool {
    find(key, nil).map { kind == nil || $0.kind == kind } ?? false
  }

  // MARK: - Values

  /// A string that is not empty; nil for anything else.
  func string(_ key: StaticString, _ other: StaticString? = nil) -> String? {
    guard let member = find(key, other), member.kind == .string else { return nil }
    return buffer.string(of: member.value)
  }

  /// A string that is not empty, or a number as it is written; nil for anything else.
  func scalar(_ key: StaticString, _ other: StaticString? = nil) -> String? {
    guard let member = find(key, other) else { return nil }
    switch member.kind {
    case .string: return buffer.string(of: member.value)
    case .number: return String(decoding: member.value.bytes, as: UTF8.self)
    default: return nil
    }
  }

  /// A whole number; nil for anything else.
  func int(_ key: StaticString) -> Int? {
    guard let member = find(key, nil), member.kind == .number else { return nil }
    return Int(String(decoding: member.value.bytes, as: UTF8.self))
  }

  /// Whether a value is true.
  func flag(_ key: StaticString, _ other: StaticString? = nil) -> Bool {
    guard let member = find(key, other), member.kind == .bool else { return false }
    return member.value.bytes.first == UInt8(ascii: "t")
  }

  /// A time: a string, or a number in seconds, milliseconds and so on; nil for anything else.
  func time(_ key: StaticString, _ other: StaticString? = nil) -> GenericTimestamp.Reading? {
    guard let member = find(key, other), member.kind == .string || member.kind == .number else {
      return nil
    }
    return GenericTimestamp.read(member.value)
  }

  /// An array or object as a tree; nil for anything else.
  func tree(_ key: StaticString, _ other: StaticString? = nil) throws(JSONError) -> JSONValue? {
    guard let member = find(key, other), member.kind == .object || member.kind == .array else {
      return nil
    }
    return try inside(member) { reader throws(JSONError) in try reader.readTree() }
  }

  /// An array or object that is not empty, as a tree; nil for anything else.
  func filled(_ key: StaticString, _ other: StaticString? = nil) throws(JSONError) -> JSONValue? {
    guard let member = find(key, other), member.value.bytes.count > 2 else { return nil }
    return try tree(key, other)
  }

  // MARK: - Values as they stand

  /// The undecoded slice of a string; nil for anything else.
  func slice(_ key: StaticString) -> JSONSlice? {
    guard let member = find(key, nil), member.kind == .string else { return nil }
    return member.value
  }

  /// The raw text of a member and its kind.
  func raw(_ key: StaticString) -> (bytes: Bytes, kind: JSONKind)? {
    find(key, nil).map { ($0.value.bytes, $0.kind) }
  }

  // MARK: - Inner records

  /// The offset of a member's value, from the start of the record.
  func offset(of key: StaticString) -> Int? { find(key, nil)?.offset }

  /// An object as a record of its own; nil for anything else.
  func record(_ key: StaticString, _ other: StaticString? = nil) throws(JSONError) -> JSONRecord? {
    guard let member = find(key, other), member.kind == .object else { return nil }
    return try inside(member) { reader throws(JSONError) in try buffer.append(&reader) }
  }

  /// A string or an object in an array.
  enum Element {
    case string(String)
    case record(JSONRecord)
  }

  /// Calls `body` with each object of an array and its offset from the start of this record.
  func forEachRecord(
    _ key: StaticString, _ other: StaticString? = nil,
    _ body: (JSONRecord, Int) throws(JSONError) -> Void
  ) throws(JSONError) {
    try forEach(key, other) { reader, offset throws(JSONError) in
      guard try reader.peek() == .object else { return try reader.skipValue() }
      try body(try buffer.append(&reader), offset)
    }
  }

  /// Calls `body` with each string and each object of an array.
  func forEachElement(
    _ key: StaticString, _ body: (Element) throws(JSONError) -> Void
  ) throws(JSONError) {
    try forEach(key, nil) { reader, _ throws(JSONError) in
      switch try reader.peek() {
      case .string: try body(.string(try reader.readString()))
      case .object: try body(.record(try buffer.append(&reader)))
      default: try reader.skipValue()
      }
    }
  }

  private func forEach(
    _ key: StaticString, _ other: StaticString?,
    _ body: (inout JSONReader, Int) throws(JSONError) -> Void
  ) throws(JSONError) {
    guard let member = find(key, other), member.kind == .array else { return }
    try inside(member) { reader throws(JSONError) in
      try reader.beginArray()
      while try reader.nextElement() {
        _ = try reader.peek()
        let count = buffer.count
        try body(&reader, member.offset + reader.position)
        buffer.count = count
      }
    }
  }

  /// Reads a member's value. An error has its offset from the start of this record.
  private func inside<Value>(
    _ member: Member, _ read: (inout JSONReader) throws(JSONError) -> Value
  ) throws(JSONError) -> Value {
    var reader = JSONReader(member.value.bytes, limits: .export)
    do throws(JSONError) {
      let value = try read(&reader)
      buffer.repaired += reader.repairedStrings
      return value
    } catch {
      throw JSONError(error.reason, at: member.offset + error.offset)
    }
  }
}

/// Holds the members of the current record. Each record reuses this memory.
final class RecordBuffer {
  /// A pointer, because an array would count references and check bounds at each access.
  fileprivate let members = UnsafeMutablePointer<JSONRecord.Member>.allocate(
    capacity: RecordBuffer.memberLimit)
  fileprivate var count = 0
  /// The number of strings of the record that were repaired.
  fileprivate var repaired = 0

  /// The most members of a record; further ones are skipped. No program writes so many, and each takes many times its
  /// length.
  fileprivate static let memberLimit = 1 << 12

  deinit { members.deallocate() }

  /// Reads an object and replaces the previous one.
  func read(_ reader: inout JSONReader) throws(JSONError) -> JSONRecord {
    (count, repaired) = (0, 0)
    return try append(&reader)
  }

  fileprivate func append(_ reader: inout JSONReader) throws(JSONError) -> JSONRecord {
    let first = count
    var end = first
    _ = try reader.peek()
    let start = reader.position
    try reader.beginObject()
    while let key = try reader.nextKey() {
      let kind = try reader.peek()
      let offset = reader.position - start
      let value =
        kind == .string
        ? try reader.readSlice() : JSONSlice(bytes: try reader.readRaw(), isEscaped: false)
      guard end < Self.memberLimit else { continue }
      (members + end).initialize(to: .init(key: key, kind: kind, value: value, offset: offset))
      end += 1
    }
    count = end
    return JSONRecord(buffer: self, range: first..<end)
  }

  fileprivate func string(of slice: JSONSlice) -> String? {
    guard !slice.bytes.isEmpty else { return nil }
    let (string, isRepaired) = slice.read()
    if isRepaired { repaired += 1 }
    return string
  }
}
