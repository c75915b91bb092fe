import ActionItems
import CivilTime
import ItemRecords
import Windowing

/// The open items of a conversation in the store. Each window gets those that it may mention.
struct OpenItems {
  private let items: [(item: ActionItem, words: Set<String>)]

  /// The number of items that are considered, the latest ones.
  private static let considered = 300
  /// The most items and tokens for one window.
  private static let limit = 12
  private static let tokenLimit = 240

  init(_ items: [ActionItem]) {
    self.items = items.sorted { a, b in
      (a.source.timestamp?.seconds ?? 0, a.id) > (b.source.timestamp?.seconds ?? 0, b.id)
    }.prefix(Self.considered).map { ($0, Set(WordList.telling(NormalisedText($0.task)))) }
  }

  /// Whether any of some messages states one of the items or is its evidence.
  func states(any ids: Set<String>) -> Bool {
    items.contains { item, _ in
      ids.contains(item.messageId) || item.evidence.contains { ids.contains($0.messageId) }
    }
  }

  /// The items that share most words with the new messages, as context; among equals, the latest.
  ///
  /// Items that one of the new messages states are left out, as they will be found there. So are items stated later
  /// than these messages.
  func chosen(for window: Window) -> [Window.OpenItem] {
    if items.isEmpty { return [] }
    var said: Set<String> = []
    var ids: Set<String> = []
    for message in window.newMessages {
      said.formUnion(WordList.telling(NormalisedText(message.text)))
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
  /// That is the case if a message states it (perhaps after an edit) or comes shortly after that statement. It also
  /// is if a message has words of the task, or says that something is done or cancelled.
  ///
  /// For other people's items, a message needs two words of the task: with less, the claim would not be accepted
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

  /// Whether an item was stated before a message. Without a time this is assumed.
  private static func isStated(_ item: ActionItem, before message: Message) -> Bool {
    guard let stated = item.source.timestamp, let said = message.timestamp else { return true }
    return stated.microseconds <= said.microseconds
  }

  private static func tellsOfChange(_ text: String, _ folded: NormalisedText) -> Bool {
    if text.unicodeScalars.contains(where: ticks.contains) { return true }
    return NormalisedText.words(of: folded.bytes[...]).contains {
      changes.contains($0) || CompletionProof.tellsOfEnd($0)
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
