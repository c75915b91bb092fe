import ActionItems
package import ItemRecords
import Windowing

/// The counts, changed items and failures of a run so far. `RunSummary` adds what loading reported and the cost.
package struct ExtractionReport: Sendable {
  package var conversations = 0
  /// The number of messages by people.
  package var messages = 0
  /// The number of messages by people that the run reads.
  package var newMessages = 0
  /// The number of messages that were refused, or failed too often, and were not read again.
  package var setAside: Int { asideDigests.values.reduce(0) { $0 + $1.count } }
  /// The digests of these messages by conversation, because several parts of an export may hold one message.
  private var asideDigests: [String: Set<UInt64>] = [:]
  /// The number of messages that wait for the replies of a batch.
  package var waiting = 0
  /// The number of messages that a reply leaves open. The next run asks about them.
  package var leftToNextRun = 0
  /// The places of the batch's windows whose new messages were edited or removed.
  package private(set) var changedWindows: Set<Int> = []
  package var windows = 0
  /// The number of windows that have ended, successfully or not.
  package var windowsEnded = 0
  /// Whether all windows have been cut.
  package var hasAllWindows = false
  /// The number of windows without any sign of an item, which were not sent. They count as ended.
  package private(set) var windowsSkipped = 0
  /// The number of new messages in the skipped windows.
  package private(set) var messagesSkipped = 0
  /// The estimated prompt tokens of the skipped windows.
  package private(set) var tokensSkipped = 0
  package var inFlight = 0
  package var usage = ModelUsage()
  /// The part of `usage` that was spent on the second model.
  package var secondUsage = ModelUsage()
  /// The failures of further passes and of the second model: how many, and the first one.
  package var furtherFailures = (count: 0, first: "")
  /// Ids of items that are new or were restored.
  package var created: Set<String> = []
  /// Ids of existing items that changed.
  package var updated: Set<String> = []
  package var withdrawn: Set<String> = []
  package var rejected = 0
  /// The number of rejected items that lacked only evidence, even after a second request.
  package var lost = 0
  /// The number of kept items by note.
  private var notes: [Note: Int] = [:]
  package var moved = 0
  /// The final window size in tokens, if the endpoint does not read longer windows.
  package var windowTokens: Int?
  /// Whether the endpoint refuses longer windows. Otherwise it leaves out a part of them.
  package var refusesLongWindows = false
  /// The windows, or parts of them, that failed. Their messages are read again later, refused ones by another model or
  /// endpoint.
  package var failures: [FailedWindow] = []
  /// The number of failures because the endpoint did not answer.
  package var endpointFailures = 0
  /// Whether any window was read.
  package var hasReadAny = false
  /// The failed windows without an answer from the endpoint, and the others.
  var failuresByCause: (away: [FailedWindow], own: [FailedWindow]) {
    let isAway = { [.endpoint, .busy].contains($0) } as (FailureScope) -> Bool
    return (failures.filter { isAway($0.scope) }, failures.filter { !isAway($0.scope) })
  }
  /// The number of windows of which at least a part failed.
  package private(set) var windowsFailed = 0
  /// The number of failed windows of which a filter of the endpoint refused at least a part.
  package private(set) var windowsRefused = 0
  package var stopped: Stop?

  /// Returns the number of kept items with a note.
  package func count(_ note: Note) -> Int { notes[note] ?? 0 }

  package init() {}

  package enum Stop: Sendable {
    case endpoint(String)
    /// The user's limit was reached. The rest is read next time.
    case limit(String)
    case cancelled

    /// The reason, if the endpoint is to blame.
    var problem: String? { if case .endpoint(let why) = self { why } else { nil } }
  }

  /// Adds the counts of a conversation that was read.
  mutating func note(_ reader: ConversationReader) {
    messages += reader.messages
    newMessages += reader.newMessages
    waiting += reader.waiting
    changedWindows.formUnion(reader.changedWindows)
    if !reader.setAside.isEmpty {
      asideDigests[reader.conversation.id, default: []].formUnion(reader.setAside)
    }
  }

  /// Notes a window that was not sent.
  mutating func note(skipped window: Window, promptTokens: Int) {
    windowsSkipped += 1
    messagesSkipped += window.newCount
    tokensSkipped += promptTokens
  }

  /// Notes the failed parts of one window.
  mutating func note(_ failures: [FailedWindow]) {
    if failures.isEmpty { return }
    self.failures += failures
    windowsFailed += 1
    if failures.contains(where: { $0.refusedBy != nil }) { windowsRefused += 1 }
  }

  mutating func note(_ change: ItemChange) {
    let id = change.known.item.id
    switch change.kind {
    case .created: created.insert(id)
    case .deleted:
      withdrawn.insert(id)
      created.remove(id)
      updated.remove(id)
    default: if !created.contains(id) { updated.insert(id) }
    }
  }

  /// Adds the moved items, the diagnostics and the failures of further questions.
  mutating func note(_ reading: WindowReading) {
    moved += reading.moved
    if let first = reading.furtherFailures.first, furtherFailures.count == 0 {
      furtherFailures.first = first
    }
    furtherFailures.count += reading.furtherFailures.count
    for one in reading.diagnostics {
      switch one.what {
      case .rejection(let rejection):
        rejected += 1
        if rejection.isLoss { lost += 1 }
      case .note(let note): notes[note, default: 0] += 1
      }
    }
  }
}
