import ActionItems
import ItemRecords
package import Store
package import System
import Windowing

/// Carries a purge on to the batches: questions that wait for answers and hold what goes are given up, and
/// what goes counts as read, so that neither an answer nor a run brings it back.
package struct BatchPurge {
  private let store: ActionItemStore
  private let purge: ActionItemStore.Purge
  private let console: Console

  package init(_ purge: ActionItemStore.Purge, of store: ActionItemStore, _ console: Console) {
    (self.purge, self.store, self.console) = (purge, store, console)
  }

  package struct Outcome {
    package var questions = 0
    /// Whether all that waits could be looked through.
    package var isComplete = true
    /// Whom and what the questions hold.
    package var known = PurgeMatches()
  }

  /// What a purge takes of one batch.
  private struct Concern {
    var places: Set<Int> = []
    var outcomes: [WindowOutcome] = []
    /// Windows that cannot be looked through.
    var unknown = 0
    var known = PurgeMatches()
  }

  /// To be called by whoever has the right to run.
  package func run() async throws -> Outcome {
    let run = try await store.nextRun()
    let ledger = BatchLedger(store: store.folder)
    var outcome = Outcome()
    for batch in try ledger.read().batches where batch.waiting > 0 {
      let concern = try concern(batch, run)
      outcome.known.formUnion(concern.known)
      if !concern.places.isEmpty {
        // An answer that comes in between is held against the marks.
        _ = try await store.commit(concern.outcomes)
        try ledger.keep({ !concern.places.contains($0.place) }, of: batch)
        outcome.questions += concern.places.count
        console.warn(
          "\(batch.header.requests), and the files beside it, hold what was purged: remove them where they are "
            + "not needed any more")
      }
      if concern.unknown > 0 {
        outcome.isComplete = false
        console.fail(
          "\(concern.unknown) questions of batch \(batch.header.number) cannot be looked through, for what was "
            + "kept beside \(batch.header.requests) is not there: their answers may bring back what was purged "
            + "('actionitems batch cancel \(batch.header.number)' gives them up)")
      }
    }
    return outcome
  }

  private func concern(_ batch: BatchFile, _ run: Int) throws -> Concern {
    var concern = Concern()
    var waiting: [Int: WaitingWindow] = [:]
    try batch.forEachWindow { window in
      concern.known.note(conversation: window.conversation)
      if purge.conversations.contains(window.conversation) {
        concern.places.insert(window.place)
        let conversation = Conversation(id: window.conversation, title: nil, platform: "")
        concern.outcomes.append(mark(window.digests, of: conversation, batch, run))
      } else {
        waiting[window.place] = window
      }
    }
    guard !purge.people.isEmpty || purge.before != nil else { return concern }
    if var kept = try windows(of: batch) {
      while let entry = try kept.next() {
        let going = entry.window.newMessages.filter { takes($0, &concern.known) }
        guard let window = waiting[entry.place], window.id == entry.id, window.check == entry.check
        else { continue }
        waiting[entry.place] = nil
        if going.isEmpty { continue }
        concern.places.insert(entry.place)
        concern.outcomes.append(
          mark(going.map(\.digest), of: entry.window.conversation, batch, run))
      }
    }
    concern.unknown = waiting.count
    return concern
  }

  /// Whether a message goes: it was written by one of the people or before the time, or names one of them,
  /// who may be the one to do what it asks for. Those of them that it knows are noted.
  private func takes(_ message: Message, _ known: inout PurgeMatches) -> Bool {
    let people = [message.sender, message.senderId]
    let named = purge.names(in: message.text)
    known.note(people: people)
    known.note(compared: named)
    return !named.isEmpty
      || purge.takes(conversationId: "", people: people, timestamp: message.timestamp)
  }

  private func mark(
    _ digests: [UInt64], of conversation: Conversation, _ batch: BatchFile, _ run: Int
  ) -> WindowOutcome {
    let reading = Merger.Reading(
      conversation: conversation, messages: [], findings: [], model: batch.header.model, run: run)
    return WindowOutcome(reading: reading, digests: digests, readLevel: .endpoint, usage: Usage())
  }

  /// Returns the stored windows of a batch; nil if their file is gone.
  private func windows(of batch: BatchFile) throws -> WindowFileReader? {
    let paths = BatchPaths(requests: batch.header.requests)
    do {
      return try WindowFileReader.open(batch.header, ofStore: store.id, paths)
    } catch let error as StorageError where error.isMissing {
      return nil
    }
  }
}
