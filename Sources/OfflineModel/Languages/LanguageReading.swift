/// Reads one text for the languages that it may be in: a bounded part of it, and what is no talk (code, links,
/// names, numbers) not at all.
struct LanguageReading {
  /// Evidence for each language, in half words.
  private(set) var points: [Int32]
  /// Words that could have been evidence.
  private(set) var words = 0
  /// Words with capitals that are names, or of programs.
  private(set) var names = 0
  /// Of what was evidence, one bit of each word's hash: the same word again and again shows little.
  private(set) var variety: UInt64 = 0
  /// Letters of Latin script, and of others.
  private(set) var latin = 0
  private(set) var other = 0

  /// So much of a text is read: the beginning of a long message tells what the rest is in.
  private static let mostBytes = 1200
  private static let mostWords = 60

  private let table: LanguageTable
  private var word = FoldedWord()
  private var script = WrittenLanguage.Script.latin
  private var startsWithCapital = false
  private var hasInnerCapital = false
  /// The languages that have all the special letters of the word; nil where it has none.
  private var special: LanguageTable.Languages?
  /// Evidence of the last letter alone, for Korean endings.
  private var lastLetter: LanguageTable.Languages = 0
  private var startsWithArticle = false
  /// Whether an apostrophe stands behind the letters so far.
  private var isTied = false
  /// Whether the next word begins a sentence, so that a capital makes it no name.
  private var isAtStart = true
  private var hiragana = 0
  private var han = 0

  init(table: LanguageTable) {
    self.table = table
    points = [Int32](repeating: 0, count: table.count)
  }

  /// Reads another text from the beginning.
  mutating func read(_ text: UnsafeBufferPointer<UInt8>) {
    for index in points.indices { points[index] = 0 }
    (words, names, variety, latin, other, hiragana, han) = (0, 0, 0, 0, 0, 0, 0)
    isAtStart = true
    var end = min(text.count, Self.mostBytes)
    // No letter is cut in two.
    while end < text.count, end > 0, text[end] & 0xC0 == 0x80 { end -= 1 }
    var start = 0
    while start < end, words < Self.mostWords {
      if Self.isSpace(text[start]) {
        start += 1
        continue
      }
      if text[start] == UInt8(ascii: "`") {
        start = Self.endOfCode(in: text, from: start, end)
        continue
      }
      var stop = start + 1
      while stop < end, !Self.isSpace(text[stop]) { stop += 1 }
      readToken(UnsafeBufferPointer(rebasing: text[start..<stop]))
      start = stop
    }
    weighHan()
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte <= 0x20 }

  /// Behind what stands between backquotes, which is code.
  private static func endOfCode(
    in text: UnsafeBufferPointer<UInt8>, from start: Int, _ end: Int
  ) -> Int {
    let quote = UInt8(ascii: "`")
    var index = start
    while index < end, text[index] == quote { index += 1 }
    let length = index - start
    var run = 0
    while index < end {
      run = text[index] == quote ? run + 1 : 0
      index += 1
      if run == length { break }
    }
    return index
  }

  // MARK: - Words

  /// Reads what stands between spaces.
  private mutating func readToken(_ token: UnsafeBufferPointer<UInt8>) {
    let isTalk = Self.isTalk(token)
    var index = 0
    while index < token.count {
      let scalar = Self.scalar(in: token, at: &index)
      guard let letter = ScriptLetter(scalar) else {
        if (0x300...0x36F).contains(scalar) || (0x64B...0x65F).contains(scalar) || scalar == 0x640 {
          // A mark on the letter before it.
          continue
        }
        if Self.isApostrophe(scalar), word.count > 0, !isTied {
          isTied = true
        } else {
          endWord(isTalk)
          if Self.endsSentence(scalar) { isAtStart = true }
        }
        continue
      }
      if word.count > 0, letter.script != script { endWord(isTalk) }
      if isTied { takeApostrophe(isTalk) }
      add(letter, scalar)
      if letter.script.lettersOfWord > 0, word.count == letter.script.lettersOfWord {
        endWord(isTalk)
      }
    }
    endWord(isTalk)
  }

  private mutating func add(_ letter: ScriptLetter, _ scalar: UInt32) {
    if word.count == 0 {
      script = letter.script
      startsWithCapital = letter.isCapital
      startsWithArticle = scalar == 0x627
    } else {
      if letter.isCapital { hasInnerCapital = true }
      // Arabic words have "al-" before them.
      if word.count == 1, scalar != 0x644 { startsWithArticle = false }
    }
    word.add(letter.folded)
    switch script {
    case .latin: latin += 1
    case .han: han += 1
    case .kana where scalar < 0x30A0:
      hiragana += 1
      variety |= 1 << UInt64(scalar & 63)
    default: break
    }
    if script != .latin { other += 1 }
    guard scalar >= 0x80 else { return }
    switch script {
    case .han: give(2, to: table.languages(ofLetter: scalar), bit: scalar)
    case .hangul: lastLetter = table.languages(ofLetter: scalar)
    default:
      // Most letters of Vietnamese are nobody else's.
      let isVietnamese = (0x1EA0...0x1EF9).contains(scalar)
      let languages = table.languages(ofLetter: isVietnamese ? 0x1B0 : scalar)
      if languages != 0 { special = (special ?? .max) & languages }
    }
  }

