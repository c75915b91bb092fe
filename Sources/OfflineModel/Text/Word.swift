/// A word of a message: where it stands, what it is, and what stands behind it.
struct Word {
  /// Where the word stands in the message's bytes.
  var start: Int32
  var end: Int32
  /// The word's number in the lexicon, 0 for one that it does not hold.
  var id: UInt16 = 0
  /// What it may be, by the lexicon.
  var roles: Roles = []
  /// What kind of word it is, by its letters alone.
  var form: Form = []
  /// What stands between this word and the next.
  var after: Gap = []
  /// FNV-1a over the letters in lower case, by which names are found.
  var hash: UInt64 = 0

  /// What stands where there is no word.
  static var nothing: Word { Word(start: 0, end: 0) }

  /// What a word is by its letters.
  struct Form: OptionSet {
    let rawValue: UInt8
    static let capital = Form(rawValue: 1)
    /// `@anna`
    static let mention = Form(rawValue: 2)
    /// Between quotation marks.
    static let quoted = Form(rawValue: 4)
    /// Code, or a link: its words are not read.
    static let opaque = Form(rawValue: 8)
    /// Holds a digit: a ticket, a version, a number.
    static let digit = Form(rawValue: 16)
    static let link = Form(rawValue: 32)
  }

  /// What stands behind a word.
  struct Gap: OptionSet {
    let rawValue: UInt8
    static let comma = Gap(rawValue: 1)
    static let colon = Gap(rawValue: 2)
    static let dash = Gap(rawValue: 4)
    static let paren = Gap(rawValue: 8)
    static let stop = Gap(rawValue: 16)
    static let question = Gap(rawValue: 32)
    static let line = Gap(rawValue: 64)
    static let quote = Gap(rawValue: 128)

    /// Whether a clause may end here.
    var endsPhrase: Bool { !isEmpty && self != .quote }
  }
}
