import ActionItemModel
import CivilTime
import Windowing

extension OpenItems {
  /// Whether the new messages of a window may say something of an open item: one of them states it, as it is now
  /// that it was edited, or stands a few messages behind it, speaks of what it is about, or tells that
  /// something is done or off.
  ///
  /// Of others' items only what shares two words with them is news: what nobody says of their own item, and what
  /// names nothing of it, would not be believed either.
  func mayBeMeant(in window: Window, _ people: People) -> Bool {
    let messages = Array(window.newMessages)
    // What is said right behind it may be of it in any words: "sorted", "can't do it, sorry".
    if states(any: Set(window.lines.map(\.message.id))) { return true }
    let chosen = Set(window.openItems.map(\.id))
    let known = candidates.filter { chosen.contains($0.id) }
    if known.isEmpty { return false }
    let links = LinkProof(window, people)
    let objects = known.map { TaskWords.objects(of: $0.task) }
    return messages.contains { message in
      let text = FoldedText(message.text)
      let words = Set(WordList.telling(text))
      let isChange = Self.tellsOfChange(message.text, text)
      return zip(known, objects).contains { item, objects in
        guard Self.isStated(item, before: message) else { return false }
        let common = words.isEmpty ? 0 : WordOrigins.count(objects, in: words)
        if common > 1 { return true }
        guard common > 0 || isChange,
          let open = window.openItems.first(where: { $0.id == item.id })
        else { return false }
        return links.concerns(open, message)
      }
    }
  }

  /// Nothing is said of an item before there is one; where a time is missing that cannot be told.
  private static func isStated(_ item: ActionItem, before message: Message) -> Bool {
    guard let stated = item.source.timestamp, let said = message.timestamp else { return true }
    return stated.microseconds <= said.microseconds
  }

  private static func tellsOfChange(_ text: String, _ folded: FoldedText) -> Bool {
    if text.unicodeScalars.contains(where: ticks.contains) { return true }
    return FoldedText.words(of: folded.bytes[...]).contains {
      changes.contains($0) || CompletionProof.tellsOfEnd($0)
    }
  }

  /// The marks that people tick things off with.
  private static let ticks: Set<Unicode.Scalar> = ["✅", "✔", "☑", "✓"]

  /// Words that put something off, take it back or give it to somebody else.
  private static let changes = Set(
    """
    nevermind mind scrap drop dropped cancel cancelled canceled skip obsolete anymore longer instead
    moved postponed delayed pushed deployed live over took takes taking handing reassigned ready
    egal hinfallig abgesagt verschoben ubernimmt ubernommen stattdessen entfallt entfallen raus
    """.split(whereSeparator: \.isWhitespace).map(String.init))
}
