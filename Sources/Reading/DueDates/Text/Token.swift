/// A word, a number or a mark of a text.
///
/// Letters and digits that touch are tokens of their own: `3pm` is a number and a word.
struct Token {
  enum Kind: UInt8 {
    /// Letters, with the apostrophes among them.
    case word
    /// ASCII digits.
    case number
    /// Anything else; `value` is its ASCII code, 0 where it has none.
    case mark
    /// What lies beyond either end of the text.
    case outside
  }

  /// What lies between a token and the one before it.
  enum Gap: UInt8 {
    case none, space, line
  }

  var kind: Kind
  var gap: Gap
  /// Whether a word begins with a capital letter.
  var isCapitalised = false
  /// How many digits a number has, at most 255.
  var digits: UInt8 = 0
  /// Where the token lies in the text, in bytes.
  var start: Int32
  var end: Int32
  /// A number's value, -1 where it has more than nine digits; a mark's ASCII code.
  var value: Int32 = 0
  /// The word's place in the lexicon; 0 where it is not in it.
  var word: Int32 = 0
  /// What the word can be in this text.
  var roles: DateRoles = []

  /// Whether it is the mark of an ASCII character.
  func isMark(_ character: Unicode.Scalar) -> Bool {
    kind == .mark && value == Int32(character.value)
  }

  static let outside = Token(kind: .outside, gap: .line, start: 0, end: 0)
}
