/// A word, a number or a mark of a text, as `Grammar` reads it. It is not a token of a language model.
///
/// Adjacent letters and digits are separate tokens: `3pm` is a number and a word.
struct Token {
  enum Kind: UInt8 {
    /// Letters, with apostrophes between them.
    case word
    /// ASCII digits.
    case number
    /// Any other character; `value` is its ASCII code, or 0 if it has none.
    case mark
    /// The place before or after the text.
    case outside
  }

  /// The gap between a token and the one before it.
  enum Gap: UInt8 {
    case none, space, line
  }

  var kind: Kind
  var gap: Gap
  /// Whether a word begins with a capital letter.
  var isCapitalised = false
  /// The number of digits, at most 255.
  var digits: UInt8 = 0
  /// The token's place in the text, in bytes.
  var start: Int32
  var end: Int32
  /// A number's value, or -1 with more than nine digits; a mark's ASCII code.
  var value: Int32 = 0
  /// The word's index in the lexicon; 0 if it is unknown.
  var word: Int32 = 0
  /// The roles of the word in this text.
  var roles: DateRoles = []

  /// Whether the token is the mark of an ASCII character.
  func isMark(_ character: Unicode.Scalar) -> Bool {
    kind == .mark && value == Int32(character.value)
  }

  static let outside = Token(kind: .outside, gap: .line, start: 0, end: 0)
}
