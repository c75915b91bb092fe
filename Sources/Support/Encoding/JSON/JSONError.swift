/// An error in a JSON text or a BSON document, with its position.
public struct JSONError: Error, Hashable, Sendable {
  /// The error, without the position.
  public var reason: Reason
  /// The position in bytes from the start of the text.
  public var offset: Int

  /// Creates an error. `offset` is in bytes from the start of the text.
  @inlinable
  public init(_ reason: Reason, at offset: Int) {
    self.reason = reason
    self.offset = offset
  }

  /// The errors of a JSON text (RFC 8259), or of a caller's expectation.
  public enum Reason: Hashable, Sendable {
    /// The text ends in the middle of a value.
    case endOfText
    /// A byte that is not allowed here. The second value says what is.
    case unexpected(UInt8, expected: Expectation)
    /// A value of another kind than the caller expects.
    case mismatch(found: JSONKind, expected: JSONKind)
    /// Arrays and objects nested beyond the reader's limit.
    case tooDeep(limit: Int)
    /// A backslash before another character than `"\/bfnrtu`, or `\u` without four hex digits.
    case escape
    /// An unescaped control character in a string.
    case controlCharacter(UInt8)
    /// A number with invalid syntax, such as `01` or `1.`.
    case number
    /// A number that does not fit into the requested type.
    case range
    /// Text after the value.
    case trailingText
    /// A value that contains more values than the reader's limit.
    case tooMany(limit: Int)
    /// A single value or line longer than the reader's limit, in bytes.
    case tooLong(limit: Int)
  }

  /// The input that would be valid at a position.
  public enum Expectation: String, Hashable, Sendable {
    case value = "a value"
    case key = "a key in double quotes"
    case colon = "':'"
    case commaOrEnd = "',' or the end of the array or object"
    case literal = "true, false or null"
  }
}

extension JSONError: CustomStringConvertible {
  /// The message for a person, with the offset.
  public var description: String { "\(reason) at byte \(offset)" }
}

extension JSONError.Reason: CustomStringConvertible {
  /// The message for a person.
  public var description: String {
    switch self {
    case .endOfText: "the text ends in the middle of a value"
    case .unexpected(let byte, let expected):
      "\(Self.name(of: byte)) instead of \(expected.rawValue)"
    case .mismatch(let found, let expected):
      "\(found.rawValue) instead of \(expected.rawValue)"
    case .tooDeep(let limit): "nested more than \(limit) deep"
    case .escape: "an unknown escape in a string"
    case .controlCharacter(let byte): "\(Self.name(of: byte)), unescaped, in a string"
    case .number: "a malformed number"
    case .range: "a number out of range"
    case .trailingText: "text after the end of the value"
    case .tooMany(let limit): "a value with more than \(limit) values in it"
    case .tooLong(let limit): "a value longer than \(limit) bytes"
    }
  }

  private static func name(of byte: UInt8) -> String {
    if (0x21...0x7E).contains(byte) { return "'\(Character(Unicode.Scalar(byte)))'" }
    let hex = String(byte, radix: 16, uppercase: true)
    return "byte 0x" + (hex.utf8.count < 2 ? "0" + hex : hex)
  }
}
