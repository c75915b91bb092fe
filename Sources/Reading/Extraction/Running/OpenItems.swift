import ActionItems
import CivilTime
import ItemRecords
import Windowing

/// The open items of a conversation. Chooses those for a window's prompt, and checks if a window may be about one.
struct OpenItems {
  private let items: [(item: ActionItem, words: Set<String>)]

  /// Maximum items that are considered, the latest first.
  private static let considered = 300
  /// The most items and tokens for one window.
  private static let limit = 12
  private static let tokenLimit = 240

  init(_ items: [ActionItem]) {
    self.items = items.sorted { a, b in
      (a.source.timestamp?.seconds ?? 0, a.id) > (b.source.timestamp?.seconds ?? 0, b.id)
    }.prefix(Self.considered).map { ($0, Set(WordList.contentWords(of: NormalisedText($0.task)))) }
  }

  /// Whether one of the messages states one of the items or is its evidence.
  func states(any ids: Set<String>) -> Bool {
    items.contains { item, _ in
      ids.contains(item.messageId) || item.evidence.contains { ids.contains($0.messageId) }
    }
  }

  /// The items that share most words with the new messages, as context; among equals, the latest.
  ///
  /// Items stated by one of the new messages are left out, because they will be found there. Items stated later than
  /// these messages are left out, too.
  func chosen(for window: Window) -> [Window.OpenItem] {
    if items.isEmpty { return [] }
    var said: Set<String> = []
    var ids: Set<String> = []
    for message in window.newMessages {
      said.formUnion(WordList.contentWords(of: NormalisedText(message.text)))
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
      chosen.append(Window.OpenItem(item))
    }
    return chosen
  }
}

extension Window.OpenItem {
  init(_ item: ActionItem) {
    self.init(
      id: item.id, task: item.task, assignee: item.assignee, assigneeId: item.assigneeId,
      deadline: item.deadline?.description, statedBy: item.source.sender,
      messageId: item.messageId)
  }
}

extension OpenItems {
  /// Whether the new messages of a window may say something about an open item.
  ///
  /// A message may do so if it states the item (perhaps after an edit), comes shortly after that statement, has words
  /// of the task, or says that something is done or cancelled.
  ///
  /// For other people's items, a message needs two words of the task: with fewer, its statement would not be accepted
  /// anyway.
  func mayBeMeant(in window: Window, _ people: People) -> Bool {
    let messages = Array(window.newMessages)
    // A message right after the statement may mean it in any words: "sorted", "can't do it, sorry".
    if states(any: Set(window.lines.map(\.message.id))) { return true }
    let chosen = Set(window.openItems.map(\.id))
    let known = items.map(\.item).filter { chosen.contains($0.id) }
    if known.isEmpty { return false }
    let links = LinkProof(window, people)
    let objects = known.map { TaskObjects.objects(of: $0.task) }
    return messages.contains { message in
      let text = NormalisedText(message.text)
      let words = Set(WordList.contentWords(of: text))
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

  /// Whether an item was stated before a message; true if a time is missing.
  private static func isStated(_ item: ActionItem, before message: Message) -> Bool {
    guard let stated = item.source.timestamp, let said = message.timestamp else { return true }
    return stated.microseconds <= said.microseconds
  }

  private static func tellsOfChange(_ text: String, _ folded: NormalisedText) -> Bool {
    if text.unicodeScalars.contains(where: ticks.contains) { return true }
    return NormalisedText.words(of: folded.bytes[...]).contains {
      changes.contains($0) || CompletionProof.meansDone($0)
    }
  }

  /// The marks that people use to tick things off.
  private static let ticks: Set<Unicode.Scalar> = ["✅", "✔", "☑", "✓"]

  /// Words that postpone, cancel or reassign something.
  private static let changes = Set(
    words: """
      nevermind mind scrap drop dropped cancel cancelled canceled skip obsolete anymore longer instead
      moved postponed delayed pushed deployed live over took takes taking handing reassigned ready
      egal hinfallig abgesagt verschoben ubernimmt ubernommen stattdessen entfallt entfallen raus
      """)
}
