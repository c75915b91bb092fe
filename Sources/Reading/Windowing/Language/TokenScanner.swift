import Encoding

/// Splits a message into `ChatToken`s, for the offline model and `ConversationLanguage`. Skips quoted lines.
package struct TokenScanner {
  package enum Step {
    case token(ChatToken)
    /// The end of a line.
    case newline
    /// A line that quotes another message and was skipped.
    case quotedLine
    case end
  }

  private let bytes: UnsafeBufferPointer<UInt8>
  private var index = 0
  private var isAtLineStart = true

  package init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  private func byte(_ place: Int) -> UInt8 { place < bytes.count ? bytes[place] : 0 }

  /// Returns the hash of a word.
  package static func hash(_ word: some Sequence<UInt8>) -> UInt64 { FNV1a.hash(word) }

  enum Stand {
    static let name = TokenScanner.hash("NAME".utf8)
    static let number = TokenScanner.hash("0".utf8)
    static let mixed = TokenScanner.hash("A0".utf8)
    static let link = TokenScanner.hash("LINK".utf8)
    static let code = TokenScanner.hash("CODE".utf8)
  }

  package mutating func next() -> Step {
    while index < bytes.count {
      let byte = bytes[index]
      switch byte {
      case 0x0A, 0x0D:
        index += 1
        isAtLineStart = true
        return .newline
      case 0x3E where isAtLineStart:
        while index < bytes.count, bytes[index] != 0x0A { index += 1 }
        return .quotedLine
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: if let word = word() { return word }
      case 0x60: return code()
      case 0x3A:  // :shortcode:
        isAtLineStart = false
        if let end = shortcodeEnd() { return emoji(to: end) }
        return mark()
      case 0x3F, 0x21, 0x2E, 0x2C, 0x40, 0x28, 0x29, 0x3B, 0x2D, 0x2F, 0x5B, 0x5D, 0x22:
        return mark()
      case 0x80...: if let step = high() { return step }
      default:
        index += 1
        if byte != 0x20, byte != 0x09 { isAtLineStart = false }
      }
    }
    return .end
  }

  private mutating func take(_ kind: ChatToken.Kind, _ hash: UInt64, to end: Int) -> Step {
    defer { index = end }
    isAtLineStart = false
    return .token(
      ChatToken(hash: hash, stem: 0, start: Int32(index), end: Int32(end), kind: kind))
  }

  /// Scans a punctuation mark; a run of the same mark is one token.
  private mutating func mark() -> Step {
    var end = index + 1
    while end < bytes.count, bytes[end] == bytes[index] { end += 1 }
    return mark(bytes[index], to: end)
  }

  private mutating func mark(_ byte: UInt8, to end: Int) -> Step {
    take(.mark, FNV1a.adding(byte, to: FNV1a.start), to: end)
  }

  private mutating func code() -> Step {
    var end = index + 1
    while end < bytes.count, bytes[end] != 0x60, bytes[end] != 0x0A { end += 1 }
    while end < bytes.count, bytes[end] == 0x60 { end += 1 }
    return take(.code, Stand.code, to: end)
  }

  private func shortcodeEnd() -> Int? {
    var end = index + 1
    while end < bytes.count, end - index < 40 {
      let byte = bytes[end]
      if byte == 0x3A { return end > index + 2 ? end + 1 : nil }
      let isName =
        byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A || byte >= 0x30 && byte <= 0x39 || byte == 0x5F
        || byte == 0x2B || byte == 0x2D
      if !isName { return nil }
      end += 1
    }
    return nil
  }

  private mutating func emoji(to end: Int) -> Step {
    take(.emoji, Self.hash(bytes[index..<end]), to: end)
  }

  /// Scans a non-ASCII character: a letter, a punctuation mark or an emoji. Returns nil for a skipped character.
  private mutating func high() -> Step? {
    let lead = bytes[index]
    let length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2
    let end = min(bytes.count, index + length)
    if lead >= 0xF0 {
      // Skin tones and variation selectors belong to the preceding emoji.
      var stop = end
      while stop < bytes.count {
        if byte(stop) == 0xEF, byte(stop + 1) == 0xB8 {
          stop += 3
        } else if byte(stop) == 0xF0, byte(stop + 1) == 0x9F, byte(stop + 2) == 0x8F,
          byte(stop + 3) >= 0xBB
        {
          stop += 4
        } else {
          break
        }
      }
      return take(.emoji, Self.hash(bytes[index..<end]), to: min(stop, bytes.count))
    }
    if lead == 0xE2 {
      switch (byte(index + 1), byte(index + 2)) {
      case (0x80, 0x93), (0x80, 0x94): return mark(0x2D, to: end)
      case (0x80, 0x9C), (0x80, 0x9D), (0x80, 0x9E): return mark(0x22, to: end)
      case (0x80, 0xA6): return mark(0x2E, to: end)
      case (0x80, _): return skip(to: end)
      default: return emoji(to: end)
      }
    }
    if lead == 0xEF, byte(index + 1) == 0xB8 || byte(index + 1) == 0xBB { return skip(to: end) }
    if lead == 0xC2 { return skip(to: end) }
    return word()
  }

  private mutating func skip(to end: Int) -> Step? {
    index = end
    return nil
  }

  /// Scans a word, a number or a link. Returns nil for a skipped byte.
  private mutating func word() -> Step? {
    let start = index
    var (hash, number) = (FNV1a.start, FNV1a.start)
    var (letters, digits) = (0, 0)
    func add(_ byte: UInt8) { hash = FNV1a.adding(byte, to: hash) }
    isAtLineStart = false
    scan: while index < bytes.count {
      let byte = bytes[index]
      switch byte {
      case 0x41...0x5A, 0x61...0x7A:
        add(byte | 0x20)
        letters += 1
        index += 1
      case 0x30...0x39:
        // All numbers have the same hash.
        if index == start || bytes[index - 1] &- 0x30 > 9 { hash = FNV1a.adding(0x30, to: hash) }
        number = FNV1a.adding(byte, to: number)
        digits += 1
        index += 1
      case 0x27:
        guard index > start, isLetter(index + 1) else { break scan }
        index += 1
      case 0xE2:
        guard self.byte(index + 1) == 0x80, self.byte(index + 2) == 0x99, isLetter(index + 3)
        else { break scan }
        index += 3
      case 0x3A:
        if self.byte(index + 1) == 0x2F, self.byte(index + 2) == 0x2F { return link(from: start) }
        break scan
      case 0xC3...0xDF:
        // Converts capital letters of Latin-1 to lower case.
        let second = self.byte(index + 1)
        let small = byte == 0xC3 && second >= 0x80 && second < 0x9F ? second | 0x20 : second
        add(byte)
        add(small)
        letters += 1
        index = min(bytes.count, index + 2)
      case 0xE0...0xEE where byte != 0xE2:
        let end = min(bytes.count, index + 3)
        for byte in bytes[index..<end] { hash = FNV1a.adding(byte, to: hash) }
        letters += 1
        index = end
      default: break scan
      }
    }
    if index == start { return skip(to: index + 1) }
    // One digit identifies nothing without its letters: Q4 and v4 differ, ticket 5312 and PR5312 do not.
    if digits == 1 { number ^= hash }
    let isNumber = letters == 0
    if isNumber { hash = Stand.number } else if digits > 0, digits >= letters { hash = Stand.mixed }
    let isYear =
      isNumber && digits == 4
      && (bytes[start...].starts(with: "19".utf8) || bytes[start...].starts(with: "20".utf8))
    var stem: UInt64 = 0
    if let kind = ChatToken.Stem.kind(digits: digits, letters: letters, isYear: isYear) {
      stem = number & ~3 | kind
    } else if letters >= 3 {
      stem = WordStem.hash(of: UnsafeBufferPointer(rebasing: bytes[start..<index])) & ~3
    }
    return .token(
      ChatToken(
        hash: hash, stem: stem, start: Int32(start), end: Int32(index),
        kind: isNumber ? .number : .word, isCapital: bytes[start] &- 0x41 < 26))
  }

  private func isLetter(_ place: Int) -> Bool {
    let byte = byte(place)
    return byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A || byte >= 0xC3 && byte <= 0xDF
  }

  private mutating func link(from start: Int) -> Step {
    while index < bytes.count, bytes[index] > 0x20 { index += 1 }
    let end = index
    index = start
    return take(.link, Stand.link, to: end)
  }
}
