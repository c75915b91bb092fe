/// A JSON string as it stands in the text, between its quotes, with its escapes.
///
/// It points into the reader's text, and is valid only as long as the text.
public struct JSONSlice {
  /// The bytes between the quotes, with their escapes.
  public let bytes: UnsafeBufferPointer<UInt8>
  /// Whether they contain a backslash.
  public let isEscaped: Bool

  /// Creates a slice from the bytes of a string that was read before.
  @inlinable
  public init(bytes: UnsafeBufferPointer<UInt8>, isEscaped: Bool) {
    self.bytes = bytes
    self.isEscaped = isEscaped
  }

  /// Whether the decoded string equals `literal`, which must be ASCII.
  @inlinable
  public func equals(_ literal: StaticString) -> Bool {
    if isEscaped { return equalsUnescaped(literal) }
    let count = literal.utf8CodeUnitCount
    guard bytes.count == count else { return false }
    let start = literal.utf8Start
    var index = 0
    while index < count {
      if bytes[index] != start[index] { return false }
      index += 1
    }
    return true
  }

  @usableFromInline
  func equalsUnescaped(_ literal: StaticString) -> Bool { string == literal.description }

  /// Compares a slice with a literal in a `switch`.
  @inlinable
  public static func ~= (literal: StaticString, slice: JSONSlice) -> Bool {
    slice.equals(literal)
  }

  /// Whether the bytes are the string itself: ASCII without escapes.
  public var isPlain: Bool { !isEscaped && StringScan.isASCII(bytes) }

  /// Whether the decoded bytes are valid UTF-8 without lone surrogates.
  public var isWellFormed: Bool {
    if !isEscaped || JSONEscapes.areSingle(bytes) { return bytes.isUTF8 }
    return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: bytes.count) { buffer in
      let (count, isWellFormed) = JSONEscapes.decode(bytes, into: buffer)
      return isWellFormed && UnsafeBufferPointer(rebasing: buffer[..<count]).isUTF8
    }
  }

  /// The decoded string. `TextEncoding` decodes invalid UTF-8, and lone surrogates become U+FFFD.
  public var string: String { read().string }

  /// Returns the decoded string, and whether it was repaired.
  public func read() -> (string: String, isRepaired: Bool) {
    if !isEscaped { return Self.read(bytes) }
    return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: bytes.count) { buffer in
      let (count, isWellFormed) = JSONEscapes.decode(bytes, into: buffer)
      let (string, isRepaired) = Self.read(UnsafeBufferPointer(rebasing: buffer[..<count]))
      return (string, isRepaired || !isWellFormed)
    }
  }

  private static func read(_ bytes: UnsafeBufferPointer<UInt8>) -> (String, Bool) {
    // Validation is several times slower than a search for high bits, which most strings lack.
    if StringScan.isASCII(bytes) { return (String(decoding: bytes, as: UTF8.self), false) }
    if let string = String(validating: bytes, as: UTF8.self) { return (string, false) }
    return (TextEncoding.string(bytes), true)
  }
}
