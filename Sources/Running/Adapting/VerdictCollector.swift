import ActionItemModel
package import ActionItemRepository
import CivilTime
package import Extraction
package import OfflineModel
import Synchronization
package import Windowing

/// Finds no items: notes what people said of those that a store has.
package final class VerdictCollector: WindowModel {
  package let grade = Grade.offline
  package let name = OfflineReader.name
  private let people: PeopleVerdicts
  private let reader: OfflineReader
  private let findings = Mutex<[Finding]>([])

  private struct Finding {
    let conversation: String
    let number: Int
    /// The digests of the window's messages: windows of two exports may have one number.
    let messages: [UInt64]
    let verdicts: [PeopleVerdicts.Found]

    static func precedes(_ one: Finding, _ other: Finding) -> Bool {
      let (mine, others) = ((one.conversation, one.number), (other.conversation, other.number))
      return mine == others
        ? one.messages.lexicographicallyPrecedes(other.messages) : mine < others
    }
  }

  package init(_ people: PeopleVerdicts, _ reader: OfflineReader) {
    (self.people, self.reader) = (people, reader)
  }

  /// All of them, in the order of conversations and windows, however the questions went.
  ///
  /// Each is there once, however many exports have its message: given twice, an export teaches no more.
  package var verdicts: [Adaptation.Verdict] {
    var counted: Set<Int> = []
    return findings.withLock { $0 }.sorted(by: Finding.precedes).flatMap(\.verdicts)
      .filter { counted.insert($0.number).inserted }.map(\.verdict)
  }

  package func reply(to window: Window) async throws(WindowFailure) -> WindowReply {
    let finding = Finding(
      conversation: window.conversation.id, number: window.number,
      messages: window.lines.map(\.message.digest), verdicts: people.verdicts(in: window, reader))
    if !finding.verdicts.isEmpty { findings.withLock { $0.append(finding) } }
    return WindowReply(items: [])
  }
}

/// What people said of the items of a store, by conversation and message: that something is an item, or that it is
/// none.
package struct PeopleVerdicts: Sendable {
  private var byConversation: [String: [String: [Verdict]]] = [:]

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
