import ActionItemModel
import CivilTime
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

  /// Those that are looked at.
  var candidates: some Collection<ActionItem> { items.lazy.map(\.item) }

  /// Whether messages with some ids state one of them, or prove it.
  func states(any ids: Set<String>) -> Bool {
    items.contains { item, _ in
      ids.contains(item.messageId) || item.evidence.contains { ids.contains($0.messageId) }
    }
  }

  /// Those with most words in common with the new messages, the latest of equals, as context.
  ///
  /// Items that one of the new messages states are left out: they will be found there.
  func chosen(for window: Window) -> [Window.OpenItem] {
    if items.isEmpty { return [] }
    var said: Set<String> = []
    var ids: Set<String> = []
    for message in window.newMessages {
      said.formUnion(WordList.telling(FoldedText(message.text)))
      ids.insert(message.id)
    }
    let candidates = items.enumerated().filter { !ids.contains($1.item.messageId) }
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
          deadline: item.deadline?.description, statedBy: item.source.sender))
    }
    return chosen
  }
}
