package import ActionItems
import Dispatch
package import System

/// The channel that carries conversations and messages from the loader's thread to extraction, in batches.
///
/// Each side waits for the other, so an archive of any size needs little memory.
package typealias MessageFeed = BoundedChannel<MessageEvent>

/// An element of a `MessageFeed`.
package enum MessageEvent: Sendable {
  /// A conversation begins or continues. A synthetic id comes with the digests of the first messages, which may
  /// identify the conversation.
  case conversation(Conversation, opening: [UInt64] = [])
  /// Messages of the conversation that began last, in order.
  case messages([Message])
  /// The conversation ends, or is interrupted.
  case end
  /// The loader waits until everything before is committed.
  case pause(Pause)

  var conversationId: String? {
    if case .conversation(let conversation, _) = self { conversation.id } else { nil }
  }

  fileprivate var weight: Int {
    if case .messages(let messages) = self { messages.count } else { 1 }
  }

  /// A loader that waits.
  package final class Pause: Sendable {
    private let semaphore: DispatchSemaphore

    fileprivate init(_ semaphore: DispatchSemaphore) {
      self.semaphore = semaphore
    }

    /// A pause that is dropped with its feed ends too.
    deinit { semaphore.signal() }

    /// Resumes the loader.
    func end() { semaphore.signal() }
  }
}

extension BoundedChannel<MessageEvent> {
  /// - Parameter limit: The number of messages that may be queued.
  package convenience init(limit: Int = 512) {
    self.init(limit: limit) { $0.weight }
  }

  /// Waits until everything that was pushed is committed. Blocks the thread.
  ///
  /// Throws `CancellationError` after `cancel`.
  package func pause() throws {
    let semaphore = DispatchSemaphore(value: 0)
    try push(.pause(MessageEvent.Pause(semaphore)))
    semaphore.wait()
    if isCancelled { throw CancellationError() }
  }
}
