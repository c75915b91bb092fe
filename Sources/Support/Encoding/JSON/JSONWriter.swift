/// A writer for JSON (RFC 8259) as compact UTF-8. `JSONValue.compact`, below, is the text of a value.
///
/// It adds commas and colons. The caller must end each object and array that it begins.
public struct JSONWriter: Sendable {
  /// The output so far.
  public private(set) var bytes: [UInt8] = []
  /// The characters to escape beyond those that the grammar requires.
  public let escaping: Escaping

  private var needsComma = false

  /// The characters to escape beyond those that the grammar requires.
  public enum Escaping: Sendable {
    /// No further characters, for files and programs.
    case minimal
    /// Characters that control a terminal or are invisible: C1 controls, delete, bidirectional marks and overrides,
    /// line separators, and zero-width characters.
    case invisibles
  }

  /// Creates a writer without output.
  public init(escaping: Escaping = .minimal) {
    self.escaping = escaping
  }

  /// Returns and clears the output. Writing continues in the same array or object.
  public mutating func take() -> [UInt8] {
    defer { bytes = [] }
    return bytes
  }

  /// Reserves room for the next bytes, to avoid repeated growth.
  public mutating func reserve(_ count: Int) { bytes.reserveCapacity(bytes.count + count) }

  /// Ends a line. The next value begins a new text.
  public mutating func endLine() {
    bytes.append(0x0A)
    needsComma = false
  }

  // MARK: - Structure

  /// Begins an object. Keys and values follow, then `endObject`.
  public mutating func beginObject() { begin(UInt8(ascii: "{")) }
  /// Ends the object of the last `beginObject`.
  public mutating func endObject() { end(UInt8(ascii: "}")) }
  /// Begins an array. Values follow, then `endArray`.
  public mutating func beginArray() { begin(UInt8(ascii: "[")) }
  /// Ends the array of the last `beginArray`.
  public mutating func endArray() { end(UInt8(ascii: "]")) }

  private mutating func begin(_ bracket: UInt8) {
    comma()
    bytes.append(bracket)
    needsComma = false
  }

  private mutating func end(_ bracket: UInt8) {
    bytes.append(bracket)
    needsComma = true
  }

  private mutating func comma() {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
    needsComma = true
  }

  /// Writes the name of a member. Its value must follow.
  public mutating func key(_ name: StaticString) {
    putQuoted(
      UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount), isKey: true)
  }

  /// Writes the name of a member that is not a literal. Its value must follow.
  public mutating func key(_ name: String) {
    string(name)
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
  }

  // MARK: - Values

  /// Writes `null`.
  public mutating func null() {
    comma()
    bytes.append(contentsOf: "null".utf8)
  }

  /// Writes `true` or `false`.
  public mutating func bool(_ value: Bool) {
    comma()
    bytes.append(contentsOf: value ? "true".utf8 : "false".utf8)
  }

  /// Writes a whole number of any size. Many readers support only 53 bits.
  public mutating func int(_ value: some BinaryInteger) {
    comma()
    bytes.append(contentsOf: String(value).utf8)
  }

  /// Writes a number, or null if it is not finite.
  public mutating func double(_ value: Double) {
    guard value.isFinite else { return null() }
    if let whole = Int(exactly: value), abs(whole) < 1 << 53 { return int(whole) }
    comma()
    bytes.append(contentsOf: "\(value)".utf8)
  }

  /// Writes a number from its digits, which must be valid JSON.
  public mutating func number(_ digits: String) {
    comma()
    bytes.append(contentsOf: digits.utf8)
  }

  /// Writes a string with the necessary escapes, or null.
  public mutating func string(_ value: String?) {
    guard var value else { return null() }
    value.withUTF8 { text in
      // Most strings need no escapes.
      if JSONStringEscaper.escapesNothing(of: text, escaping: escaping) { return putQuoted(text) }
      comma()
      bytes.append(UInt8(ascii: "\""))
      JSONStringEscaper.append(text, escaping: escaping, to: &bytes)
      bytes.append(UInt8(ascii: "\""))
    }
  }

  /// Appends a comma if needed, quoted text without escapes, and a colon after a key. Room is reserved only once.
  @inline(__always)
  private mutating func putQuoted(_ text: UnsafeBufferPointer<UInt8>, isKey: Bool = false) {
    let comma = needsComma ? 1 : 0
    needsComma = !isKey
    let count = comma + text.count + (isKey ? 3 : 2)
    bytes.append(addingCapacity: count) { output in
      output.withUnsafeMutableBufferPointer { room, filled in
        guard var next = room.baseAddress.map({ $0 + filled }) else { return }
        next[0] = UInt8(ascii: ",")
        next += comma
        next[0] = UInt8(ascii: "\"")
        if let start = text.baseAddress { (next + 1).update(from: start, count: text.count) }
        next[text.count + 1] = UInt8(ascii: "\"")
        if isKey { next[text.count + 2] = UInt8(ascii: ":") }
        filled += count
      }
    }
  }

  /// Writes a string that `write` appends. It must be ASCII that needs no escapes, such as a date.
  public mutating func plain(_ write: (inout [UInt8]) -> Void) {
    comma()
    bytes.append(UInt8(ascii: "\""))
    write(&bytes)
    bytes.append(UInt8(ascii: "\""))
  }

  /// Writes bytes that are a whole JSON value.
  public mutating func raw(_ json: some Collection<UInt8>) {
    comma()
    bytes.append(contentsOf: json)
  }

  /// Writes a whole value. Numbers keep their original digits.
  public mutating func value(_ value: JSONValue) {
    switch value {
    case .null: null()
    case .bool(let bool): self.bool(bool)
    case .number(let digits): number(digits)
    case .string(let string): self.string(string)
    case .array(let elements):
      beginArray()
      for element in elements { self.value(element) }
      endArray()
    case .object(let members):
      beginObject()
      for member in members {
        key(member.key)
        self.value(member.value)
      }
      endObject()
    }
  }
}

// MARK: - Members

extension JSONWriter {
  /// Writes a member with a string, or null.
  public mutating func field(_ name: StaticString, _ value: String?) {
    key(name)
    string(value)
  }

  /// Writes a member with a whole number.
  public mutating func field(_ name: StaticString, _ value: some BinaryInteger) {
    key(name)
    int(value)
  }

  /// Writes a member with `true` or `false`.
  public mutating func field(_ name: StaticString, _ value: Bool) {
    key(name)
    bool(value)
  }

  /// Writes a member with a number, or null if it is not finite.
  public mutating func field(_ name: StaticString, _ value: Double) {
    key(name)
    double(value)
  }

  /// Writes a member of any kind, including `.null`.
  public mutating func field(_ name: StaticString, _ value: JSONValue) {
    key(name)
    self.value(value)
  }
}

extension JSONValue {
  /// The value as compact text.
  public var compact: String {
    var writer = JSONWriter()
    writer.value(self)
    return String(decoding: writer.bytes, as: UTF8.self)
  }
}
