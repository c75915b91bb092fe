import ActionItems
package import ItemRecords
import Windowing

package struct ExtractionReport: Sendable {
  package var conversations = 0
  /// Messages that people wrote.
  package var messages = 0
  /// Those among them that had not been read before.
  package var newMessages = 0
  /// Those that have failed so often that they were left alone, or were refused before.
  package var setAside: Int { asideDigests.values.reduce(0) { $0 + $1.count } }
  /// Their digests by conversation: an export may hold a message in several parts.
  private var asideDigests: [String: Set<UInt64>] = [:]
  /// Those that were left to a batch whose answers have not come yet.
  package var waiting = 0
  /// Those that a batch's answer leaves open and that the next run asks about.
  package var left = 0
  package var windows = 0
  /// Windows that have ended, well or not.
  package var windowsEnded = 0
  /// Whether all windows have been cut, so that there will be no more.
  package var hasAllWindows = false
  /// Windows in which nothing showed a reason to ask, and which were not asked about; they have ended, too.
  package private(set) var windowsSkipped = 0
  /// The messages that were new in them.
  package private(set) var messagesSkipped = 0
  /// About how many tokens their questions would have had.
  package private(set) var tokensSkipped = 0
  package var inFlight = 0
  package var usage = Usage()
  /// Ids of items that are new, or are there again.
  package var created: Set<String> = []
  /// Ids of items that were there and changed.
  package var updated: Set<String> = []
  package var withdrawn: Set<String> = []
  package var rejected = 0
  /// Those of them whose quote stands in no message, though they were asked for again.
  package var lost = 0
  /// How often each was noted of items that were kept.
  private var notes: [Note: Int] = [:]
  package var moved = 0
  /// Answers of a batch that say to have read fewer tokens than their questions have.
  package var short = 0
  /// Tokens that windows were cut to in the end, where the endpoint turned out to read no longer ones.
  package var windowTokens: Int?
  /// Whether the endpoint refuses longer ones, as against leaving out a part of them.
  package var refusesLongWindows = false
  package var failures: [Failure] = []
  /// How many of those failed because the endpoint did not answer.
  package var endpointFailures = 0
  /// How many of those failed because the endpoint's filter refused them.
  package var refusals: Int { failures.count { $0.isRefusal } }
  package var stopped: Stop?

  /// How often something was noted of items that were kept.
  package func count(_ note: Note) -> Int { notes[note] ?? 0 }

  package init() {}

  /// A window that failed; its messages will be taken again, refused ones by another model or endpoint.
  package struct Failure: Sendable {
    /// Which conversation, and from which message to which.
    package var what: String
    package var why: String
    package var isRefusal = false
  }

  package enum Stop: Sendable {
    case endpoint(String)
    /// A limit that the user set was reached; the rest is taken next time.
    case limit(String)
    case cancelled
  }

  /// Counts the messages of a conversation that was read.
  mutating func note(_ reader: ConversationReader) {
    messages += reader.messages
    newMessages += reader.newMessages
    waiting += reader.waiting
    if !reader.setAside.isEmpty {
      asideDigests[reader.conversation.id, default: []].formUnion(reader.setAside)
    }
  }

  mutating func note(_ part: WindowReading.Failure) {
    failures.append(
      Failure(what: part.what, why: part.failure.reason, isRefusal: part.failure.reach == .refused))
  }

  /// Notes a window that nobody was asked about.
  mutating func note(skipped window: Window, promptTokens: Int) {
    windowsSkipped += 1
    messagesSkipped += window.newCount
    tokensSkipped += promptTokens
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

  /// Takes over what was moved, and what was remarked, which `diagnostic` is told of.
  mutating func note(_ reading: WindowReading, diagnostic: (Diagnostic) -> Void) {
    moved += reading.moved
    for one in reading.diagnostics {
      switch one.what {
      case .rejection(let rejection):
        rejected += 1
        if rejection.isLoss { lost += 1 }
      case .note(let note): notes[note, default: 0] += 1
      }
      diagnostic(one)
    }
  }
}
