import ActionItemModel
package import ActionItemRepository
import CivilTime
import Extraction
package import OfflineModel
package import Windowing

/// What people said of the items of a store, by conversation and message: that something is an item, or that it is
/// none.
package struct PeopleVerdicts: Sendable {
  private var byConversation: [String: [String: [Verdict]]] = [:]

  /// A verdict that was found in a window.
  package struct Found {
    /// Its number among all that people said.
    package let number: Int
    package let verdict: Adaptation.Verdict
  }

  private struct Verdict {
    let number: Int
    /// The words of the message that the item rests on.
    let quote: String
    /// When the message was written: ids may begin anew in another export.
    let seconds: Int?
    let isItem: Bool

    func isOf(_ message: Message) -> Bool {
      guard let seconds, let written = message.timestamp?.seconds else { return true }
      return seconds == written
    }
  }

  package init(_ store: ActionItemStore) async throws {
    for (number, judged) in try await store.judgedItems().enumerated() {
      let item = judged.known.item
      byConversation[item.conversationId, default: [:]][item.messageId, default: []].append(
        Verdict(
          number: number, quote: item.quote ?? item.task, seconds: item.source.timestamp?.seconds,
          isItem: judged.isItem))
    }
  }

  /// What they said of acts in the new lines of a window that the offline model weighs.
  package func verdicts(in window: Window, _ reader: OfflineReader) -> [Found] {
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
        let best = reader.example(quotedAs: verdict.quote, of: examples, among: left[line] ?? [])
        guard let best else { return nil }
        left[line]?.removeAll { $0 == best }
        guard examples[best].isAct, !examples[best].isSettled else { return nil }
        return Found(
          number: verdict.number, verdict: .init(examples[best].features, isItem: verdict.isItem))
      }
    }
  }
}
