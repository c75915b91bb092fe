import ActionItems
import Windowing

/// Windows that may crash the process, and later ones of their conversations, held back until all others are read.
///
/// Doubtful readings are held in `EndpointHealth`.
struct HeldWindows {
  private var waiting: ArraySlice<WindowTask> = []
  private var digests: [String: Set<UInt64>] = [:]

  /// The most windows that wait, apart from those that may crash the process.
  private static let most = 4096

  var isEmpty: Bool { waiting.isEmpty }
  /// The window that has waited longest.
  var first: WindowTask? { waiting.first }

  /// The digests of the new messages in the held windows of a conversation.
  func digests(ofConversation id: String) -> Set<UInt64> { digests[id] ?? [] }

  /// Whether a window has to wait. A later window may complete an item that an earlier one states. Later windows wait
  /// only while fewer than `most` do.
  func holds(_ task: WindowTask) -> Bool {
    task.isAlone || digests[task.window.conversation.id] != nil && waiting.count < Self.most
  }

  mutating func append(_ task: WindowTask) {
    waiting.append(task)
    digests[task.window.conversation.id, default: []].formUnion(
      task.window.newMessages.map(\.digest))
  }

  mutating func popFirst() -> WindowTask? { waiting.popFirst() }
}
