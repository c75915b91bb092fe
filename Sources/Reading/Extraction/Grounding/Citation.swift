import ActionItems
import ItemRecords
import Windowing

/// Finds the message of a window that an item of a reply belongs to, by the cited id and the quote.
struct Citation {
  let strictness: Grounder.Strictness

  struct Place {
    var line: Int
    /// The words that prove the item, as the message has them.
    var quote: String?
    /// Whether the line differs from the cited one.
    var isMoved = false
    var isMended = false
  }

  /// Returns the line that contains the item's quote: the cited line if possible, otherwise another new line.
  /// - Throws: `Rejection` if no new line can be found for the item.
  func place(
    of item: ActionItemJSON, _ window: Window, _ text: inout WindowText
  ) throws(Rejection) -> Place {
    let cited = window.line(forShortId: item.messageId)
    let isNew = cited.map { window.lines[$0].isNew } ?? false
    let quote = FieldText.meaningful(item.quote).map(Quotation.init)
    if let quote, !quote.isEmpty {
      if let cited, let words = quote.find(in: text.text(ofLine: cited)) {
        guard isNew else { throw .contextMessage }
        return Place(line: cited, quote: words)
      }
      // If several lines contain the same words, no line is the better match.
      if cited == nil, text.isInSeveralNew(quote) { throw .unknownMessage }
      if let (line, words) = text.find(quote, nearest: cited) {
        guard window.lines[line].isNew else { throw .contextMessage }
        if let cited, isNew, isMoreLikely(cited, than: line, item.task, &text) {
          throw .foreignQuote
        }
        return Place(line: line, quote: words, isMoved: true)
      }
      if let mended = try mended(item.quote ?? "", cited, window, &text) { return mended }
    }
    guard let cited else { throw .unknownMessage }
    guard isNew else { throw .contextMessage }
    if strictness == .lenient { return Place(line: cited) }
    throw quote == nil ? .noQuote : .quote
  }

  /// Returns whether a task fits the cited line better than the line that contains its quote. In that case the quote is
  /// wrong, not the id.
  private func isMoreLikely(
    _ cited: Int, than quoted: Int, _ task: String, _ text: inout WindowText
  ) -> Bool {
    let words = Set(WordList.contentWords(of: NormalisedText(FieldText.task(task))))
    return WordOrigins.count(words, in: text.words(ofLine: cited))
      > WordOrigins.count(words, in: text.words(ofLine: quoted))
  }

  /// Finds a quote that was copied with small errors. Takes the cited line if no other line matches better; otherwise
  /// exactly one line must match best.
  private func mended(
    _ quote: String, _ cited: Int?, _ window: Window, _ text: inout WindowText
  ) throws(Rejection) -> Place? {
    var quote = quote
    var lines = Set(window.lines.indices)
    if let prefix = QuotePrefix(quote) {
      let theirs = lines.filter { prefix.mayName(window.lines[$0].message.sender) }
      if !theirs.isEmpty { (quote, lines) = (prefix.rest, theirs) }
    }
    let exact = Quotation(quote)
    var found = lines.compactMap { line in
      exact.find(in: text.text(ofLine: line)).map { (line: line, distance: 0, words: $0) }
    }
    if found.isEmpty {
      found = text.nearMatches(of: quote).filter { lines.contains($0.line) }
    }
    guard let least = found.map(\.distance).min() else { return nil }
    found.removeAll { $0.distance > least }
    let isOfCited = found.first { $0.line == cited }
    guard let match = isOfCited ?? (found.count == 1 ? found[0] : nil) else { return nil }
    guard window.lines[match.line].isNew else { throw .contextMessage }
    return Place(line: match.line, quote: match.words, isMoved: match.line != cited, isMended: true)
  }
}
