import ActionItems
import ItemRecords
import Windowing

/// The messages of a window as quotes and tasks are looked for in them; each is prepared when it is first needed.
struct WindowText {
  private let window: Window
  private var lines: [Line]
  private var origins: WordOrigins?
  private var around: Set<String>?
  private var grammar: WordList.Grammar?
  private var nearQuotes: NearQuotes?

  /// What is known of a line.
  private struct Line {
    var folded: FoldedText?
    var words: Set<String>?
    var handsOver: Bool?
    var isImitation: Bool?
    var address: Address?
  }

  init(_ window: Window) {
    self.window = window
    lines = Array(repeating: Line(), count: window.lines.count)
  }

  /// Whether so few lines are shown that what a message speaks of may stand before them.
  var isShort: Bool { window.lines.count < 7 }

  func message(ofLine line: Int) -> Message { window.lines[line].message }

  mutating func text(ofLine line: Int) -> FoldedText {
    if let known = lines[line].folded { return known }
    let text = FoldedText(window.lines[line].message.text)
    lines[line].folded = text
    return text
  }

  mutating func words(ofLine line: Int) -> Set<String> {
    if let known = lines[line].words { return known }
    let telling = Set(WordList.telling(text(ofLine: line)))
    lines[line].words = telling
    return telling
  }

  mutating func handsOver(line: Int) -> Bool {
    if let known = lines[line].handsOver { return known }
    let text = text(ofLine: line)
    let stands = Self.handovers.contains { text.contains($0) }
    lines[line].handsOver = stands
    return stands
  }

  /// What is said where a task goes to somebody else.
  private static let handovers: [[UInt8]] = [
    " instead", "instead of", "take over", "takes over", "taking over", "took over",
    "take this over", "take it over", "hand over", "hand it over", "hands over", "handing ",
    "reassign", "swap", "on my behalf", "in my place", "for me?", "cant make it", "stattdessen",
    "an meiner stelle", "ubernimm", "ubernehm", "abgeb",
  ].map { Array($0.utf8) }

  /// Whom of some people a line speaks to; always the same people.
  mutating func address(ofLine line: Int, _ people: People) -> Address {
    if let known = lines[line].address { return known }
    let message = window.lines[line].message
    let address = Address(message.text, people: people, by: message.sender)
    lines[line].address = address
    return address
  }

  /// Whether a line speaks to a model instead of to people.
  mutating func imitatesPrompt(line: Int) -> Bool {
    if let known = lines[line].isImitation { return known }
    let stands = PromptImitation.stands(in: text(ofLine: line))
    lines[line].isImitation = stands
    return stands
  }

  mutating func holdsImitation() -> Bool {
    window.lines.indices.contains { imitatesPrompt(line: $0) }
  }

  /// How many of some words stand in each line, or begin like one that does.
  mutating func counts(of words: Set<String>) -> [Int] { wordOrigins().counts(of: words) }

  /// How many of some words stand near a line, in a name, in the title or in an open item.
  mutating func count(of words: Set<String>, near line: Int) -> Int {
    let near = line - Self.reach...line + Self.reach
    let found = wordOrigins().found(of: words, in: near)
    return found.count + WordOrigins.count(words.subtracting(found), in: surroundings())
  }

  /// Lines before and after one in which it is said what it speaks of: in longer stretches chance finds
  /// the half of any task's words.
  private static let reach = 40

  mutating func language() -> WordList.Grammar.Language? {
    if let grammar { return grammar.language }
    var grammar = WordList.Grammar()
    for line in window.lines.indices { grammar.count(WordList.all(text(ofLine: line))) }
    self.grammar = grammar
    return grammar.language
  }

  /// The words of the window's names, its title and its open items.
  private mutating func surroundings() -> Set<String> {
    if let known = around { return known }
    var texts = Set(window.lines.compactMap(\.message.sender))
    texts.formUnion(window.participants.map(\.name) + window.openItems.map(\.task))
    if let title = window.conversation.title { texts.insert(title) }
    let words = texts.reduce(into: Set<String>()) { $0.formUnion(WordList.telling(FoldedText($1))) }
    around = words
    return words
  }

  private mutating func wordOrigins() -> WordOrigins {
    if let origins { return origins }
    let origins = WordOrigins(window.lines.indices.map { self.words(ofLine: $0) })
    self.origins = origins
    return origins
  }

  /// The lines, those nearest to one first; in their order where there is none.
  func lines(nearest line: Int?) -> [Int] {
    let all = Array(window.lines.indices)
    guard let line else { return all }
    return all.sorted { (abs($0 - line), $0) < (abs($1 - line), $1) }
  }

  /// Whether a quote stands in more than one new line.
  mutating func isInSeveralNew(_ quote: Quotation) -> Bool {
    var count = 0
    for line in window.lines.indices where window.lines[line].isNew {
      if quote.find(in: text(ofLine: line)) != nil { count += 1 }
      if count > 1 { return true }
    }
    return false
  }

  /// The lines in which a quote stands but for slips, how far it is from each, and the words there.
  mutating func nearMatches(of quote: String) -> [(line: Int, distance: Int, words: String)] {
    // What is longer has more words than are compared.
    guard quote.utf8.count <= 2000 else { return [] }
    var quotes: NearQuotes
    if let known = nearQuotes.take() {
      quotes = known
    } else {
      quotes = NearQuotes(window.lines.indices.map { text(ofLine: $0) })
    }
    defer { nearQuotes = quotes }
    return quotes.matches(of: FoldedText(quote)).map { match in
      (match.line, match.distance, text(ofLine: match.line).original(match.range))
    }
  }

  /// A line, new or context, in which a quote stands, and its words there: a new one first, then the nearest.
  mutating func find(_ quote: Quotation, nearest line: Int?) -> (line: Int, words: String)? {
    var inContext: (line: Int, words: String)?
    for candidate in lines(nearest: line) where candidate != line {
      if inContext != nil, !window.lines[candidate].isNew { continue }
      guard let words = quote.find(in: text(ofLine: candidate)) else { continue }
      if window.lines[candidate].isNew { return (candidate, words) }
      inContext = (candidate, words)
    }
    return inContext
  }
}
