import TestSupport

/// Makes unnatural sentences from those of people; the same seed gives the same sentences.
struct SentenceMaker {
  let stock: SentenceStock
  var random: SeededRandom

  init(_ stock: SentenceStock, seed: UInt64) {
    self.stock = stock
    random = SeededRandom(seed: seed)
  }

  /// The most tokens in a sentence: people write no more, and longer ones cost more than they reveal.
  private static let longest = 120

  mutating func sentence() -> String {
    var tokens = base()
    for _ in 0..<below(5) { change(&tokens) }
    return tokens.prefix(Self.longest).joined()
  }

  // MARK: - What it is made of

  private mutating func base() -> [String] {
    switch below(10) {
    case 0..<5: return one(stock.sentences)
    case 5:
      // A phrase at the end of one sentence, and its apparent continuation in the next.
      let mark = one(["", "", ".", "?", "!", ":", ",", "...", " -", "\n", "?!"])
      let name = below(3) == 0 ? [one(stock.names), one([" ", ", ", ": "])] : []
      return name + [one(SentenceStock.openings), mark, " "]
        + SentenceStock.tokens(filled(one(SentenceStock.continuations)))
    case 6: return SentenceStock.tokens(filled(one(SentenceStock.datePhrases)))
    case 7: return salad(of: stock.times, with: stock.cues)
    default: return salad(of: stock.cues, with: stock.times)
    }
  }

  /// Words and phrases without sense.
  private mutating func salad(of words: [String], with others: [String]) -> [String] {
    (0..<below(12) + 1).flatMap { _ -> [String] in
      let piece =
        switch below(12) {
        case 0: one(others)
        case 1: one(stock.names)
        case 2: number()
        case 3: one(SentenceStock.marks)
        case 4: filled(one(SentenceStock.datePhrases))
        default: one(words)
        }
      return [piece, below(12) == 0 ? one(SentenceStock.marks) : " "]
    }
  }

  mutating func name() -> String { one(stock.names) }

  mutating func number() -> String { one(SentenceStock.numbers) }

  /// A phrase that states a time.
  mutating func date() -> String {
    below(2) == 0 ? filled(one(SentenceStock.datePhrases)) : one(stock.times)
  }

  /// A phrase with a number in each gap.
  private mutating func filled(_ phrase: String) -> String {
    var text = ""
    for character in phrase { text += character == "#" ? number() : String(character) }
    return text
  }

  // MARK: - What is done to it

  private mutating func change(_ tokens: inout [String]) {
    if tokens.isEmpty { tokens = [one(stock.cues)] }
    let place = below(tokens.count)
    switch below(16) {
    case 0: tokens.removeLast(tokens.count - place)
    case 1: tokens.removeFirst(place)
    case 2: tokens = Array(tokens[..<place]) + one(stock.sentences)
    case 3:
      let other = one(stock.sentences)
      tokens = Array(tokens[..<place]) + other[below(other.count)...]
    case 4: tokens.insert(contentsOf: one(stock.sentences), at: place)
    case 5: changeMark(&tokens)
    case 6: tokens.insert(one(SentenceStock.marks), at: place)
    case 7:
      let names = tokens.indices.filter { isName(tokens[$0]) }
      tokens[names.randomElement(using: &random) ?? place] = one(stock.names)
    case 8, 9:
      let numbers = tokens.indices.filter { tokens[$0].utf8.contains { $0 &- 0x30 < 10 } }
      if let place = numbers.randomElement(using: &random) {
        tokens[place] = number()
      } else {
        tokens.insert(" \(filled(one(SentenceStock.datePhrases))) ", at: place)
      }
    case 10: tokens.insert(" \(one(stock.cues)) ", at: place)
    case 11: tokens.insert(" \(one(stock.times)) ", at: place)
    case 12: tokens.insert(one(SentenceStock.oddities), at: place)
    case 13: tokens.insert(contentsOf: Array(repeating: tokens[place], count: below(20)), at: place)
    case 14: tokens[place] = below(2) == 0 ? tokens[place].uppercased() : tokens[place].lowercased()
    default: tokens.swapAt(place, below(tokens.count))
    }
  }

  /// Doubles, removes or moves a punctuation mark.
  private mutating func changeMark(_ tokens: inout [String]) {
    let marks = tokens.indices.filter { tokens[$0].utf8.allSatisfy { $0 < 0x30 } }
    guard let place = marks.randomElement(using: &random) else { return }
    switch below(3) {
    case 0: tokens.insert(tokens[place], at: place)
    case 1: tokens.remove(at: place)
    default:
      let mark = tokens.remove(at: place)
      tokens.insert(mark, at: below(tokens.count + 1))
    }
  }

  private func isName(_ token: String) -> Bool {
    token.utf8.first.map { $0 &- UInt8(ascii: "A") < 26 } ?? false
  }

  // MARK: - Chance

  mutating func below(_ limit: Int) -> Int { Int.random(in: 0..<max(1, limit), using: &random) }

  mutating func one<Element>(_ of: [Element]) -> Element { of[below(of.count)] }
}
