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
  private var count = 0

  /// A verdict that was found in a window.
  struct Found {
    /// Its number among all that people said.
    let number: Int
    let verdict: Adaptation.Verdict
  }

  private struct Verdict {
    let number: Int
    /// The words of the message that the item rests on.
    let quote: String
    /// When the message was written: ids may begin anew in another export.
    let seconds: Int?
    let isItem: Bool

    init(_ item: ActionItem, isItem: Bool, number: Int) {
      self.number = number
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
      .append(Verdict(item, isItem: isItem, number: count))
    count += 1
  }

  /// Whether a person said by a removal that there was nothing to do. What was done was an item, and so is
  /// what stands elsewhere in the list.
  private static func isRefused(_ known: KnownItem) -> Bool {
    guard known.removal == .person, !known.item.isComplete else { return false }
    let clauses = (known.removalReason ?? "").lowercased().split { ",;.:!?()\n".contains($0) }
    return !clauses.contains(where: isOfOther)
  }

  /// Whether words say that something was done or stands elsewhere. "Nothing to be done" says neither.
  private static func isOfOther(_ clause: Substring) -> Bool {
    var last: Substring = ""
    for word in clause.split(whereSeparator: { !$0.isLetter }) {
      if denials.contains(String(word)) || last == "to" && word == "be" { return false }
      if word.hasPrefix("dup") || word.hasPrefix("doppel") || otherReasons.contains(String(word)) {
        return true
      }
      last = word
    }
    return false
  }

  private static let denials: Set = [
    "nothing", "not", "never", "nichts", "nicht", "nie", "kein", "keine",
  ]
  private static let otherReasons: Set = [
    "done", "finished", "twice", "already", "erledigt", "fertig", "zweimal", "schon", "bereits",
  ]

  /// What they said of acts in the new lines of a window that the offline model weighs.
  func verdicts(in window: Window, _ reader: OfflineReader) -> [Found] {
    guard let said = byConversation[window.conversation.id] else { return [] }
    let lines = window.lines.indices.filter {
      window.lines[$0].isNew && said[window.lines[$0].message.id] != nil
    }
    if lines.isEmpty { return [] }
    let examples = reader.examples(in: window)
    var left = Dictionary(grouping: examples.indices) { examples[$0].line }
    return lines.flatMap { line -> [Found] in
      let message = window.lines[line].message
      return (said[message.id] ?? []).filter { $0.isOf(message) }.compactMap { verdict in
        guard
          let best = reader.example(
            quotedAs: verdict.quote, of: examples, among: left[line] ?? [])
        else { return nil }
        left[line]?.removeAll { $0 == best }
        guard examples[best].isAct, !examples[best].isSettled else { return nil }
        return Found(
          number: verdict.number, verdict: .init(examples[best].features, isItem: verdict.isItem))
      }
    }
  }
}
