import ActionItems
import Extraction
import ItemRecords
import LanguageModel
import Synchronization
import Windowing

/// A model that answers as a test specifies and records its requests.
final class ReplayModel: WindowModel {
  typealias Answer =
    @Sendable (Window, ReplyMistake?) async throws(ModelFailure) -> WindowReply

  let name = "replay"
  let readLevel = ReadLevel.endpoint
  let isAskedOnce: Bool
  private let answer: Answer
  private let onDiscard: @Sendable (Window) -> Void
  private let log = Mutex<(asked: [[String]], discarded: [[String]])>(([], []))

  /// The ids of the new messages in each request.
  var asked: [[String]] { log.withLock { $0.asked } }
  /// The ids of each request whose reply was discarded.
  var discarded: [[String]] { log.withLock { $0.discarded } }

  init(
    isAskedOnce: Bool = false, _ answer: @escaping Answer,
    onDiscard: @escaping @Sendable (Window) -> Void = { _ in }
  ) {
    self.isAskedOnce = isAskedOnce
    self.answer = answer
    self.onDiscard = onDiscard
  }

  func reply(to window: Window) async throws(ModelFailure) -> WindowReply {
    log.withLock { $0.asked.append(window.newMessages.map(\.id)) }
    return try await answer(window, nil)
  }

  func reply(
    to window: Window, after mistake: ReplyMistake
  ) async throws(ModelFailure) -> WindowReply {
    log.withLock { $0.asked.append(window.newMessages.map(\.id)) }
    return try await answer(window, mistake)
  }

  func discardReply(to window: Window) {
    log.withLock { $0.discarded.append(window.newMessages.map(\.id)) }
    onDiscard(window)
  }

  /// One item for each new message, in order.
  static func items(_ window: Window, upTo count: Int = .max) -> String {
    let items = window.lines.indices.filter { window.lines[$0].isNew }.prefix(count).map { index in
      let text = window.lines[index].message.text
      let id = window.shortId(ofLine: index)
      return #"{"task":"Handle \#(text)","messageId":"\#(id)","quote":"\#(text)"}"#
    }
    return #"{"items":["# + items.joined(separator: ",") + "]}"
  }
}
