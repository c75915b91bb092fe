import ActionItems
import ItemRecords
import Windowing

/// Caches the folded text of a window's messages and the facts found in them, for grounding one reply. Also finds the
/// lines that contain a quote, exactly or with small errors.
struct WindowText {
  private let window: Window
  private var lines: [Line]
  private var origins: WordOrigins?
  private var around: Set<String>?
  private var grammar: WordList.Grammar?
  private var nearQuotes: NearQuotes?

  /// Cached values of a line.
  private struct Line {
    var normalised: NormalisedText?
    var words: Set<String>?
    var handsOver: Bool?
    var isImitation: Bool?
    var addressees: Addressees?
  }

  init(_ window: Window) {
    self.window = window
    lines = Array(repeating: Line(), count: window.lines.count)
  }

  /// Whether the window is so short that the subject of a message may be in earlier lines.
  var isShort: Bool { window.lines.count < 7 }

  func message(ofLine line: Int) -> Message { window.lines[line].message }

  mutating func text(ofLine line: Int) -> NormalisedText {
    if let known = lines[line].normalised { return known }
    let text = NormalisedText(window.lines[line].message.text)
    lines[line].normalised = text
    return text
  }

  mutating func words(ofLine line: Int) -> Set<String> {
    if let known = lines[line].words { return known }
    let contentWords = Set(WordList.contentWords(of: text(ofLine: line)))
    lines[line].words = contentWords
    return contentWords
  }

  mutating func handsOver(line: Int) -> Bool {
    if let known = lines[line].handsOver { return known }
    let text = text(ofLine: line)
    let stands = Self.handovers.contains { text.contains($0) }
    lines[line].handsOver = stands
    return stands
  }

  /// Phrases that hand a task over to another person.
  private static let handovers: [[UInt8]] = [
    " instead", "instead of", "take over", "takes over", "taking over", "took over",
    "take this over", "take it over", "hand over", "hand it over", "hands over", "handing ",
    "reassign", "swap", "on my behalf", "in my place", "for me?", "cant make it", "stattdessen",
    "an meiner stelle", "ubernimm", "ubernehm", "abgeb",
  ].map { Array($0.utf8) }

  /// Returns the people whom a line addresses. Cached, so `people` must be the same in each call.
  mutating func addressees(ofLine line: Int, _ people: People) -> Addressees {
    if let known = lines[line].addressees { return known }
    let message = window.lines[line].message
    let addressees = Addressees(message.text, people: people, by: message.sender)
    lines[line].addressees = addressees
    return addressees
  }

  /// Returns whether a line addresses a model instead of people.
  mutating func imitatesPrompt(line: Int) -> Bool {
    if let known = lines[line].isImitation { return known }
    let stands = PromptImitation.stands(in: text(ofLine: line))
    lines[line].isImitation = stands
    return stands
  }

  mutating func holdsImitation() -> Bool {
    window.lines.indices.contains { imitatesPrompt(line: $0) }
  }

  /// Returns how many of the words each line contains, compared by stem.
  mutating func counts(of words: Set<String>) -> [Int] { wordOrigins().counts(of: words) }

  /// Returns how many of the words occur near a line, in a name, in the title or in an open item.
  mutating func count(of words: Set<String>, near line: Int) -> Int {
    let near = line - Self.reach...line + Self.reach
    let found = wordOrigins().found(of: words, in: near)
    return found.count + WordOrigins.count(words.subtracting(found), in: environment())
  }

  /// Maximum lines before and after a line that may name its subject. In a larger range, half of any task's words occur
  /// by chance.
  private static let reach = 40

  mutating func language() -> WordList.Grammar.Language? {
    if let grammar { return grammar.language }
    var grammar = WordList.Grammar()
    for line in window.lines.indices { grammar.count(WordList.all(text(ofLine: line))) }
    self.grammar = grammar
    return grammar.language
  }

  /// Returns the words of the window's names, title and open items.
  private mutating func environment() -> Set<String> {
    if let known = around { return known }
    var texts = Set(window.lines.compactMap(\.message.sender))
    texts.formUnion(window.participants.map(\.name) + window.openItems.map(\.task))
    if let title = window.conversation.title { texts.insert(title) }
    let words = texts.reduce(into: Set<String>()) {
      $0.formUnion(WordList.contentWords(of: NormalisedText($1)))
    }
    around = words
    return words
  }

  private mutating func wordOrigins() -> WordOrigins {
    if let origins { return origins }
    let origins = WordOrigins(window.lines.indices.map { self.words(ofLine: $0) })
    self.origins = origins
    return origins
  }

  /// Returns all lines, nearest to the given one first; in order if it is nil.
  func lines(nearest line: Int?) -> [Int] {
    let all = Array(window.lines.indices)
    guard let line else { return all }
    return all.sorted { (abs($0 - line), $0) < (abs($1 - line), $1) }
  }

  /// Returns whether more than one new line contains a quote.
  mutating func isInSeveralNew(_ quote: Quotation) -> Bool {
    var count = 0
    for line in window.lines.indices where window.lines[line].isNew {
      if quote.find(in: text(ofLine: line)) != nil { count += 1 }
      if count > 1 { return true }
    }
    return false
  }

  /// Returns the lines that contain a quote with small errors, the distance to each, and the matching words.
  mutating func nearMatches(of quote: String) -> [(line: Int, distance: Int, words: String)] {
    // Longer quotes exceed the word limit.
    guard quote.utf8.count <= 2000 else { return [] }
    var quotes: NearQuotes
    if let known = nearQuotes.take() {
      quotes = known
    } else {
      quotes = NearQuotes(window.lines.indices.map { text(ofLine: $0) })
    }
    defer { nearQuotes = quotes }
    return quotes.matches(of: NormalisedText(quote)).map { match in
      (match.line, match.distance, text(ofLine: match.line).original(match.range))
    }
  }

  /// Returns a line other than the given one that contains a quote, and the matching words. New lines take precedence
  /// over context; the nearest comes first.
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
