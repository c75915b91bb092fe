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
  /// Items whose quote was copied with slips.
  public var mended = 0
  /// What somebody said of an item that does not concern them.
  public var reported = 0
  /// Deadlines in words that could not be counted after.
  public var unreadDeadlines = 0
  /// Deadlines of items that no message states.
  public var droppedDeadlines = 0
  /// Deadlines that went to the day that the message states.
  public var replacedDeadlines = 0
  /// Open items that a reply names and that its messages do not speak of.
  public var droppedLinks = 0
  /// Assignees that went to the one whom the message says.
  public var replacedAssignees = 0
  /// Assignees of items that nothing supports.
  public var droppedAssignees = 0
  /// Items that were kept although their quote stands nowhere.
  public var unproven = 0
  /// Items that are said to be done and name no open item.
  public var unlinked = 0
  /// Items that a reply calls done and their messages do not.
  public var notDone = 0
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

  /// Takes over what was moved, and which items grounding refused; `rejection` is told of each of those.
  mutating func note(_ reading: WindowReading, rejection: (Rejection) -> Void) {
    moved += reading.moved
    for refused in reading.rejections {
      note(refused)
      rejection(refused)
    }
  }

  private mutating func note(_ rejection: Rejection) {
    if rejection.isLost { lost += 1 }
    switch rejection.reason {
    case .deadline: droppedDeadlines += 1
    case .day: replacedDeadlines += 1
    case .link: droppedLinks += 1
    case .assignee: droppedAssignees += 1
    case .person: replacedAssignees += 1
    case .unproven: unproven += 1
    case .unknownMessage, .contextMessage, .emptyTask, .noQuote, .quote, .foreignQuote,
      .foreignTask, .finished, .notTheirs, .tooMany, .tooLong, .noItem:
      rejected += 1
    case .unlinked: unlinked += 1
    case .notDone: notDone += 1
    case .mended: mended += 1
    case .reported: reported += 1
    case .unread: unreadDeadlines += 1
    }
  }
}
