/// A pull parser for one JSON text (RFC 8259) in memory.
///
///     var reader = JSONReader(bytes)
///     try reader.beginObject()
///     while let key = try reader.nextKey() {
///       switch key {
///       case "task": task = try reader.readString()
///       default: try reader.skipValue()
///       }
///     }
///     try reader.finish()
///
/// After each key, and each `true` from `nextElement`, exactly one value must be read or skipped. The syntax of
/// values that are read is checked strictly; invalid characters are repaired (`repairedStrings`). Values that are
/// skipped are only scanned for brackets and quotes, which is several times faster. The text must outlive the reader
/// and its slices.
public struct JSONReader {
  private(set) var base: UnsafePointer<UInt8>
  private(set) var end: Int
  /// The position of the next byte, from the start of the bytes.
  public internal(set) var position: Int
  /// The number of open arrays and objects.
  public internal(set) var depth = 0
  /// The number of strings with invalid UTF-8 or lone surrogates, which were repaired.
  public internal(set) var repairedStrings = 0

  private var isFirst = true
  /// Whether nothing follows the current bytes.
  private(set) var isWhole: Bool
  let limits: Limits

  /// The limits of a reader.
  public struct Limits: Hashable, Sendable {
    /// The largest number of open arrays and objects.
    public var depth: Int
    /// Whether strings may contain unescaped control characters, as some exporters write them.
    public var allowsControlCharacters: Bool
    /// Whether strings may contain `\x1B`, as Telegram Desktop writes control characters.
    public var allowsHexEscapes: Bool

    /// Creates limits. By default, there are 512 levels and strings as in RFC 8259.
    public init(
      depth: Int = 512, allowsControlCharacters: Bool = false, allowsHexEscapes: Bool = false
    ) {
      self.depth = depth
      self.allowsControlCharacters = allowsControlCharacters
      self.allowsHexEscapes = allowsHexEscapes
    }
  }

  /// Starts at the beginning of a whole text.
  public init(_ bytes: UnsafeBufferPointer<UInt8>, limits: Limits = Limits()) {
    self.init(bytes, position: 0, isWhole: true, limits: limits)
  }

  /// Starts at a position in a text that may continue. Throws `endOfText` at the end of the bytes.
  init(_ bytes: UnsafeBufferPointer<UInt8>, position: Int, isWhole: Bool, limits: Limits) {
    base = bytes.baseAddress ?? JSONReader.nothing
    end = bytes.count
    self.position = position
    self.isWhole = isWhole
    self.limits = limits
  }

  /// Continues at the start of `bytes`, which follow the bytes read so far.
  mutating func `continue`(in bytes: UnsafeBufferPointer<UInt8>, isWhole: Bool) {
    base = bytes.baseAddress ?? JSONReader.nothing
    end = bytes.count
    position = 0
    self.isWhole = isWhole
  }

  /// Returns to an earlier position in the same bytes. `earlier` is a copy of the reader there.
  mutating func goBack(to position: Int, as earlier: JSONReader) {
    self.position = position
    depth = earlier.depth
    isFirst = earlier.isFirst
    repairedStrings = earlier.repairedStrings
  }

  // A substitute for the null address of an empty buffer. It is never read.
  private static var nothing: UnsafePointer<UInt8> { ("" as StaticString).utf8Start }

  // MARK: - Structure

  /// Returns the kind of the next value.
  @inline(__always)
  public mutating func peek() throws(JSONError) -> JSONKind {
    switch try nextByte() {
    case UInt8(ascii: "\""): return .string
    case UInt8(ascii: "{"): return .object
    case UInt8(ascii: "["): return .array
    case UInt8(ascii: "t"), UInt8(ascii: "f"): return .bool
    case UInt8(ascii: "n"): return .null
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"): return .number
    case let byte: throw JSONError(.unexpected(byte, expected: .value), at: position)
    }
  }

  /// Enters an object. Throws if another value is next, or `limits.depth` are open.
  public mutating func beginObject() throws(JSONError) {
    try begin(UInt8(ascii: "{"), .object)
  }

  /// Enters an array. Throws if another value is next, or `limits.depth` are open.
  public mutating func beginArray() throws(JSONError) {
    try begin(UInt8(ascii: "["), .array)
  }

  private mutating func begin(_ bracket: UInt8, _ kind: JSONKind) throws(JSONError) {
    guard try nextByte() == bracket else { throw try mismatch(expected: kind) }
    guard depth < limits.depth else {
      throw JSONError(.tooDeep(limit: limits.depth), at: position)
    }
    position += 1
    depth += 1
    isFirst = true
  }

  /// Moves to the next member of the object and returns its key. At the end, leaves the object and returns nil.
  @inline(__always)
  public mutating func nextKey() throws(JSONError) -> JSONSlice? {
    guard try advance(toEnd: UInt8(ascii: "}")) else { return nil }
    guard try nextByte() == UInt8(ascii: "\"") else {
      throw JSONError(.unexpected(base[position], expected: .key), at: position)
    }
    let key = try readSlice()
    guard try nextByte() == UInt8(ascii: ":") else {
      throw JSONError(.unexpected(base[position], expected: .colon), at: position)
    }
    position += 1
    isFirst = false
    return key
  }

  /// Moves to the next element of the array. At the end, leaves the array and returns false.
  @inline(__always)
  public mutating func nextElement() throws(JSONError) -> Bool {
    guard try advance(toEnd: UInt8(ascii: "]")) else { return false }
    // In ",]" no element follows the comma.
    if try nextByte() == UInt8(ascii: "]") {
      throw JSONError(.unexpected(base[position], expected: .value), at: position)
    }
    isFirst = false
    return true
  }

  /// Reads the comma. At the closing bracket, reads that and returns false.
  @inline(__always)
  private mutating func advance(toEnd bracket: UInt8) throws(JSONError) -> Bool {
    let byte = try nextByte()
    if byte == bracket, depth > 0 {
      position += 1
      depth -= 1
      isFirst = false
      return false
    }
    if isFirst { return true }
    guard byte == UInt8(ascii: ",") else {
      throw JSONError(.unexpected(byte, expected: .commaOrEnd), at: position)
    }
    position += 1
    return true
  }

  /// Throws if anything but white space follows.
  public mutating func finish() throws(JSONError) {
    skipWhitespace()
    if position < end { throw JSONError(.trailingText, at: position) }
  }

  // MARK: - Bytes

  /// Skips white space and returns the next byte without consuming it.
  @inline(__always)
  mutating func nextByte() throws(JSONError) -> UInt8 {
    if position < end, base[position] > 0x20 { return base[position] }
    // Python's writer puts one space after each colon and comma.
    if position + 1 < end, base[position] == 0x20, base[position + 1] > 0x20 {
      position += 1
      return base[position]
    }
    skipWhitespace()
    guard position < end else { throw JSONError(.endOfText, at: position) }
    return base[position]
  }

  mutating func skipWhitespace() {
    while position < end {
      switch base[position] {
      case 0x20, 0x0A, 0x0D, 0x09: position += 1
      default: return
      }
      // Pretty-printed exports have long runs of spaces.
      while position + 16 <= end {
        let block = ByteBlock(base + position)
        let other = .!(block.equals(0x20))
        guard let lane = ByteBlock.first(other) else {
          position += 16
          continue
        }
        position += lane
        break
      }
    }
  }

  mutating func mismatch(expected: JSONKind) throws(JSONError) -> JSONError {
    JSONError(.mismatch(found: try peek(), expected: expected), at: position)
  }
}
