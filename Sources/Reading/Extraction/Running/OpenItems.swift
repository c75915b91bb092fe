import ActionItems
import CivilTime
import ItemRecords
import Windowing

/// The open items of a conversation, of which each window gets those that it may speak of.
struct OpenItems {
  private let items: [(item: ActionItem, words: Set<String>)]

  /// Items that are looked at, the latest ones.
  private static let considered = 300
  /// Items and tokens that a window gets.
  private static let limit = 12
  private static let tokenLimit = 240

  init(_ items: [ActionItem]) {
    self.items = items.sorted { a, b in
      (a.source.timestamp?.seconds ?? 0, a.id) > (b.source.timestamp?.seconds ?? 0, b.id)
    }.prefix(Self.considered).map { ($0, Set(WordList.telling(FoldedText($0.task)))) }
  }

  /// Whether messages with some ids state one of them, or prove it.
  func states(any ids: Set<String>) -> Bool {
    items.contains { item, _ in
      ids.contains(item.messageId) || item.evidence.contains { ids.contains($0.messageId) }
    }
  }

  /// Those with most words in common with the new messages, the latest of equals, as context.
  ///
  /// Items that one of the new messages states are left out: they will be found there. So are those that were stated
  /// later than these messages.
  func chosen(for window: Window) -> [Window.OpenItem] {
    if items.isEmpty { return [] }
    var said: Set<String> = []
    var ids: Set<String> = []
    for message in window.newMessages {
      said.formUnion(WordList.telling(FoldedText(message.text)))
      ids.insert(message.id)
    }
    let last = window.lines.last { $0.isNew && $0.message.timestamp != nil }?.message
    let candidates = items.enumerated().filter { _, known in
      !ids.contains(known.item.messageId)
        && (last.map { Self.isStated(known.item, before: $0) } ?? true)
    }
    .map { (place: $0, item: $1.item, common: $1.words.intersection(said).count) }
    .sorted { ($1.common, $0.place) < ($0.common, $1.place) }
    var tokens = 0
    var chosen: [Window.OpenItem] = []
    for candidate in candidates.prefix(Self.limit) {
      let item = candidate.item
      tokens += TokenEstimate.tokens(in: item.task) + 12
      if tokens > Self.tokenLimit { break }
      chosen.append(
        Window.OpenItem(
          id: item.id, task: item.task, assignee: item.assignee, assigneeId: item.assigneeId,
          deadline: item.deadline?.description, statedBy: item.source.sender,
          messageId: item.messageId))
    }
    return chosen
  }
}

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
    let known = items.map(\.item).filter { chosen.contains($0.id) }
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
        guard common > 0 || isChange, let open = window.openItems.first(where: { $0.id == item.id })
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
    words: """
      nevermind mind scrap drop dropped cancel cancelled canceled skip obsolete anymore longer instead
      moved postponed delayed pushed deployed live over took takes taking handing reassigned ready
      egal hinfallig abgesagt verschoben ubernimmt ubernommen stattdessen entfallt entfallen raus
      """)
}
