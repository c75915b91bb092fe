/// Splits the bytes of a text into tokens for `TokenList`, one with each call, and looks words up in the lexicon.
struct WordScanner {
  let bytes: UnsafeBufferPointer<UInt8>
  let lexicon: DateLexicon
  private var position = 0
  private let classes = ByteClass.ofBytes
  /// The position of backticks without closing ones. From there on, none are looked for.
  private var noBacktickAfter = Int.max

  init(bytes: UnsafeBufferPointer<UInt8>, lexicon: DateLexicon) {
    self.bytes = bytes
    self.lexicon = lexicon
  }

  mutating func next() -> Token? {
    var gap = position == 0 ? Token.Gap.line : .none
    while position < bytes.count {
      let start = position
      switch classes[Int(bytes[position])] {
      case .space:
        position += 1
        if gap == .none { gap = .space }
      case .line:
        position += 1
        gap = .line
      case .digit: return number(gap: gap)
      case .letter: return word(gap: gap)
      case .mark:
        let byte = bytes[position]
        if byte == UInt8(ascii: "`") {
          skipCode()
          return Token(kind: .mark, gap: gap, start: Int32(start), end: Int32(position))
        }
        position += 1
        return Token(
          kind: .mark, gap: gap, start: Int32(start), end: Int32(position), value: Int32(byte))
      case .wide:
        let (meaning, length) = wide(at: position)
        switch meaning {
        case .letter: return word(gap: gap)
        case .space:
          position += length
          if gap == .none { gap = .space }
        case .mark(let byte):
          position += length
          return Token(
            kind: .mark, gap: gap, start: Int32(start), end: Int32(position), value: Int32(byte))
        }
      }
    }
    return nil
  }

  private mutating func number(gap: Token.Gap) -> Token {
    let start = position
    var value: Int32 = 0
    while position < bytes.count {
      let digit = bytes[position] &- UInt8(ascii: "0")
      guard digit <= 9 else { break }
      position += 1
      if position - start <= 9 { value = value * 10 + Int32(digit) } else { value = -1 }
    }
    return Token(
      kind: .number, gap: gap, digits: UInt8(min(position - start, 255)), start: Int32(start),
      end: Int32(position), value: value)
  }

  private mutating func word(gap: Token.Gap) -> Token {
    let start = position
    var folding = WordFolding()
    scan: while position < bytes.count {
      let byte = bytes[position]
      if position == start + 2, gap == .none, isMeridiemBefore(byte) { break scan }
      switch classes[Int(byte)] {
      case .letter:
        folding.add(byte)
        position += 1
      case .wide:
        let (meaning, length) = wide(at: position)
        switch meaning {
        case .letter:
          folding.add(wide: UnsafeBufferPointer(rebasing: bytes[position..<position + length]))
          position += length
        case .mark(UInt8(ascii: "'")) where isLetter(at: position + length): position += length
        default: break scan
        }
      case .mark where byte == UInt8(ascii: "'") && isLetter(at: position + 1): position += 1
      default: break scan
      }
    }
    let first = bytes[start]
    var isCapital = first <= UInt8(ascii: "Z")
    if first == 0xC3, start + 1 < position { isCapital = bytes[start + 1] < 0x9F }
    return Token(
      kind: .word, gap: gap, isCapitalised: isCapital, start: Int32(start), end: Int32(position),
      word: lexicon.find(folding))
  }

  /// Whether the two letters before a capital letter end a time: `2pmTuesday`.
  private func isMeridiemBefore(_ byte: UInt8) -> Bool {
    byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z") && position > 2
      && bytes[position - 3] <= UInt8(ascii: "9") && bytes[position - 1] == UInt8(ascii: "m")
      && (bytes[position - 2] == UInt8(ascii: "p") || bytes[position - 2] == UInt8(ascii: "a"))
  }

  private func isLetter(at index: Int) -> Bool {
    guard index < bytes.count else { return false }
    return switch classes[Int(bytes[index])] {
    case .letter: true
    case .wide: if case .letter = wide(at: index).meaning { true } else { false }
    default: false
    }
  }

