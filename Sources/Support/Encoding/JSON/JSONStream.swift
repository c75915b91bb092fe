/// A pull parser for one JSON text of any size from a `ByteSource`, without having it all in memory.
///
/// The outer arrays and objects are entered step by step. An inner value is read whole by a `JSONReader` and may have
/// at most `valueLimit` bytes. Values of any size can be skipped.
public struct JSONStream: ~Copyable {
  private let window: ByteWindow
  private var reader: JSONReader
  private let valueLimit: Int
  private let limits: JSONReader.Limits

  /// Starts at the first byte of the source, after a byte order mark if there is one.
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

  /// The position of the next byte, from the start of the source.
  public var offset: Int { window.offset + reader.position }
  /// The number of open arrays and objects.
  public var depth: Int { reader.depth }

  /// Returns the kind of the next value.
  public mutating func peek() throws -> JSONKind {
    try step { reader throws(JSONError) in try reader.peek() }
  }

  /// Enters an object. Throws if another value is next.
  public mutating func beginObject() throws {
    try step { reader throws(JSONError) in try reader.beginObject() }
  }

  /// Enters an array. Throws if another value is next.
  public mutating func beginArray() throws {
    try step { reader throws(JSONError) in try reader.beginArray() }
  }

  /// Moves to the next member of the object and returns its key. At the end, leaves the object and returns nil.
  public mutating func nextKey() throws -> String? {
    try step { reader throws(JSONError) in try reader.nextKey()?.string }
  }

  /// Moves to the next element of the array. At the end, leaves the array and returns false.
  public mutating func nextElement() throws -> Bool {
    try step { reader throws(JSONError) in try reader.nextElement() }
  }

  /// Reads the next value with `read`, which must read exactly one value. It may be called again from the start of the
  /// value after more bytes were loaded.
  ///
  /// Throws `tooLong` for a value over the limit, which can then be skipped.
  @inline(__always)
  public mutating func value<Value>(
    _ read: (inout JSONReader) throws(JSONError) -> Value
  ) throws -> Value {
    try step(read)
  }

  /// Reads the next value like `value`, without moving past it.
  public mutating func lookAhead<Value>(
    _ read: (inout JSONReader) throws(JSONError) -> Value
  ) throws -> Value {
    let before = reader
    let start = offset
    let value = try step(read)
    reader.goBack(to: start - window.offset, as: before)
    return value
  }

  /// Skips the next value of any size.
  public mutating func skipValue() throws {
    switch try peek() {
    case .object, .array: try skipStructure()
    case .string: try skipString()
    default: try step { reader throws(JSONError) in try reader.skipValue() }
    }
  }

  /// Returns whether only white space follows.
  public mutating func isAtEnd() throws -> Bool {
    repeat {
      reader.skipWhitespace()
      if reader.position < window.bytes.count { return false }
      window.take(reader.position)
    } while try extend()
    return true
  }

  /// Throws if anything but white space follows.
  public mutating func finish() throws {
    if try !isAtEnd() { throw JSONError(.trailingText, at: offset) }
  }

  // MARK: - Windows

  /// Runs a step of the reader. If bytes are missing, loads more and repeats the step.
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

  /// Discards what was read and loads more. Throws if the source has ended, or the window is full.
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

  /// Points the reader at the start of the window's bytes. Its state is kept.
  private mutating func reload() {
    reader.continue(in: window.bytes, isWhole: window.isAtEnd)
  }

  private mutating func skipStructure() throws {
    var skipper = StructureSkipper()
    window.take(reader.position)
    try skip { skipper.scan($0, count: $1) }
  }

  /// Escapes are skipped without a check, as in all skipped values.
  private mutating func skipString() throws {
    window.take(reader.position + 1)
    var isEscaped = false
    try skip { Self.stringEnd(in: $0, $1, &isEscaped) }
  }

  /// Skips bytes until `end` returns a position in the current chunk; nil means that the end is not in it.
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

  /// Returns the end of a string that continues in these bytes, or nil if it continues after them. `isEscaped` is then
  /// whether the last byte escapes the next one.
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
