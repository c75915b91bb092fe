/// Splits a message into words and sentences, once through its bytes.
///
/// Lines that quote (`>`), fenced code and what stands between backticks are not read.
struct Tokenizer {
  let lexicon: Lexicon
  /// Nobody writes a task behind this many bytes; what makes them is pasted or hostile.
  static let limit = 8192

  enum Kind: UInt8 {
    case letter, digit, space, newline, joiner, mark, high
  }

  private static let kinds: [UInt8] = (0..<256).map { byte in
    switch UInt8(byte) {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"):
      Kind.letter.rawValue
    case UInt8(ascii: "0")...UInt8(ascii: "9"): Kind.digit.rawValue
    case 0x20, 0x09: Kind.space.rawValue
    case 0x0A, 0x0D: Kind.newline.rawValue
    // These belong to a word when more of it follows.
    case UInt8(ascii: "'"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."),
      UInt8(ascii: "@"), UInt8(ascii: "#"), UInt8(ascii: "&"), UInt8(ascii: "+"):
      Kind.joiner.rawValue
    case 0x80...0xFF: Kind.high.rawValue
    default: Kind.mark.rawValue
    }
  }

  func utterance(_ text: String) -> Utterance {
    var text = text
    let bytes = text.withUTF8 { Array($0.prefix(Self.limit)) }
    return bytes.withUnsafeBufferPointer { buffer in
      Self.kinds.withUnsafeBufferPointer { kinds in
        var pass = Pass(bytes, buffer, kinds, lexicon)
        pass.run()
        return pass.utterance
      }
    }
  }

  /// One way through a text.
  struct Pass {
    let bytes: UnsafeBufferPointer<UInt8>
    let kinds: UnsafeBufferPointer<UInt8>
    let lexicon: Lexicon
    /// What has been read so far.
    private(set) var utterance: Utterance
    private(set) var index = 0
    private(set) var sentenceStart = 0
    private var isQuoted = false

    init(
      _ text: [UInt8], _ bytes: UnsafeBufferPointer<UInt8>, _ kinds: UnsafeBufferPointer<UInt8>,
      _ lexicon: Lexicon
    ) {
      utterance = Utterance(bytes: text)
      utterance.words.reserveCapacity(text.count / 5 + 2)
      self.bytes = bytes
      self.kinds = kinds
      self.lexicon = lexicon
    }

    func kind(_ index: Int) -> Kind {
      index < bytes.count ? Kind(rawValue: kinds[Int(bytes[index])]) ?? .mark : .newline
    }

    func byte(_ index: Int) -> UInt8 { index < bytes.count ? bytes[index] : 0 }

    mutating func run() {
      while index < bytes.count, kind(index) == .space || kind(index) == .newline { index += 1 }
      let first = byte(index)
      utterance.isCommand =
        (first == UInt8(ascii: "!") || first == UInt8(ascii: "/")) && kind(index + 1) == .letter
      beginLine()
      while index < bytes.count {
        if kinds[Int(bytes[index])] != Kind.letter.rawValue || !plainWord() {
          step()
        }
      }
      endSentence()
    }

    private mutating func skipLine() {
      while index < bytes.count, bytes[index] != 0x0A { index += 1 }
    }

    private mutating func step() {
      switch kind(index) {
      case .letter, .digit: word()
      case .space: index += 1
      case .newline: newline()
      case .joiner:
        let next = kind(index + 1)
        if (next == .letter || next == .digit || next == .high)
          && (bytes[index] == UInt8(ascii: "@") || bytes[index] == UInt8(ascii: "#")
            || bytes[index] == UInt8(ascii: "+"))
        {
          word()
        } else {
          if bytes[index] == UInt8(ascii: "&"), next == .space { gap(.comma) }
          mark()
        }
      case .high: high()
      case .mark: mark()
      }
    }

    private mutating func newline() {
      gap(.line)
      endSentence()
      index += 1
      isQuoted = false
      while index < bytes.count, kind(index) == .space || kind(index) == .newline { index += 1 }
      beginLine()
    }

    /// Passes over a line that quotes, and over the number of a list's entry: "2. book the room", "3) …".
    private mutating func beginLine() {
      if byte(index) == UInt8(ascii: ">") { return skipLine() }
      let end = digitsEnd(index)
      guard end > index, end - index <= 3, kind(end + 1) == .space,
        byte(end) == UInt8(ascii: ".") && !isMonth(behind: end) || byte(end) == UInt8(ascii: ")")
      else { return }
      index = end + 1
    }

    private func digitsEnd(_ start: Int) -> Int {
      var end = start
      while kind(end) == .digit { end += 1 }
      return end
    }

    /// Curly quotation marks, dashes and the like are marks; all else beyond ASCII is letters, but for emoji and
    /// symbols.
    private mutating func high() {
      guard bytes[index] == 0xE2, byte(index + 1) == 0x80 else {
        if let end = symbolEnd(index) { index = end } else { word() }
        return
      }
      switch byte(index + 2) {
      case 0x93, 0x94: gap(.dash)
      case 0x9C, 0x9E: isQuoted = true
      case 0x9D:
        isQuoted = false
        gap(.quote)
      case 0xA6:
        gap(.stop)
        endSentence()
      default: break
      }
      index += 3
    }

    private mutating func gap(_ gap: Word.Gap) {
      utterance.words.note(gap)
    }

    private mutating func endSentence() {
      if utterance.words.count > sentenceStart {
        utterance.sentences.append(sentenceStart..<utterance.words.count)
      }
      sentenceStart = utterance.words.count
    }

    private mutating func mark() {
      let mark = bytes[index]
      let isDoubled = byte(index + 1) == mark
      let next = kind(index + 1)
      let endsRun = next == .space || next == .newline || next == .mark || next == .joiner
      switch mark {
      case UInt8(ascii: ","): gap(.comma)
      case UInt8(ascii: ":"): gap(.colon)
      case UInt8(ascii: "-"), UInt8(ascii: "="): gap(.dash)
      case UInt8(ascii: "[") where isOpenBox:
        checkbox()
        return
      case UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "["): gap(.paren)
      case UInt8(ascii: "?"):
        gap(.question)
        endSentence()
      case UInt8(ascii: "."), UInt8(ascii: "!"), UInt8(ascii: ";"):
        if endsRun && !isInside || isDoubled {
          gap(.stop)
          endSentence()
        }
      case UInt8(ascii: "\""):
        isQuoted = !isQuoted
        gap(.quote)
      case UInt8(ascii: "`"): return code()
      case CueScanner.escape where byte(index + 1) == UInt8(ascii: "["):
        // A terminal's control sequence (ECMA-48, 5.4) says nothing.
        index += 2
        while index < bytes.count, (0x20...0x3F).contains(bytes[index]) { index += 1 }
        // What cannot end one is text.
        if index == bytes.count || !(0x40...0x7E).contains(bytes[index]) { return }
      default: break
      }
      index += 1
    }

    /// `- [ ] send the report`: an item of a task list that is not ticked.
    private var isOpenBox: Bool {
      bytes[index...].starts(with: CueScanner.openBox)
        && utterance.words.last.map { $0.after.contains(.line) } ?? true
    }

    /// An open box is read as the word that notes down what is to be done.
    private mutating func checkbox() {
      let hash = Lexicon.hash("todo".utf8)
      let end = index + CueScanner.openBox.count
      var word = Word(start: Int32(index), end: Int32(end), after: .colon)
      lexicon.know(&word, by: hash)
      utterance.words.append(word)
      index = end
    }

    /// From a backtick to the next one, or fence to fence: one word that is not read.
    private mutating func code() {
      let start = index
      let isFence = byte(index + 1) == 0x60 && byte(index + 2) == 0x60
      index += isFence ? 3 : 1
      while index < bytes.count {
        if bytes[index] == 0x60, !isFence || byte(index + 1) == 0x60 && byte(index + 2) == 0x60 {
          break
        }
        if !isFence, bytes[index] == 0x0A { break }
        index += 1
      }
      index = min(bytes.count, index + (isFence ? 3 : 1))
      utterance.words.append(
        Word(start: Int32(start), end: Int32(index), form: .opaque, after: isFence ? .line : []))
    }

    /// Most words are letters of ASCII between spaces and stops. Returns false, and goes nowhere, where this is
    /// another one.
    @inline(__always)
    private mutating func plainWord() -> Bool {
      var end = index
      var hash = Lexicon.seed
      while end < bytes.count, kinds[Int(bytes[end])] == Kind.letter.rawValue {
        hash = Lexicon.add(bytes[end] | 0x20, to: hash)
        end += 1
      }
      if end < bytes.count {
        switch kinds[Int(bytes[end])] {
        case Kind.space.rawValue, Kind.newline.rawValue: break
        // What begins a link, or a time.
        case Kind.mark.rawValue where bytes[end] != UInt8(ascii: ":"): break
        default: return false
        }
      }
      var word = Word(start: Int32(index), end: Int32(end))
      if isQuoted { word.form.insert(.quoted) }
      if bytes[index] &- 0x41 < 26 { word.form.insert(.capital) }
      index = end
      finish(&word, hash)
      return true
    }

    private mutating func word() {
      let start = index
      var word = Word(start: Int32(start), end: Int32(start))
      if isQuoted { word.form.insert(.quoted) }
      let first = bytes[index]
      if first == UInt8(ascii: "@") {
        word.form.insert(.mention)
        index += 1
      }
      if byte(index) &- 0x41 < 26 { word.form.insert(.capital) }
      var hash: UInt64 = Lexicon.seed
      var isFolded = false
      while index < bytes.count {
        let byte = bytes[index]
        switch Kind(rawValue: kinds[Int(byte)]) ?? .mark {
        case .letter: hash = Lexicon.add(byte | 0x20, to: hash)
        case .digit:
          word.form.insert(.digit)
          hash = Lexicon.add(byte, to: hash)
        case .high:
          if byte == 0xE2, self.byte(index + 1) == 0x80 {
            // A curly apostrophe is a plain one; all other marks end the word.
            guard self.byte(index + 2) == 0x99, kind(index + 3) == .letter else {
              return finish(&word, hash)
            }
            hash = Lexicon.add(UInt8(ascii: "'"), to: hash)
            index += 3
            continue
          }
          if isPicture(index) { return finish(&word, hash) }
          // Capital letters of Latin-1 become small ones.
          isFolded = byte == 0xC3
          if isFolded, self.byte(index + 1) &- 0x80 < 0x1F {
            hash = Lexicon.add(self.byte(index + 1) | 0x20, to: Lexicon.add(byte, to: hash))
            index += 2
            continue
          }
          hash = Lexicon.add(byte, to: hash)
        case .joiner:
          let next = kind(index + 1)
          let joins = next == .letter || next == .digit || next == .high
          guard joins || index == start else { return finish(&word, hash) }
          hash = Lexicon.add(byte, to: hash)
        case .mark:
          // 10:30 is one word, and so is a link.
          if byte == UInt8(ascii: ":"), self.byte(index + 1) == UInt8(ascii: "/") {
            return link(&word)
          }
          guard byte == UInt8(ascii: ":"), word.form.contains(.digit), kind(index + 1) == .digit
          else { return finish(&word, hash) }
          hash = Lexicon.add(byte, to: hash)
        case .space, .newline: return finish(&word, hash)
        }
        index += 1
      }
      finish(&word, hash)
    }

    private mutating func finish(_ word: inout Word, _ hash: UInt64) {
      word.end = Int32(index)
      lexicon.know(&word, by: hash)
      utterance.words.append(word)
    }

    private mutating func link(_ word: inout Word) {
      while index < bytes.count, kind(index) != .space, kind(index) != .newline { index += 1 }
      // The full stop behind a link is no part of it.
      while index > Int(word.start),
        [0x29, 0x2C, 0x2E, 0x3B, 0x3F, 0x21].contains(bytes[index - 1])
      {
        index -= 1
      }
      word.form.formUnion([.opaque, .link])
      word.end = Int32(index)
      utterance.words.append(word)
    }
  }
}
