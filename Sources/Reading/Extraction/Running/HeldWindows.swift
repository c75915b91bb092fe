import ActionItems
import ItemRecords
import Windowing

/// Windows that may crash the process, and later ones of their conversations, held until all else is read.
struct HeldWindows<Candidate> {
  private var waiting: ArraySlice<Candidate> = []
  private var digests: [String: Set<UInt64>] = [:]

  /// The most windows that wait, apart from those that may crash the process.
  private static var most: Int { 4096 }

  var isEmpty: Bool { waiting.isEmpty }
  /// The window that has waited longest.
  var first: Candidate? { waiting.first }

  /// The digests of the new messages in the held windows of a conversation.
  func digests(ofConversation id: String) -> Set<UInt64> { digests[id] ?? [] }

  /// Whether a window has to wait. A later window may complete an item that an earlier one states. Later windows wait
  /// only while fewer than `most` do.
  func holds(_ window: Window, isSuspect: Bool) -> Bool {
    isSuspect || digests[window.conversation.id] != nil && waiting.count < Self.most
  }

  mutating func append(_ candidate: Candidate, of window: Window) {
    waiting.append(candidate)
    digests[window.conversation.id, default: []].formUnion(window.newMessages.map(\.digest))
  }

  mutating func popFirst() -> Candidate? { waiting.popFirst() }
}
