import ActionItems
import Windowing

/// Windows that may crash the process, and later ones of their conversations, held back until all others are read.
///
/// An earlier run crashed while it read a message of theirs. `EndpointHealth` holds the doubtful results.
struct HeldWindows {
  private var waiting: ArraySlice<WindowTask> = []
  private var digests: [String: Set<UInt64>] = [:]

  /// With this many waiting, a window is held only if it may crash the process itself.
  private static let most = 4096

  var isEmpty: Bool { waiting.isEmpty }
  /// The window that has waited longest.
  var first: WindowTask? { waiting.first }

  /// The digests of the new messages in all windows of a conversation that were held so far.
  func digests(ofConversation id: String) -> Set<UInt64> { digests[id] ?? [] }

  /// Whether a window has to wait: it may crash the process, or an earlier window of its conversation was held. A later
  /// message may complete an item of the earlier one. With `most` windows waiting, only the first reason counts.
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
