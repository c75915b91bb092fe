import CivilTime
import JSONText

/// Numbers what tells who speaks in a message and of which kind it is: two messages of one number are alike in both,
/// and in what else is wanted of a message that nobody reads.
struct HeadMarks {
  private var bytes: [UInt8] = []
  private var numbers = NameNumbers()
  private var isFull = false

  /// More are no export's, and no longer ones: each is kept.
  static let limit = 1 << 16
  private static let longest = 4096

  /// The mark of a message that was written at an instant; zero where it has to be read to tell anything. `append`
  /// adds the bytes of its record that matter, and says whether those are all.
  mutating func mark(
    at time: GenericTimestamp.Reading?, _ append: (inout [UInt8]) -> Bool
  ) -> Int {
    guard Self.spell(time, append, &bytes) else { return 0 }
    return bytes.withUnsafeBufferPointer { mark(of: $0) }
  }

  /// The mark of what `spell` wrote.
  mutating func mark(of bytes: Bytes) -> Int {
    if isFull { return 0 }
    let number = numbers.number(of: bytes)
    isFull = number + 1 >= Self.limit
    return number + 1
  }

  /// Writes what makes the mark of a message; false where it has none.
  static func spell(
    _ time: GenericTimestamp.Reading?, _ append: (inout [UInt8]) -> Bool, _ bytes: inout [UInt8]
  ) -> Bool {
    guard case .instant(let instant)? = time else { return false }
    bytes.removeAll(keepingCapacity: true)
    withUnsafeBytes(of: instant.offset) { bytes.append(contentsOf: $0) }
    return append(&bytes) && bytes.count <= longest
  }
}

/// Which members of a record are what, where records are JSON objects of known names.
struct HeadShape: Sendable {
  /// What was said, in a string.
  let text: StaticString
  /// What tells who said it, and what kind of message it is.
  let tellers: [StaticString]
  /// What may make another message of it, unless it is missing or empty.
  var others: [StaticString] = []
}

extension JSONRecord {
  /// Appends what tells who speaks; false where there may be no text, or more to it.
  func appendMark(_ shape: HeadShape, to bytes: inout [UInt8]) -> Bool {
    guard let text = slice(shape.text), text.bytes.saysAnythingAtOnce, isWellFormed else {
      return false
    }
    for key in shape.others where !isEmpty(key) { return false }
    for key in shape.tellers { bytes.append(teller: raw(key)) }
    return true
  }
}

extension [UInt8] {
  /// Appends a value as it stands in JSON, so that no two are appended alike; also one that is missing.
  mutating func append(teller: (bytes: Bytes, kind: JSONKind)?) {
    guard let (value, kind) = teller else { return append(1) }
    append(kind == .string ? UInt8(ascii: "\"") : 0)
    append(contentsOf: value)
    if kind == .string { append(UInt8(ascii: "\"")) }
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Whether a text that begins like this says anything, also when its markup is undone and its escapes are resolved;
  /// by its first bytes, so that not all that do are found.
  var saysAnythingAtOnce: Bool {
    switch first ?? 0 {
    // What begins with an angle bracket may be a reference.
    case UInt8(ascii: "<"): count > 1 && "@#h".utf8.contains(self[1])
    case UInt8(ascii: "\\"): false
    // In other blocks of Unicode there is white space.
    case 0x21...0x7E, 0xC3...0xE0, 0xE4...0xEE, 0xF0...0xF4: true
    default: false
    }
  }
}
