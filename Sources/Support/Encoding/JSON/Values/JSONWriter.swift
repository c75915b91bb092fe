/// Writes JSON (RFC 8259) as compact UTF-8, appending to bytes.
///
/// Commas and colons come by themselves; the caller sees to it that what is begun is ended.
public struct JSONWriter: Sendable {
  /// What was written so far.
  public private(set) var bytes: [UInt8] = []
  /// What is written as an escape beyond what the grammar demands.
  public let escaping: Escaping

  private var needsComma = false

  /// What is written as an escape beyond what the grammar demands.
  public enum Escaping: Sendable {
    /// Nothing: for files and for programs.
    case minimal
    /// Characters that a terminal would act on rather than show: C1 controls, delete, marks and
    /// overrides of direction, line separators, zero-width ones.
    case invisibles
  }

  /// Starts with nothing.
  public init(escaping: Escaping = .minimal) {
    self.escaping = escaping
  }

  /// Takes what was written; writing goes on where it was, also within an array or an object.
  public mutating func take() -> [UInt8] {
    defer { bytes = [] }
    return bytes
  }

  /// Makes room for bytes that are about to be written, so that it need not be made bit by bit.
  public mutating func reserve(_ count: Int) { bytes.reserveCapacity(bytes.count + count) }

  /// Ends a line: the next value begins a new text.
  public mutating func endLine() {
    bytes.append(0x0A)
    needsComma = false
  }

  // MARK: - Structure

  /// Begins an object: keys and values follow, then `endObject`.
  public mutating func beginObject() { begin(UInt8(ascii: "{")) }
  /// Ends what `beginObject` began last.
  public mutating func endObject() { end(UInt8(ascii: "}")) }
  /// Begins an array: values follow, then `endArray`.
  public mutating func beginArray() { begin(UInt8(ascii: "[")) }
  /// Ends what `beginArray` began last.
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

  /// Writes a member's name; its value has to follow.
  public mutating func key(_ name: StaticString) {
    putQuoted(
      UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount), isKey: true)
  }

  /// Writes a member's name that is not known beforehand; its value has to follow.
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

  /// Writes a whole number of any size: not every reader takes more than 53 bits.
  public mutating func int(_ value: some BinaryInteger) {
    comma()
    bytes.append(contentsOf: String(value).utf8)
  }

  /// Writes a number; one that JSON cannot write becomes null.
  public mutating func double(_ value: Double) {
    guard value.isFinite else { return null() }
    if let whole = Int(exactly: value), abs(whole) < 1 << 53 { return int(whole) }
    comma()
    bytes.append(contentsOf: "\(value)".utf8)
  }

  /// Writes a number from its digits, which must be a JSON number.
  public mutating func number(_ digits: String) {
    comma()
    bytes.append(contentsOf: digits.utf8)
  }

  /// Writes a string, escaped where JSON asks for it, or null.
  public mutating func string(_ value: String?) {
    guard var value else { return null() }
    value.withUTF8 { text in
      // Most strings are written as they are.
      if JSONStringEscaper.escapesNothing(of: text, escaping: escaping) { return putQuoted(text) }
      comma()
      bytes.append(UInt8(ascii: "\""))
      JSONStringEscaper.append(text, escaping: escaping, to: &bytes)
      bytes.append(UInt8(ascii: "\""))
    }
  }

  /// Appends a comma where one is due, text in quotes that needs no escapes, and a colon behind a key: room
  /// is looked for once, not byte by byte.
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

  /// Writes a string that `write` appends as ASCII without anything to escape, such as a date.
  public mutating func plain(_ write: (inout [UInt8]) -> Void) {
    comma()
    bytes.append(UInt8(ascii: "\""))
    write(&bytes)
    bytes.append(UInt8(ascii: "\""))
  }

  /// Writes bytes that are a whole JSON value already.
  public mutating func raw(_ json: some Collection<UInt8>) {
    comma()
    bytes.append(contentsOf: json)
  }

  /// Writes a value with all that is in it; numbers by the digits they were read with.
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
  /// Writes a member; without a value it is null.
  public mutating func field(_ name: StaticString, _ value: String?) {
    key(name)
    string(value)
  }

  /// Writes a member that is a whole number.
  public mutating func field(_ name: StaticString, _ value: some BinaryInteger) {
    key(name)
    int(value)
  }

  /// Writes a member that is `true` or `false`.
  public mutating func field(_ name: StaticString, _ value: Bool) {
    key(name)
    bool(value)
  }

  /// Writes a member; a number that JSON cannot write becomes null.
  public mutating func field(_ name: StaticString, _ value: Double) {
    key(name)
    double(value)
  }

  /// Writes a member of any kind; `.null` is written, too.
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