  /// Whether a word begins an address: `https://…`, `www.…`, or a name before `@`.
  func isAddress(after token: Token) -> Bool {
    guard position < bytes.count else { return false }
    switch bytes[position] {
    case UInt8(ascii: ":"):
      return position + 2 < bytes.count && bytes[position + 1] == UInt8(ascii: "/")
        && bytes[position + 2] == UInt8(ascii: "/")
    case UInt8(ascii: "."):
      return token.end - token.start == 3
        && bytes[Int(token.start)..<Int(token.end)].allSatisfy { $0 | 0x20 == UInt8(ascii: "w") }
    case UInt8(ascii: "@"): return isLetter(at: position + 1)
    default: return false
    }
  }

  mutating func skipToSpace() {
    while position < bytes.count {
      switch classes[Int(bytes[position])] {
      case .space, .line: return
      default: position += 1
      }
    }
  }

  /// Skips backticks and the text up to the closing ones; without those, skips only the backticks.
  private mutating func skipCode() {
    let tick = UInt8(ascii: "`")
    let start = position
    while position < bytes.count, bytes[position] == tick { position += 1 }
    let length = position - start
    guard start < noBacktickAfter else { return }
    var run = 0
    for index in position..<bytes.count {
      run = bytes[index] == tick ? run + 1 : 0
      if run == length {
        position = index + 1
        return
      }
      if length < 3, bytes[index] == UInt8(ascii: "\n") { return }
    }
    noBacktickAfter = start
  }

  private enum Meaning {
    case letter, space
    case mark(UInt8)
  }

  /// Classifies a character beyond ASCII and returns its length, which stays within the text.
  private func wide(at index: Int) -> (meaning: Meaning, length: Int) {
    let first = bytes[index]
    let expected = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : first >= 0xC0 ? 2 : 1
    let length = min(expected, bytes.count - index)
    if length == 2, first == 0xC2 {
      switch bytes[index + 1] {
      case 0xA0: return (.space, 2)
      case 0xAA, 0xB5, 0xBA: return (.letter, 2)
      case 0xA2...0xA5: return (.mark(UInt8(ascii: "$")), 2)
      default: return (.mark(0), 2)
      }
    }
    if length == 3, first == 0xE2 {
      let code = Int(bytes[index + 1] & 0x3F) << 6 | Int(bytes[index + 2] & 0x3F)
      // The blocks from U+2000 on hold punctuation, arrows and symbols.
      switch code {
      case 0x00...0x0A, 0x2F, 0x5F: return (.space, 3)
      case 0x0B...0x0D, 0x60: return (.letter, 3)
      case 0x10...0x15, 0x212: return (.mark(UInt8(ascii: "-")), 3)
      case 0x18, 0x19, 0x1B: return (.mark(UInt8(ascii: "'")), 3)
      case 0x1C...0x1F: return (.mark(UInt8(ascii: "\"")), 3)
      case 0x26: return (.mark(UInt8(ascii: ".")), 3)
      // All currency signs are treated alike.
      case 0xA0...0xCF: return (.mark(UInt8(ascii: "$")), 3)
      default: return (.mark(0), 3)
      }
    }
    if length == 3, first == 0xE3, bytes[index + 1] == 0x80, bytes[index + 2] <= 0x83 {
      return (bytes[index + 2] == 0x80 ? .space : .mark(0), 3)
    }
    return (length == 4 ? .mark(0) : .letter, length)
  }
}

/// The class of the character that a byte begins.
private enum ByteClass: UInt8 {
  case space, line, digit, letter, mark, wide

  /// The class of every byte. The underscore counts as a letter, so no part of `due_friday_2` is a word of its own.
  static let ofBytes: [ByteClass] = (0...255).map { byte in
    switch UInt8(byte) {
    case UInt8(ascii: "\n"), UInt8(ascii: "\r"): .line
    case 0...0x20, 0x7F: .space
    case UInt8(ascii: "0")...UInt8(ascii: "9"): .digit
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "_"):
      .letter
    case 0x80...: .wide
    default: .mark
    }
  }
}
