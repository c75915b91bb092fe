import ReplyDecoding
import Windowing

/// Finds the message of a window that an item of a reply belongs to.
struct Citation {
  let strictness: Grounder.Strictness

  /// Where an item belongs.
  enum Place {
    case line(Int, quote: String?, isMoved: Bool)
    case refused(Rejection.Reason)
  }

  /// The line in which the item's quote stands: the cited one, else another new one.
  func place(
    of item: ActionItemJSON, _ window: Window, _ text: inout WindowText
  ) -> Place {
    let cited = window.line(forShortId: item.messageId)
    let isNew = cited.map { window.lines[$0].isNew } ?? false
    let quote = ReplyField.meaningful(item.quote).map(Quotation.init)
    if let quote, !quote.isEmpty {
      if let cited, let words = quote.find(in: text.text(ofLine: cited)) {
        return isNew
          ? .line(cited, quote: words, isMoved: false) : .refused(.contextMessage)
      }
      // Of several lines that say the same none is meant more than another.
      if cited == nil, text.isInSeveralNew(quote) { return .refused(.unknownMessage) }
      if let (line, words) = text.find(quote, nearest: cited) {
        return window.lines[line].isNew
          ? .line(line, quote: words, isMoved: true) : .refused(.contextMessage)
      }
    }
    guard let cited else { return .refused(.unknownMessage) }
    guard isNew else { return .refused(.contextMessage) }
    if strictness == .lenient { return .line(cited, quote: nil, isMoved: false) }
    return .refused(quote == nil ? .noQuote : .quote)
  }
}
