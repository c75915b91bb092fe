/// Reads one JSON text from a source that does not fit into memory.
///
/// The outer arrays and objects are entered step by step; an inner value is read whole, with a
/// `JSONReader`, and may have at most `valueLimit` bytes. Values of any size can be skipped.
public struct JSONStream: ~Copyable {
  private let window: ByteWindow
  private var reader: JSONReader
  private let valueLimit: Int
  private let limits: JSONReader.Limits

  /// Starts at the source's first byte; a byte order mark there is stepped over.
  public init(
    _ source: any ByteSource, valueLimit: Int = 16 << 20, limits: JSONReader.Limits = .init()
  ) throws {
    window = ByteWindow(source, capacity: 1 << 18, limit: valueLimit)
    self.valueLimit = valueLimit
    self.limits = limits
    while window.bytes.count < 3, try window.extend() {}
    if window.bytes.starts(with: [0xEF, 0xBB, 0xBF]) { window.take(3) }
    reader = JSONReader(window.bytes, position: 0, isWhole: window.isAtEnd, limits: limits)
  }

  /// Where the next byte is read, in bytes from the start of the source.
  public var offset: Int { window.offset + reader.position }
  /// Arrays and objects that are open.
  public var depth: Int { reader.depth }

  /// The kind of the next value.
  public mutating func peek() throws -> JSONKind {
    try step { reader throws(JSONError) in try reader.peek() }
  }

  /// Enters an object; throws where another value is next.
  public mutating func beginObject() throws {
    try step { reader throws(JSONError) in try reader.beginObject() }
  }

  /// Enters an array; throws where another value is next.
  public mutating func beginArray() throws {
    try step { reader throws(JSONError) in try reader.beginArray() }
  }

  /// Goes to the next member of the object and returns its key; nil, leaving the object, at its end.
  public mutating func nextKey() throws -> String? {
    try step { reader throws(JSONError) in try reader.nextKey()?.string }
  }

  /// Goes to the next element of the array; false, leaving the array, at its end.
  public mutating func nextElement() throws -> Bool {
    try step { reader throws(JSONError) in try reader.nextElement() }
  }

  /// Reads the next value with `read`, which takes exactly one value and may be called again from
  /// its start where bytes were missing.
  ///
  /// A value beyond the limit is refused with `tooLong`; it can then be skipped.
  @inline(__always)
  public mutating func value<Value>(
    _ read: (inout JSONReader) throws(JSONError) -> Value
  ) throws -> Value {
    try step(read)
  }

  /// Reads the next value like `value`, and stays in front of it.
  public mutating func lookAhead<Value>(
    _ read: (inout JSONReader) throws(JSONError) -> Value
  ) throws -> Value {
    let before = reader
    let start = offset
    let value = try step(read)
    reader.goBack(to: start - window.offset, as: before)
    return value
  }

  /// Steps over the next value, whatever its size.
  public mutating func skipValue() throws {
    switch try peek() {
    case .object, .array: try skipStructure()
    case .string: try skipString()
    default: try step { reader throws(JSONError) in try reader.skipValue() }
    }
  }

  /// Whether nothing but white space follows.
  public mutating func isAtEnd() throws -> Bool {
    repeat {
      reader.skipWhitespace()
      if reader.position < window.bytes.count { return false }
      window.take(reader.position)
    } while try extend()
    return true
  }

  /// Makes sure that nothing but white space follows.
  public mutating func finish() throws {
    if try !isAtEnd() { throw JSONError(.trailingText, at: offset) }
  }

  // MARK: - Windows

  /// Runs one step of the reader; where bytes are missing, reads on and starts the step again.
  @inline(__always)
  private mutating func step<Value>(
    _ body: (inout JSONReader) throws(JSONError) -> Value
  ) throws -> Value {
    while true {
      let before = reader
      do throws(JSONError) {
        return try body(&reader)
      } catch {
        guard error.reason == .endOfText else {
          reader = before
          throw JSONError(error.reason, at: window.offset + error.offset)
        }
        reader = before
        try readOn()
      }
    }
  }

  /// Lets go of what was read and reads more; throws where there is no more, or no room for it.
  private mutating func readOn() throws {
    let place = window.offset + reader.position
    let wasWhole = reader.isWhole
    window.take(reader.position)
    if try extend() || window.isAtEnd && !wasWhole { return }
    throw window.isAtEnd
      ? JSONError(.endOfText, at: window.offset + window.bytes.count)
      : JSONError(.tooLong(limit: valueLimit), at: place)
  }

  private mutating func extend() throws -> Bool {
    let extended = try window.extend()
    reload()
    return extended
  }

  /// Points the reader at the window's bytes, at their start, without forgetting where it is.
  private mutating func reload() {
    reader.continue(in: window.bytes, isWhole: window.isAtEnd)
  }

  private mutating func skipStructure() throws {
    var skipper = StructureSkipper()
    window.take(reader.position)
    try skip { skipper.scan($0, count: $1) }
  }

  /// Escapes are stepped over, not checked, as in everything that is skipped.
  private mutating func skipString() throws {
    window.take(reader.position + 1)
    var isEscaped = false
    try skip { Self.stringEnd(in: $0, $1, &isEscaped) }
  }

  /// Steps over the bytes up to where `end` says that something is over; nil where that is behind them.
  private mutating func skip(to end: (UnsafePointer<UInt8>, Int) -> Int?) throws {
    while true {
      let bytes = window.bytes
      if let base = bytes.baseAddress, let end = end(base, bytes.count) {
        window.take(end)
        return reload()
      }
      window.take(bytes.count)
      guard try window.extend() else {
        reload()
        throw JSONError(.endOfText, at: window.offset)
      }
    }
  }

  /// Where a string that goes on in these bytes is over; nil where it goes on behind them, and `isEscaped` says
  /// whether their last byte escapes the next one.
  private static func stringEnd(
    in base: UnsafePointer<UInt8>, _ count: Int, _ isEscaped: inout Bool
  ) -> Int? {
    var place = isEscaped ? 1 : 0
    while place < count {
      place = StringScan.special(in: base, from: place, to: count)
      guard place < count else { break }
      if base[place] == UInt8(ascii: "\"") { return place + 1 }
      place += base[place] == UInt8(ascii: "\\") ? 2 : 1
    }
    isEscaped = place > count
    return nil
  }
}
