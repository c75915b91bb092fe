package import ActionItems
import Dispatch
import Synchronization

/// Carries messages from a loader's thread to extraction, a few hundred at a time.
///
/// The loader waits while extraction is behind, and extraction while the loader is; so an archive of any
/// size passes in little memory.
package final class MessageFeed: Sendable {
  package enum Event: Sendable {
    /// A conversation begins, or goes on. Where its id was made, the digests of its first messages come along,
    /// by which it may be recognised.
    case conversation(Conversation, opening: [UInt64] = [])
    /// Messages of the conversation that began last, in order.
    case messages([Message])
    /// The conversation ends, or is interrupted.
    case end
    /// The loader waits until all that came before is kept.
    case pause(Pause)

    fileprivate var messageCount: Int {
      if case .messages(let messages) = self { messages.count } else { 0 }
    }

    var conversationId: String? {
      if case .conversation(let conversation, _) = self { conversation.id } else { nil }
    }
  }

  /// A loader that waits.
  package final class Pause: Sendable {
    private let semaphore = DispatchSemaphore(value: 0)

    fileprivate func wait() { semaphore.wait() }

    /// Lets it go on.
    func end() { semaphore.signal() }
  }

  private struct State {
    var events: [Event] = []
    var messages = 0
    var pause: Pause?
    var isFinished = false
    var isCancelled = false
    var reader: CheckedContinuation<Void, Never>?
    var writerWaits = false

    func hasRoom(for event: Event, _ capacity: Int) -> Bool {
      if events.count >= capacity { return false }
      // What comes without messages takes no room, and one lot of them may be as large as it is.
      return messages == 0 || event.messageCount == 0
        || messages + event.messageCount <= MessageFeed.messageLimit
    }
  }

  private let state = Mutex(State())
  private let room = DispatchSemaphore(value: 0)
  private let capacity: Int

  /// Messages that are held at most, where they come in several events.
  private static let messageLimit = 256

  /// Makes a feed that holds at most `capacity` events.
  package init(capacity: Int = 256) {
    self.capacity = capacity
  }

  /// Hands an event on, waiting until there is room; call it from a thread that may block.
  ///
  /// Throws `CancellationError` when nobody will read any more.
  package func push(_ event: Event) throws {
    while true {
      let (accepted, cancelled, reader) = state.withLock { state in
        if state.isCancelled { return (false, true, nil as CheckedContinuation<Void, Never>?) }
        guard state.hasRoom(for: event, capacity) else {
          state.writerWaits = true
          return (false, false, nil)
        }
        state.events.append(event)
        state.messages += event.messageCount
        return (true, false, state.reader.take())
      }
      reader?.resume()
      if cancelled { throw CancellationError() }
      if accepted { return }
      room.wait()
    }
  }

  /// Waits until all that was handed on is kept; call it from a thread that may block.
  ///
  /// Throws `CancellationError` when nobody will read any more.
  package func pause() throws {
    let pause = Pause()
    state.withLock { $0.pause = pause }
    try push(.pause(pause))
    pause.wait()
    if isCancelled { throw CancellationError() }
  }

  package func finish() {
    state.withLock { state in
      state.isFinished = true
      return state.reader.take()
    }?.resume()
  }

  /// Says that nobody will read any more: a loader that pushes is stopped.
  package func cancel() {
    let (waits, reader) = state.withLock { state in
      state.isCancelled = true
      state.events = []
      state.pause?.end()
      let waits = state.writerWaits
      state.writerWaits = false
      return (waits, state.reader.take())
    }
    if waits { room.signal() }
    reader?.resume()
  }

  /// Whether nobody will read any more: for a loader that waits for something to push.
  package var isCancelled: Bool { state.withLock { $0.isCancelled } }

  /// Everything that has come since the last call, waiting for something; nil at the end. One task reads.
  func next() async -> [Event]? {
    while true {
      let (events, ended, waits) = state.withLock { state in
        let events = state.events
        state.events = []
        state.messages = 0
        let waits = state.writerWaits
        state.writerWaits = false
        return (events, state.isFinished || state.isCancelled, waits)
      }
      if waits { room.signal() }
      if !events.isEmpty { return events }
      if ended { return nil }
      await withTaskCancellationHandler {
        await withCheckedContinuation { continuation in
          let isReady = state.withLock { state in
            if !state.events.isEmpty || state.isFinished || state.isCancelled { return true }
            state.reader = continuation
            return false
          }
          if isReady { continuation.resume() }
        }
      } onCancel: {
        cancel()
      }
    }
  }
}
