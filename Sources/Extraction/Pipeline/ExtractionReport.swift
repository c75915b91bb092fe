import ActionItemModel
import Windowing

/// What a run did.
public struct ExtractionReport: Sendable {
  /// Conversations that were read.
  public var conversations = 0
  /// Messages that people wrote.
  public var messages = 0
  /// Those among them that had not been read before.
  public var newMessages = 0
  /// Those that have failed so often that they were left alone, or were refused before.
  public var setAside: Int { asideDigests.values.reduce(0) { $0 + $1.count } }
  /// Their digests by conversation: an export may hold a message in several parts.
  private var asideDigests: [String: Set<UInt64>] = [:]
  /// Those that were left to a batch whose answers have not come yet.
  public var waiting = 0
  /// Those that a batch's answer leaves open and that the next run asks about.
  public var left = 0
  /// Windows that were cut.
  public var windows = 0
  /// Windows that have ended, well or not.
  public var windowsEnded = 0
  /// Whether all windows have been cut, so that there will be no more.
  public var hasAllWindows = false
  /// Windows in which nothing showed a reason to ask, and which were not asked about; they have ended, too.
  public private(set) var windowsSkipped = 0
  /// The messages that were new in them.
  public private(set) var messagesSkipped = 0
  /// About how many tokens their questions would have had.
  public private(set) var tokensSkipped = 0
  /// Windows that are being read.
  public var inFlight = 0
  /// What the model was asked and what it cost.
  public var usage = Usage()
  /// Ids of items that are new, or are there again.
  public var created: Set<String> = []
  /// Ids of items that were there and changed.
  public var updated: Set<String> = []
  /// Ids of items that were withdrawn.
  public var withdrawn: Set<String> = []
  /// Items that grounding refused.
  public var rejected = 0
  /// Those of them whose quote stands in no message, though they were asked for again.
  public var lost = 0
  /// How often each was noted of items that were kept.
  private var notes: [Note: Int] = [:]
  /// Items that went to the message in which their quote stands.
  public var moved = 0
  /// Answers of a batch that say to have read fewer tokens than their questions have.
  public var short = 0
  /// Tokens that windows were cut to in the end, where the endpoint turned out to read no longer ones.
  public var windowTokens: Int?
  /// Whether the endpoint refuses longer ones, as against leaving out a part of them.
  public var refusesLongWindows = false
  /// Windows that failed, or parts of them.
  public var failures: [Failure] = []
  /// How many of those failed because the endpoint did not answer.
  public var endpointFailures = 0
  /// How many of those failed because the endpoint's filter refused them.
  public var refusals: Int { failures.count { $0.isRefusal } }
  /// Why the run ended before its time, if it did.
  public var stopped: Stop?

  /// How often something was noted of items that were kept.
  public func count(_ note: Note) -> Int { notes[note] ?? 0 }

  /// Starts with nothing done.
  public init() {}

  /// A window that failed; its messages will be taken again, refused ones by another model or endpoint.
  public struct Failure: Sendable {
    /// Which conversation, and from which message to which.
    public var what: String
    /// The sentence that says why.
    public var why: String
    /// Whether the endpoint's filter refused it.
    public var isRefusal = false
  }

  /// Why a run ended before its time.
  public enum Stop: Sendable {
    /// The endpoint cannot be used.
    case endpoint(String)
    /// A limit that the user set was reached; the rest is taken next time.
    case limit(String)
    /// The run was interrupted.
    case cancelled
  }

  /// Notes messages of a conversation that were left alone.
  mutating func note(setAside digests: Set<UInt64>, of conversation: String) {
    if !digests.isEmpty { asideDigests[conversation, default: []].formUnion(digests) }
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

  /// Takes over what was moved, and what was remarked, which `remark` is told of.
  mutating func note(_ reading: WindowReading, remark: (Remark) -> Void) {
    moved += reading.moved
    for one in reading.remarks {
      switch one.what {
      case .rejection(let rejection):
        rejected += 1
        if rejection.isLoss { lost += 1 }
      case .note(let note): notes[note, default: 0] += 1
      }
      remark(one)
    }
  }
}
