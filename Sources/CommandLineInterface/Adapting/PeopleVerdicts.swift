import ActionItemModel
import ActionItemRepository
import CivilTime
import Extraction
import OfflineModel
import Synchronization
import Windowing

/// What people said of the items of a store, by conversation and message: that something is an item, by marking it
/// done, editing or adding it, or that it is none, by removing it.
struct PeopleVerdicts: Sendable {
  private var byConversation: [String: [String: [Verdict]]] = [:]

  private struct Verdict {
    /// The words of the message that the item rests on.
    let quote: String
    /// When the message was written: ids may begin anew in another export.
    let seconds: Int?
    let isItem: Bool

    init(_ item: ActionItem, isItem: Bool) {
      quote = item.quote ?? item.task
      seconds = item.source.timestamp?.seconds
      self.isItem = isItem
    }

    func isOf(_ message: Message) -> Bool {
      guard let seconds, let written = message.timestamp?.seconds else { return true }
      return seconds == written
    }
  }

  /// Takes them from a store.
  init(_ store: ActionItemStore) async throws {
    let touched = Mutex<[ActionItem]>([])
    try await store.forEachItem { known in
      if known.isTouched { touched.withLock { $0.append(known.item) } }
      return true
    }
    for item in touched.withLock({ $0 }) { add(item, isItem: true) }
    for known in try await store.removedItems() where Self.isRefused(known) {
      add(known.item, isItem: false)
    }
  }

  private mutating func add(_ item: ActionItem, isItem: Bool) {
    byConversation[item.conversationId, default: [:]][item.messageId, default: []]
      .append(Verdict(item, isItem: isItem))
  }

  /// Whether a person said by a removal that there was nothing to do. What was done was an item, and so is
  /// what stands elsewhere in the list.
  private static func isRefused(_ known: KnownItem) -> Bool {
    guard known.removal == .person, !known.item.isComplete else { return false }
    let words = (known.removalReason ?? "").lowercased().split { !$0.isLetter }
    return !words.contains { word in
      word.hasPrefix("dup") || word.hasPrefix("doppel") || otherReasons.contains(String(word))
    }
  }

  private static let otherReasons: Set = [
    "done", "finished", "twice", "already", "erledigt", "fertig", "zweimal", "schon", "bereits",
  ]

  /// What they said of acts in the new lines of a window that the offline model weighs.
  func verdicts(in window: Window, _ reader: OfflineReader) -> [Adaptation.Verdict] {
    guard let said = byConversation[window.conversation.id] else { return [] }
    let lines = window.lines.indices.filter {
      window.lines[$0].isNew && said[window.lines[$0].message.id] != nil
    }
    if lines.isEmpty { return [] }
    let examples = reader.examples(in: window)
    var left = Dictionary(grouping: examples.indices) { examples[$0].line }
    return lines.flatMap { line -> [Adaptation.Verdict] in
      let message = window.lines[line].message
      return (said[message.id] ?? []).filter { $0.isOf(message) }.compactMap { verdict in
        guard
          let best = reader.example(
            quotedAs: verdict.quote, of: examples, among: left[line] ?? [])
        else { return nil }
        left[line]?.removeAll { $0 == best }
        guard examples[best].isAct, !examples[best].isSettled else { return nil }
        return .init(examples[best].features, isItem: verdict.isItem)
      }
    }
  }
}

/// Finds no items: notes what people said of those that a store has.
final class VerdictCollector: WindowModel {
  let grade = Grade.offline
  let name = OfflineReader.name
  private let people: PeopleVerdicts
  private let reader: OfflineReader
  private let found = Mutex<[(conversation: String, number: Int, verdicts: [Adaptation.Verdict])]>(
    [])

  init(_ people: PeopleVerdicts, _ reader: OfflineReader) {
    self.people = people
    self.reader = reader
  }

  /// All of them, in the order of conversations and windows, however the questions went.
  var verdicts: [Adaptation.Verdict] {
    found.withLock { $0 }.sorted { ($0.conversation, $0.number) < ($1.conversation, $1.number) }
      .flatMap(\.verdicts)
  }

  func reply(to window: Window) async throws(WindowFailure) -> WindowReply {
    let verdicts = people.verdicts(in: window, reader)
    found.withLock { $0.append((window.conversation.id, window.number, verdicts)) }
    return WindowReply(text: "[]")
  }
}
