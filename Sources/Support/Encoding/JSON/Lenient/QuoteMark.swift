/// Recognizes the quotation marks that models use for strings.
enum QuoteMark: Equatable {
  /// `"`, the only one in JSON.
  case double
  case single
  case backtick
  /// “ ” „ ‟ and « »
  case curlyDouble
  /// ‘ ’ ‚ ‛
  case curlySingle

  /// Returns the quotation mark at a position and its length in bytes; nil if there is no such mark.
  @inline(__always)
  static func at(_ index: Int, in bytes: [UInt8]) -> (mark: QuoteMark, length: Int)? {
    switch bytes[index] {
    case UInt8(ascii: "\""): return (.double, 1)
    case UInt8(ascii: "'"): return (.single, 1)
    case UInt8(ascii: "`"): return (.backtick, 1)
    case 0xE2: return curly(index, bytes)
    // « is C2 AB, » is C2 BB.
    case 0xC2 where index + 1 < bytes.count && bytes[index + 1] & 0xEF == 0xAB:
      return (.curlyDouble, 2)
    default: return nil
    }
  }

  /// U+2018 to U+201B are single, U+201C to U+201F are double.
  private static func curly(_ index: Int, _ bytes: [UInt8]) -> (mark: QuoteMark, length: Int)? {
    guard index + 2 < bytes.count, bytes[index + 1] == 0x80 else { return nil }
    switch bytes[index + 2] {
    case 0x98...0x9B: return (.curlySingle, 3)
    case 0x9C...0x9F: return (.curlyDouble, 3)
    default: return nil
    }
  }

  /// Whether a string that begins with this mark may end with another one.
  @inline(__always)
  func mayClose(with other: QuoteMark) -> Bool {
    switch self {
    case .double: other == .double || other == .curlyDouble
    case .single: other == .single
    case .backtick: other == .backtick
    case .curlyDouble: other == .curlyDouble || other == .double
    case .curlySingle: other == .curlySingle || other == .single
    }
  }
}
