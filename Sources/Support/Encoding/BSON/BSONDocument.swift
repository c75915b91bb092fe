/// A BSON document in memory, read element by element or converted to JSON (https://bsonspec.org/spec.html, version
/// 1.1).
/// The bytes come from a file, so lengths are checked against the buffer before use.
package struct BSONDocument {
  private let bytes: UnsafeBufferPointer<UInt8>

  /// The greatest depth of nested documents and arrays; MongoDB's own limit.
  private static let depthLimit = 100
  /// The longest document in bytes, also MongoDB's limit.
  package static let longest = 16 << 20

  /// Takes the bytes of one document, from its length to the terminating zero.
  package init(_ bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes
  }

  /// The length declared by a document's first four bytes, or nil if it is invalid.
  package static func length(_ bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    guard bytes.count >= 4 else { return nil }
    let length = Int(bytes.number(Int32.self, at: 0))
    return length >= 5 ? length : nil
  }

  /// Whether the bytes are the start of a collection's first document, cut off before its end.
  ///
  /// Such a document begins with its `_id`, a string or an object id.
  package static func isCut(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let length = length(bytes), length > bytes.count, length <= longest, bytes.count >= 9
    else { return false }
    return (bytes[4] == 0x02 || bytes[4] == 0x07) && bytes[5..<9].elementsEqual("_id\0".utf8)
  }

  package struct Element {
    package let type: UInt8
    package let name: UnsafeBufferPointer<UInt8>
    fileprivate let value: UnsafeBufferPointer<UInt8>
    fileprivate let depth: Int

    package func isNamed(_ literal: StaticString) -> Bool {
      JSONSlice(bytes: name, isEscaped: false).equals(literal)
    }
  }

  /// Calls `body` with each element until it returns false.
  ///
  /// Throws if the document ends early or a length reaches beyond it.
  package func visit(
    depth: Int = 0, _ body: (Element) throws(JSONError) -> Bool
  ) throws(JSONError) {
    guard depth < Self.depthLimit else {
      throw JSONError(.tooDeep(limit: Self.depthLimit), at: 0)
    }
    var position = 4
    while position < bytes.count, bytes[position] != 0 {
      let type = bytes[position]
      guard let end = bytes[(position + 1)...].firstIndex(of: 0) else {
        throw JSONError(.endOfText, at: bytes.count)
      }
      let name = UnsafeBufferPointer(rebasing: bytes[position + 1..<end])
      let length = try valueLength(of: type, at: end + 1)
      position = end + 1 + length
      guard length >= 0, position <= bytes.count else { throw JSONError(.range, at: end + 1) }
      let value = UnsafeBufferPointer(rebasing: bytes[end + 1..<position])
      if try !body(Element(type: type, name: name, value: value, depth: depth)) { return }
    }
    if position >= bytes.count { throw JSONError(.endOfText, at: bytes.count) }
  }

  private func valueLength(of type: UInt8, at start: Int) throws(JSONError) -> Int {
    func prefixed() throws(JSONError) -> Int {
      guard start + 4 <= bytes.count else { throw JSONError(.endOfText, at: bytes.count) }
      return Int(bytes.number(Int32.self, at: start))
    }
    switch type {
    case 0x01, 0x09, 0x11, 0x12: return 8
    case 0x02, 0x0D, 0x0E: return try prefixed() + 4
    case 0x03, 0x04, 0x0F: return try prefixed()
    case 0x05: return try prefixed() + 5
    case 0x06, 0x0A, 0x7F, 0xFF: return 0
    case 0x07: return 12
    case 0x08: return 1
    case 0x0B:
      // A regular expression and its options, each zero-terminated.
      let first = bytes[start...].firstIndex(of: 0)
      guard let first, let second = bytes[(first + 1)...].firstIndex(of: 0) else {
        throw JSONError(.endOfText, at: bytes.count)
      }
      return second + 1 - start
    case 0x0C: return try prefixed() + 16
    case 0x10: return 4
    case 0x13: return 16
    default: throw JSONError(.unexpected(type, expected: .value), at: start)
    }
  }

  /// Returns the document as JSON. Times become milliseconds since 1970, and types unknown to JSON become null.
  package func json(depth: Int = 0) throws(JSONError) -> JSONValue {
    var members: [JSONValue.Member] = []
    try visit(depth: depth) { element throws(JSONError) in
      members.append(.init(String(decoding: element.name, as: UTF8.self), try element.json()))
      return true
    }
    return .object(members)
  }
}

extension BSONDocument.Element {
  package func json() throws(JSONError) -> JSONValue {
    // Strings and documents have a length in front and a zero at the end.
    if [0x02, 0x03, 0x04, 0x0D, 0x0E].contains(type), value.count < 5 {
      throw JSONError(.range, at: 0)
    }
    switch type {
    case 0x01:
      let number = Double(bitPattern: value.number(UInt64.self, at: 0))
      if !number.isFinite { return .null }
      return .number(Int(exactly: number).map { String($0) } ?? "\(number)")
    case 0x02, 0x0D, 0x0E:
      return .string(String(decoding: value.dropFirst(4).dropLast(), as: UTF8.self))
    case 0x03: return try BSONDocument(value).json(depth: depth + 1)
    case 0x04:
      guard case .object(let members) = try BSONDocument(value).json(depth: depth + 1) else {
        return .null
      }
      return .array(members.map(\.value))
    case 0x07:
      return .string(
        value.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined())
    case 0x08: return .bool(value[0] != 0)
    case 0x09, 0x12: return .number(String(value.number(Int64.self, at: 0)))
    case 0x10: return .number(String(value.number(Int32.self, at: 0)))
    default: return .null
    }
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// A little-endian number at a place.
  fileprivate func number<Number: FixedWidthInteger>(_ type: Number.Type, at start: Int) -> Number {
    Number(
      littleEndian: UnsafeRawBufferPointer(self).loadUnaligned(fromByteOffset: start, as: type))
  }
}
