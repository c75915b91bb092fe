import ActionItems
import ItemRecords
package import Store
package import System

/// Extends a purge to the batches: cancels the questions about purged messages and marks these messages as read, so
/// that neither an answer nor a run brings them back. `count` only counts the questions.
package struct BatchPurge {
  private let store: ActionItemStore
  private let purge: ActionItemStore.Purge
  private let console: Console

  package init(_ purge: ActionItemStore.Purge, of store: ActionItemStore, _ console: Console) {
    (self.purge, self.store, self.console) = (purge, store, console)
  }

  package struct Outcome {
    /// The number of cancelled questions.
    package var questions = 0
    /// The people and conversations of the waiting questions.
    package var known = PurgeMatches()
    /// Whether the questions of all batches could be checked.
    package var isComplete = true
  }

  private var ledger: BatchLedger { BatchLedger(store: store.folder) }

  /// Returns the number of questions that `run` would cancel.
  package func count() throws -> Int {
    var count = 0
    for batch in try ledger.read().batches {
      try batch.forEachWindow { if !purged(of: $0).isEmpty { count += 1 } }
    }
    return count
  }

  /// Cancels the questions and marks their purged messages as read. The caller holds the run lock.
  package func run() async throws -> Outcome {
    let run = try await store.nextRun()
    let ledger = ledger
    var outcome = Outcome()
    for batch in try ledger.read().batches where batch.waiting > 0 {
      var cancelled: Set<Int> = []
      var marks: [WindowOutcome] = []
      try batch.forEachWindow { window in
        outcome.known.note(conversation: window.conversation)
        for line in window.lines { outcome.known.note(people: line.people) }
        let purged = purged(of: window)
        if purged.isEmpty { return }
        cancelled.insert(window.place)
        marks.append(mark(purged, of: window, batch.header.model, run))
      }
      // A batch without paths is from an earlier version, whose lines have neither people nor times.
      if batch.header.paths.isEmpty, !purge.people.isEmpty || purge.before != nil,
        cancelled.count < batch.waiting
      {
        outcome.isComplete = false
        console.alert(
          "batch \(batch.header.number) was prepared by an earlier version, so its questions cannot be checked: remove "
            + "the files of \(batch.header.requests), and cancel it ('actionitems batch cancel "
            + "\(batch.header.number)')")
      }
      if cancelled.isEmpty { continue }
      // The read markers are saved first, so that a crash before the next step cannot bring the messages back.
      _ = try await store.commit(marks)
      try ledger.end(batch) { cancelled.contains($0.place) }
      outcome.questions += cancelled.count
      console.warn(
        "\(batch.header.requests), and the files of its answers, hold what was purged: remove them when they are not "
          + "needed any more")
    }
    return outcome
  }

  /// Returns the new lines of a window that are purged.
  private func purged(of window: BatchWindow) -> [BatchWindow.Line] {
    window.lines.filter { line in
      line.isNew
        && purge.takes(
          conversationId: window.conversation, people: line.people, timestamp: line.timestamp)
    }
  }

  private func mark(
    _ lines: [BatchWindow.Line], of window: BatchWindow, _ model: String, _ run: Int
  ) -> WindowOutcome {
    let conversation = Conversation(id: window.conversation, title: nil, platform: "")
    let reading = Merger.Reading(
      conversation: conversation, messages: [], findings: [], model: model, run: run)
    return WindowOutcome(
      reading: reading, digests: lines.map(\.digest), readLevel: .endpoint, usage: ModelUsage())
  }
}
