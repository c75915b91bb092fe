/// One thing that had to be mended to make sense of a damaged JSON text.
public struct JSONRepair: Hashable, Sendable {
  /// Which rule it was mended by.
  public var kind: Kind
  /// Where, in bytes from the start of the text.
  public var offset: Int

  /// `offset` is in the text before it was mended.
  public init(_ kind: Kind, at offset: Int) {
    self.kind = kind
    self.offset = offset
  }

  /// What can be mended.
  public enum Kind: UInt8, CaseIterable, Sendable {
    /// A comma was not there.
    case missingComma
    /// A comma had nothing behind it, or there was more than one.
    case extraComma
    /// A colon was not there, or an equals sign stood for it.
    case missingColon
    /// A key had no value; it was given null.
    case missingValue
    /// A bracket was not there, or another one stood for it.
    case missingBracket
    /// A bracket closed nothing, or closed too early.
    case extraBracket
    /// A string lacked one of its quotes.
    case missingQuote
    /// A string had a quote too many at its end.
    case extraQuote
    /// A key or a string had no quotes at all.
    case noQuotes
    /// A string stood in other quotes than double ones.
    case otherQuotes
    /// A double quote within a string was not escaped.
    case innerQuote
    /// A control character within a string was not escaped.
    case controlCharacter
    /// A backslash stood before something that needs none.
    case escape
    /// Half of a surrogate pair, or bytes that are not UTF-8; U+FFFD was put in their place.
    case brokenCharacter
    /// A comment was passed over.
    case comment
    /// Three dots stood for something that was left out.
    case ellipsis
    /// A literal or a number as another language writes it: `True`, `None`, `NaN`, `.5`, `1_000`.
    case foreignLiteral
    /// A list in parentheses or braces.
    case otherBrackets
    /// A key occurred twice in one object; the last value counts.
    case repeatedKey
    /// Words that are no JSON stood within it and were passed over.
    case strayText
    /// The JSON was written into a JSON string.
    case doubleEncoded
    /// The text ends in the middle; what was incomplete was left out.
    case cut
  }
}

extension JSONRepair.Kind: CustomStringConvertible {
  /// The words that a person reads.
  public var description: String {
    switch self {
    case .missingComma: "a missing comma"
    case .extraComma: "a comma too many"
    case .missingColon: "a missing colon"
    case .missingValue: "a missing value"
    case .missingBracket: "a missing bracket"
    case .extraBracket: "a bracket too many"
    case .missingQuote: "a missing quote"
    case .extraQuote: "a quote too many"
    case .noQuotes: "text without quotes"
    case .otherQuotes: "other quotes than double ones"
    case .innerQuote: "an unescaped quote in a string"
    case .controlCharacter: "an unescaped control character in a string"
    case .escape: "an unknown escape"
    case .brokenCharacter: "a broken character"
    case .comment: "a comment"
    case .ellipsis: "an ellipsis"
    case .foreignLiteral: "a literal of another language"
    case .otherBrackets: "other brackets around a list"
    case .repeatedKey: "a repeated key"
    case .strayText: "stray text"
    case .doubleEncoded: "JSON within a JSON string"
    case .cut: "a cut"
    }
  }
}

/// What was mended in one text: everything by kind, the first places one by one.
public struct JSONRepairs: Hashable, Sendable {
  /// The first places, at most `listed` of them.
  public private(set) var first: [JSONRepair] = []
  /// A bit for each kind that occurred, in the order of the cases.
  private var bits: UInt64 = 0
  /// How many places were mended.
  public private(set) var count = 0

  /// Places that are listed one by one.
  public static let listed = 32

  /// Starts with nothing mended.
  public init() {}

  /// Whether nothing was mended.
  public var isEmpty: Bool { count == 0 }

  /// What was mended here and, in another part of the same text, there.
  public func adding(_ other: JSONRepairs) -> JSONRepairs {
    var sum = self
    sum.count += other.count
    sum.bits |= other.bits
    sum.first += other.first.prefix(Self.listed - first.count)
    return sum
  }

  /// The kinds that occurred.
  public var kinds: Set<JSONRepair.Kind> {
    Set(JSONRepair.Kind.allCases.filter { bits >> UInt64($0.rawValue) & 1 == 1 })
  }

  mutating func note(_ kind: JSONRepair.Kind, at offset: Int) {
    count += 1
    bits |= 1 << UInt64(kind.rawValue)
    if first.count < Self.listed { first.append(JSONRepair(kind, at: offset)) }
  }
}

extension JSONRepairs: CustomStringConvertible {
  /// The kinds, as a person reads them.
  public var description: String { kinds.map(\.description).sorted().joined(separator: ", ") }
}
