import CivilTime

/// The rules that read deadlines from the tokens of one text. `DueDateReader` calls `deadline` token by token.
///
/// This file has helpers for the rules. Each rule looks at the roles of the tokens from one index on, and returns its
/// reading and where it stopped. There are rules for clock times (`Grammar+Clocks`), calendar dates (`Grammar+Dates`),
/// named days, spans, periods and holidays, in files of those names. `Grammar+Phrases` combines their readings, and
/// `Resolver` turns the result into a day. A rule looks at few tokens, so the time is linear.
struct Grammar {
  let bytes: UnsafeBufferPointer<UInt8>
  let tokens: [Token]
  let lexicon: DateLexicon
  let reference: Reference
  let resolver: Resolver
  let setting: DueDateReader.Setting
  /// The tokens of the text without punctuation and small words at either end.
  let core: Range<Int>
  /// Whether the text's language capitalises nouns.
  let capitalisesNouns: Bool
  /// The number of nested days in `the Friday after the Friday after …`.
  private var depth = 0

  init(
    bytes: UnsafeBufferPointer<UInt8>, list: TokenList, lexicon: DateLexicon, reference: Reference,
    order: DateOrder?, setting: DueDateReader.Setting
  ) {
    self.bytes = bytes
    self.lexicon = lexicon
    self.reference = reference
    self.setting = setting
    resolver = Resolver(reference: reference, order: order)
    capitalisesNouns = lexicon.capitalisesNouns(list)
    let tokens = lexicon.meanings(of: list)
    self.tokens = tokens
    func counts(_ token: Token) -> Bool {
      let idle: DateRoles = [.article, .on, .at, .in, .of, .by, .for, .around, .from, .am]
      return token.kind != .mark && token.roles.isDisjoint(with: idle)
    }
    let first = tokens.firstIndex(where: counts) ?? 0
    core = first..<max(first, (tokens.lastIndex(where: counts) ?? -1) + 1)
  }

  /// The same grammar, for reading the day that another day is counted from; nil beyond the limit of nesting.
  func deeper() -> Grammar? {
    guard depth < 2 else { return nil }
    var grammar = self
    grammar.depth += 1
    return grammar
  }

  /// A reading and the index of the token after it.
  typealias Found = (reading: Reading, end: Int)

  // MARK: - Tokens

  /// The token at an index, or `.outside` beyond either end.
  func token(_ index: Int) -> Token {
    tokens.indices.contains(index) ? tokens[index] : .outside
  }

  func roles(_ index: Int) -> DateRoles {
    tokens.indices.contains(index) ? tokens[index].roles : []
  }

  func has(_ index: Int, _ role: DateRoles) -> Bool {
    !roles(index).isDisjoint(with: role)
  }

  func word(_ index: Int) -> DateWord { lexicon.words[Int(token(index).word)] }

  func isMark(_ index: Int, _ character: Unicode.Scalar) -> Bool {
    token(index).isMark(character)
  }

  /// Whether a token is one of two or three marks.
  func isMark(
    _ index: Int, _ a: Unicode.Scalar, _ b: Unicode.Scalar, _ c: Unicode.Scalar? = nil
  ) -> Bool {
    isMark(index, a) || isMark(index, b) || c.map { isMark(index, $0) } ?? false
  }

  func isNumber(_ index: Int) -> Bool { token(index).kind == .number }

  /// Whether a token directly follows the one before it, without a gap.
  func touches(_ index: Int) -> Bool { token(index).gap == .none }

  /// The token's number, if it has at most `digits` digits and lies in the range.
  func number(_ index: Int, digits: Int, in range: ClosedRange<Int>) -> Int? {
    let token = token(index)
    guard token.kind == .number, token.digits <= digits, range.contains(Int(token.value)) else {
      return nil
    }
    return Int(token.value)
  }

  /// A one-letter word as a lower-case ASCII letter.
  func letter(_ index: Int) -> UInt8? {
    let token = token(index)
    guard token.kind == .word, token.end - token.start == 1 else { return nil }
    return bytes[Int(token.start)] | 0x20
  }

  /// Whether a token is this ASCII letter, in either case.
  func isLetter(_ index: Int, _ letter: Unicode.Scalar) -> Bool {
    self.letter(index) == UInt8(ascii: letter)
  }

  /// The text of a word of at most 8 bytes; empty for any other token.
  func text(_ index: Int) -> String {
    let token = token(index)
    guard token.kind == .word, token.end - token.start <= 8 else { return "" }
    return String(decoding: bytes[Int(token.start)..<Int(token.end)], as: UTF8.self)
  }