  /// What stands before an apostrophe may be a word by itself, as in "l'été"; in "don't" it is not.
  private mutating func takeApostrophe(_ isTalk: Bool) {
    isTied = false
    word.add(0x27)
    if script == .latin, table.languages(ofWord: word) != 0 { endWord(isTalk) }
  }

  private mutating func endWord(_ isTalk: Bool) {
    guard word.count > 0 else { return }
    // Words in capitals throughout are abbreviations, and those with capitals within them are of programs.
    let isEnglishI = script == .latin && word.isEnglishI
    let isName = startsWithCapital && !isAtStart && !isEnglishI || hasInnerCapital
    if isName, isTalk { names += 1 }
    // Where words stand without spaces, one number would take a sentence away.
    if isTalk || script.lettersOfWord > 0, !isName || !script.hasCapitals { weigh() }
    if isTalk { isAtStart = false }
    word = FoldedWord()
    (startsWithCapital, hasInnerCapital, isTied, special, lastLetter) = (
      false, false, false, nil, 0
    )
  }

  /// Takes the word as evidence.
  private mutating func weigh() {
    words += 1
    let bit = UInt32(truncatingIfNeeded: word.hash >> 32)
    switch script {
    case .kana, .han: return
    case .hangul: return give(3, to: lastLetter, bit: bit)
    default: break
    }
    let known = table.languages(ofWord: word)
    if known != 0 { give(known.nonzeroBitCount == 1 ? 3 : 2, to: known, bit: bit) }
    let own = table.languages(of: script)
    if own != 0 { give(1, to: own, bit: bit) }
    if let special, special != 0, special.nonzeroBitCount <= 5 {
      give(special.nonzeroBitCount <= 2 ? 2 : 1, to: special, bit: bit)
    }
    if script == .latin, known == 0 { give(1, to: table.languages(ofEnding: word), bit: bit) }
    if script == .arabic, startsWithArticle, word.count > 4 {
      give(1, to: 1 << UInt64(table.arabic), bit: bit)
    }
  }

  private mutating func give(_ amount: Int32, to languages: LanguageTable.Languages, bit: UInt32) {
    var left = languages
    if left != 0 { variety |= 1 << UInt64((bit &* 0x9E37_79B1) >> 26) }
    while left != 0 {
      points[left.trailingZeroBitCount] += amount
      left &= left - 1
    }
  }

  /// Japanese has Chinese characters, too, but hardly a sentence without its own.
  private mutating func weighHan() {
    guard hiragana > 0 || han > 0 else { return }
    if hiragana * 8 >= han {
      points[table.japanese] += Int32(hiragana)
      points[table.chinese] = 0
    } else {
      points[table.japanese] += points[table.chinese] / 2
    }
  }

  // MARK: - Bytes

  /// Whether a token is of talk: links, paths, addresses, identifiers, numbers and markup are not.
  private static func isTalk(_ token: UnsafeBufferPointer<UInt8>) -> Bool {
    var hyphens = 0
    for (index, byte) in token.enumerated() {
      switch byte {
      case 0x23...0x26, 0x2A, 0x2B, 0x2F...0x39, 0x3C...0x3E, 0x40, 0x5B...0x60, 0x7B...0x7E:
        return false
      // "file.txt", "host:port", ":smile:".
      case 0x2E, 0x3A:
        let next = index + 1
        if next < token.count, token[next] != 0x2E, token[next] != 0x29, token[next] < 0x80,
          token[next] > 0x2F
        {
          return false
        }
      // "call(x", "call(x);".
      case 0x28: if index > 0, token[index - 1] >= 0x41 { return false }
      case 0x3B: if index > 0, token[index - 1] == 0x29 { return false }
      // "a-name-of-something".
      case 0x2D: hyphens += 1
      default: break
      }
    }
    return hyphens < 2
  }

  private static func isApostrophe(_ scalar: UInt32) -> Bool {
    scalar == 0x27 || scalar == 0x2019 || scalar == 0x2BC
  }

  private static func endsSentence(_ scalar: UInt32) -> Bool {
    scalar == 0x2E || scalar == 0x21 || scalar == 0x3F || scalar == 0x2026
  }

  /// The scalar that begins at a byte of valid UTF-8; `index` goes behind it.
  private static func scalar(in bytes: UnsafeBufferPointer<UInt8>, at index: inout Int) -> UInt32 {
    let first = UInt32(bytes[index])
    index += 1
    if first < 0x80 { return first }
    let (more, mask): (Int, UInt32) =
      first < 0xE0 ? (1, 0x1F) : first < 0xF0 ? (2, 0x0F) : (3, 0x07)
    var scalar = first & mask
    for _ in 0..<more where index < bytes.count {
      scalar = scalar << 6 | UInt32(bytes[index]) & 0x3F
      index += 1
    }
    return scalar
  }
}
