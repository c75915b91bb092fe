import ActionItemModel
import ActionItemRepository
import Extraction
import Journal
import Windowing

/// Carries a purge on to the batches: what waits for answers and holds what goes is given up, and counts
/// as read, so that no answer brings it back.
struct BatchPurge {
  let invocation: Invocation
  let store: ActionItemStore
  let purge: ActionItemStore.Purge

  /// Gives up what has to be; returns how many questions that were.
  func run(_ run: Int) async throws -> Int {
    let lock = try await RunPermit.take(store.folder, invocation)
    defer { withExtendedLifetime(lock) {} }
    let ledger = BatchLedger(store: store.folder)
    var count = 0
    for batch in try ledger.read().batches where batch.waiting > 0 {
      let (places, outcomes) = try concerned(batch, run)
      if places.isEmpty { continue }
      // An answer that comes in between is held against the marks.
      _ = try await store.commit(outcomes)
      try ledger.keep({ !places.contains($0.place) }, of: batch)
      count += places.count
      invocation.console.warn(
        "\(batch.header.requests), and the files beside it, hold what was purged: they are not this store's to "
          + "remove")
    }
    return count
  }

  /// The places of the windows that are given up, and marks for the messages of those that can be read.
  private func concerned(
    _ batch: BatchFile, _ run: Int
  ) throws -> (places: Set<Int>, outcomes: [WindowOutcome]) {
    guard var kept = try windows(of: batch) else {
      var places: Set<Int> = []
      // Whatever is in those that cannot be read may be what goes.
      let takesAll = !purge.people.isEmpty || purge.before != nil
      try batch.forEachWindow { window in
        if takesAll || purge.conversations.contains(window.conversation) {
          places.insert(window.place)
        }
      }
      return (places, [])
    }
    var waiting: [Int: [UInt64]] = [:]
    try batch.forEachWindow { waiting[$0.place] = $0.digests }
    var outcomes: [WindowOutcome] = []
    var places: Set<Int> = []
    while let entry = try kept.next() {
      guard let digests = waiting[entry.place] else { continue }
      let conversation = entry.window.conversation
      let isConcerned = entry.window.newMessages.contains { message in
        purge.takes(
          conversationId: conversation.id, people: [message.sender, message.senderId],
          timestamp: message.timestamp)
      }
      guard isConcerned else { continue }
      places.insert(entry.place)
      let reading = Merger.Reading(
        conversation: conversation, messageIds: [], findings: [], model: batch.header.model,
        run: run)
      outcomes.append(
        WindowOutcome(reading: reading, digests: digests, grade: .endpoint, usage: Usage()))
    }
    return (places, outcomes)
  }

  /// What was kept of the batch's windows; nil where it is not there any more.
  private func windows(of batch: BatchFile) throws -> WindowFileReader? {
    let paths = BatchPaths(requests: batch.header.requests)
    do {
      let file = try paths.open().open(paths.windows, .reading)
      guard let reader = try WindowFileReader(StorageSource(file)),
        reader.terms.batch == batch.header.number, reader.terms.store == store.id
      else { return nil }
      return reader
    } catch let error as StorageError where error.isMissing {
      return nil
    }
  }
}
