/// All tokens of a text, and the evidence for its language. `WordScanner` finds the tokens; `Grammar` reads them.
struct TokenList {
  var tokens: [Token] = []
  /// Whether any token could be part of a date. Most texts have none, and are not read further.
  var hasSeed = false
  /// The number of common words of each language in the text, by the language's index in the lexicon.
  var evidence = SIMD8<UInt32>()

  /// The number of bytes at the start of a text that are read.
  static let byteLimit = 1 << 20

  /// Splits a text into tokens in one pass.
  ///
  /// Web addresses and text between backticks are left out, because numbers in them are not dates.
  init(_ bytes: UnsafeBufferPointer<UInt8>, lexicon: DateLexicon) {
    var scanner = WordScanner(
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
