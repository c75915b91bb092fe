/// The tokens of a text, with what the text as a whole tells.
struct TokenList {
  var tokens: [Token] = []
  /// Whether any token could be part of a date: most texts have none and are done with here.
  var hasSeed = false
  /// For each language, by its place in the lexicon, how many of its common words stand in the text.
  var evidence = SIMD8<UInt32>()

  /// How many bytes of a text are read; what lies beyond is no chat message.
  static let byteLimit = 1 << 20

  /// Cuts a text into tokens, in one pass.
  ///
  /// Web addresses and text between backticks are left out: numbers in them are no dates.
  init(_ bytes: UnsafeBufferPointer<UInt8>, lexicon: DateLexicon) {
    var scanner = TokenScanner(
      bytes: UnsafeBufferPointer(rebasing: bytes.prefix(TokenList.byteLimit)), lexicon: lexicon)
    tokens.reserveCapacity(min(bytes.count / 4 + 4, 4096))
    while let token = scanner.next() {
      if token.kind == .number {
        hasSeed = true
      } else if token.word != 0 {
        if lexicon.seeds[Int(token.word)] { hasSeed = true }
        let commonIn = lexicon.commonIn[Int(token.word)]
        if commonIn != 0 {
          for language in 0..<8 where commonIn & (1 << language) != 0 {
            evidence[language] += 1
          }
        }
      } else if token.kind == .word, scanner.isAddress(after: token) {
        scanner.skipToSpace()
        tokens.append(Token(kind: .mark, gap: token.gap, start: token.start, end: token.end))
        continue
      }
      tokens.append(token)
    }
  }
}
