import ActionItems
import ItemRecords
import Windowing

/// Windows that may end the process, and those behind them in their conversations, until all else is read.
struct HeldWindows<Candidate> {
  private var waiting: ArraySlice<Candidate> = []
  private var digests: [String: Set<UInt64>] = [:]

  /// So many windows wait at the most, those that may end the process aside.
  private static var most: Int { 4096 }

  var isEmpty: Bool { waiting.isEmpty }
  /// The one that waits longest.
  var first: Candidate? { waiting.first }

  /// The digests of the messages that are new in the windows of a conversation that were held.
  func digests(ofConversation id: String) -> Set<UInt64> { digests[id] ?? [] }

  /// Whether a window has to wait: what comes later in a conversation may close what an earlier window states.
  func holds(_ window: Window, isSuspect: Bool) -> Bool {
    isSuspect || digests[window.conversation.id] != nil && waiting.count < Self.most
  }

  mutating func append(_ candidate: Candidate, of window: Window) {
    waiting.append(candidate)
    digests[window.conversation.id, default: []].formUnion(window.newMessages.map(\.digest))
  }

  mutating func popFirst() -> Candidate? { waiting.popFirst() }
}
