import ActionItems
package import ItemRecords
package import LanguageModel
package import Store

/// The memory of a run that collects the answers of a batch. That run reads the chats again, with `answers` as model.
///
/// The run restores the windows of the questions and ignores all other messages. `settle` then updates the batch.
package struct BatchCollection: StoreBackedMemory {
  package let answers: BatchAnswerModel
  package let store: ActionItemStore
  private let batch: BatchFile
  /// Whether the batch asked about messages that had been read before.
  private let again: Bool
  private let windows: BatchWindows

  /// Collects the answers in `results`. `plan` is the plan of the preparation.
  package init(
    of batch: BatchFile, from results: ResultIndex, _ plan: RunPlan, into store: ActionItemStore
  ) throws {
    (self.batch, self.store, again) = (batch, store, plan.runOptions.again)
    windows = try batch.windowsByConversation()
    answers = BatchAnswerModel(to: try Self.answered(batch, results), in: results, plan)
  }

  /// Returns the questions whose answers this run uses. Answers about parts of a long message wait until all its parts
  /// have answers, because a message can only be marked as read as a whole.
  private static func answered(
    _ batch: BatchFile, _ results: ResultIndex
  ) throws -> [BatchQuestionName] {
    struct LongMessage: Hashable {
      let conversation: String
      let digest: UInt64
    }
    var names: [BatchQuestionName] = []
    var parted: [(name: BatchQuestionName, isAnswered: Bool, messages: Set<LongMessage>)] = []
    try batch.forEachWindow { window in
      guard let name = window.name else { return }
      let parts = window.lines.filter { $0.isNew && $0.part != nil }
      let isAnswered = results.holds(name)
      if !parts.isEmpty {
        let messages = parts.map {
          LongMessage(conversation: window.conversation, digest: $0.digest)
        }
        parted.append((name, isAnswered, Set(messages)))
      } else if isAnswered {
        names.append(name)
      }
    }
    // One window may end a long message and begin another one.
    var incomplete: Set<LongMessage> = []
    var count = -1
    while incomplete.count > count {
      count = incomplete.count
      for window in parted where !window.isAnswered || !incomplete.isDisjoint(with: window.messages)
      {
        incomplete.formUnion(window.messages)
      }
    }
    return names + parted.filter { incomplete.isDisjoint(with: $0.messages) }.map(\.name)
  }

  // MARK: - The run's memory

  package func recall(_ ids: [String]) async throws -> [ConversationState] {
    var found = try await store.recall(ids)
    for (place, id) in zip(found.indices, ids) {
      let windows = try windows.windows(ofConversation: id).filter {
        answers.hasAnswer($0.place) && !answers.wereAsked($0.place)
      }
      let named = Set(windows.flatMap(\.openItems))
      let items = named.isEmpty ? [] : try await store.fetch(for: id)
      found[place].batch = (windows, items.filter { named.contains($0.id) })
      // The restored windows bring their own open items.
      found[place].hasItems = false
    }
    return found
  }

  // MARK: - The result

  package struct Tally {
    /// The number of answers about messages that another run has read.
    package var late = 0
    /// The number of answers whose messages have changed.
    package var changed = 0
    /// The number of answers that were not used, because their messages were not found or the run stopped early.
    package var unread = 0
    /// The number of questions without an answer.
    package var waiting = 0
  }

  /// Removes the questions that no longer wait from the batch. Adds the usage of unused answers to the run's report.
  package func settle(_ outcome: inout ExtractionRun.Outcome) async throws -> Tally {
    let isAtEnd = outcome.report.stopped == nil && !Task.isCancelled
    let isComplete = isAtEnd && outcome.log.failures.isEmpty
    let changed = isComplete ? outcome.report.changedWindows : []
    var tally = Tally()
    var done: Set<Int> = []
    var answered: [String: [(place: Int, digests: [UInt64])]] = [:]
    try batch.forEachWindow { window in
      if answers.hasAnswer(window.place) {
        answered[window.conversation, default: []].append((window.place, window.digests))
      } else {
        tally.waiting += 1
      }
    }
    for (conversation, windows) in answered {
      let marks = again ? nil : try await store.marks(forConversation: conversation)
      for (place, digests) in windows {
        let isAsked = answers.wereAsked(place)
        let isRead = marks.map { marks in
          digests.allSatisfy { marks.isRead($0, by: .endpoint) }
        }
        guard isRead == true || (isAsked ? isAtEnd : changed.contains(place)) else {
          tally.unread += 1
          continue
        }
        done.insert(place)
        if isAsked { continue }
        outcome.report.usage += try answers.usage(place)
        if isRead == true { tally.late += 1 } else { tally.changed += 1 }
      }
    }
    if !done.isEmpty {
      try BatchLedger(store: store.folder).end(batch) { done.contains($0.place) }
    }
    return tally
  }
}

extension BatchWindow {
  /// The name of the question; nil if it is damaged.
  package var name: BatchQuestionName? { BatchQuestionName(id) }
}
