import ActionItemModel
import Windowing

/// The messages of a window as quotes and tasks are looked for in them; each is prepared when it is
/// first needed.
struct WindowText {
  private let window: Window
  private var folded: [FoldedText?]
  private var words: [Set<String>?]
  private var handovers: [Bool?]
  private var imitations: [Bool?]
  private var addresses: [Address?]
  private var origins: WordOrigins?
  private var around: Set<String>?
  private var grammar: WordList.Grammar?
  private var nearQuotes: NearQuotes?

  init(_ window: Window) {
    self.window = window
    folded = Array(repeating: nil, count: window.lines.count)
    words = Array(repeating: nil, count: window.lines.count)
    handovers = Array(repeating: nil, count: window.lines.count)
    imitations = Array(repeating: nil, count: window.lines.count)
    addresses = Array(repeating: nil, count: window.lines.count)
  }

  /// Whether so few lines are shown that what a message speaks of may stand before them.
  var isShort: Bool { window.lines.count < 7 }

  /// The message of a line.
  func message(ofLine line: Int) -> Message { window.lines[line].message }

  /// The folded text of a line.
  mutating func text(ofLine line: Int) -> FoldedText {
    if let known = folded[line] { return known }
    let text = FoldedText(window.lines[line].message.text)
    folded[line] = text
    return text
  }

  /// The telling words of a line.
  mutating func words(ofLine line: Int) -> Set<String> {
    if let known = words[line] { return known }
    let telling = Set(WordList.telling(text(ofLine: line)))
    words[line] = telling
    return telling
  }

  /// Whether a line gives a task to somebody else.
  mutating func handsOver(line: Int) -> Bool {
    if let known = handovers[line] { return known }
    let stands = Handover.stands(in: text(ofLine: line))
    handovers[line] = stands
    return stands
  }

  /// Whom of some people a line speaks to; always the same people.
  mutating func address(ofLine line: Int, _ people: People) -> Address {
    if let known = addresses[line] { return known }
    let message = window.lines[line].message
    let address = Address(message.text, people: people, by: message.sender)
    addresses[line] = address
    return address
  }

  /// Whether a line speaks to a model instead of to people.
  mutating func imitatesPrompt(line: Int) -> Bool {
    if let known = imitations[line] { return known }
    let stands = PromptImitation.stands(in: text(ofLine: line))
    imitations[line] = stands
    return stands
  }

  /// Whether any line speaks to a model.
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

  /// The language of the window, by its words of grammar.
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
  mutating func nearMatches(
    of quote: String
  ) -> [(line: Int, distance: Int, words: String)] {
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

  /// A line, new or context, in which a quote stands, and its words there: a new one first, then the
  /// nearest.
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