  /// The range in the text of the tokens from `first` up to `end`, in bytes.
  func bytes(from first: Int, to end: Int) -> Range<Int> {
    let start = Int(token(first).start)
    return start..<max(start, Int(token(min(end, tokens.count) - 1).end))
  }

  // MARK: - Surroundings

  /// Whether a number or name may begin at a token: no text touches it from the left that it would be a part of.
  func isOpen(before index: Int) -> Bool {
    guard touches(index), index > 0 else { return !isMark(index - 1, "$") }
    let left = token(index - 1)
    guard left.kind == .mark else { return false }
    // 5/22(Fri)
    if left.isMark("("), token(index).kind == .word { return true }
    switch Unicode.Scalar(UInt8(truncatingIfNeeded: left.value)) {
    case "(", "[", "{", "\"", "'", "<", ">", "=", "~", "*", "!", "?", ";", ":", "@", "|":
      // A colon or a quotation mark after a digit is part of a time or a measure.
      return !(isNumber(index - 2) && touches(index - 1)) || left.isMark("@")
    case ",": return !isNumber(index - 2)
    case "-":
      // Mon-Wed
      if has(index - 2, [.weekday, .relativeDay, .month, .ordinalEnding]) { return true }
      return !touches(index - 1) || isMark(index - 2, ")") || token(index - 2).kind == .outside
    case ".": return isMark(index - 2, ".")
    case "/":
      // today/tomorrow
      return has(index - 2, [.relativeDay, .weekday])
    default: return left.value == 0
    }
  }

  /// Whether a number or name may end before `index`: no text touches it from the right that continues it.
  func isClosed(at index: Int) -> Bool {
    guard touches(index), token(index).kind != .outside else { return true }
    let right = token(index)
    guard right.kind == .mark else { return false }
    switch Unicode.Scalar(UInt8(truncatingIfNeeded: right.value)) {
    case ".", ",", ":", ";", "!", "?", "-":
      // Punctuation ends a date, unless a number follows directly, or a name as in `monday.com`.
      let next = token(index + 1)
      let isAddress = right.isMark(".") && next.kind == .word && !next.isCapitalised
      return !touches(index + 1) || !isNumber(index + 1) && !isAddress
    case "%", "$", "/", "_", "+", "#", "@", "\\", "^": return false
    default: return true
    }
  }

  /// Whether the token at `index` may follow a time: the end, punctuation or a small word, but not a noun.
  func endsPhrase(at index: Int) -> Bool {
    let next = token(index)
    switch next.kind {
    case .outside: return true
    case .mark: return isClosed(at: index) && !next.isMark("%") && !next.isMark("$")
    case .number: return false
    case .word:
      if next.gap == .line { return true }
      if next.gap == .none || has(index, .measure) { return false }
      if capitalisesNouns, !next.isCapitalised { return true }
      return has(index, Self.followers.union(.function))
    }
  }

  /// Roles that can follow a date, besides the common words.
  static let followers: DateRoles = [
    .by, .on, .at, .in, .of, .for, .and, .or, .to, .latest, .relativeDay, .dayPart, .weekday,
    .holiday, .around, .from, .this, .next, .between, .after, .early, .late,
  ]

  /// Skips one article, if there is one.
  func skipArticles(_ index: Int) -> Int {
    has(index, .article) && !has(index, .cardinal) || isThe(index) ? index + 1 : index
  }

  /// Whether a word is an article here although it may also be the number one, as in German.
  private func isThe(_ index: Int) -> Bool {
    has(index, .article) && !has(index + 1, .unit) && token(index).kind == .word
  }

  /// Makes the reading of a day.
  func day(
    _ day: Reading.Day, _ form: DueDate.Form, _ force: Reading.Force, _ leeway: Leeway = .none
  ) -> Reading {
    Reading(day: day, force: force, form: form, leeway: leeway)
  }

  /// Makes the reading of a time that is not a deadline, such as a past day. Adjacent parts belong to it.
  func nothing(upTo end: Int, _ day: Reading.Day? = nil) -> Found {
    (Reading(day: day ?? .date(reference.today), fate: .notDue, force: .certain, form: .span), end)
  }

  /// Makes the reading of a length of time that does not lead to a day. Pass `span` if it may be the time until one.
  func length(upTo end: Int, _ span: Span? = nil) -> Found {
    var reading = Reading(fate: .length, force: .certain, form: .span)
    if let span { reading.leeway = .length(span) }
    return (reading, end)
  }
}
