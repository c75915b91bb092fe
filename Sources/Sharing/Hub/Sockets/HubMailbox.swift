import Store
import Synchronization
import System

/// The queue of messages from the hub's tasks to its thread (`HubLoop`). Posting wakes the thread.
final class HubMailbox: Sendable {
  /// A message for the thread.
  enum Mail: Sendable {
    case applied(session: Int, ApplyResult)
    /// The store can no longer be read for a session.
    case failed(session: Int, reason: String)
    /// The store lacks changes that a session's client has seen: it was restored to an earlier state.
    case restored(session: Int, reason: String)
    /// The items that a limited client sees when its stream begins.
    case began(session: Int, showing: Set<ItemKey>)
    case fed(session: Int, HubReader.Portion, ticket: Int)
    case fedItems(session: Int, entries: [ChangeReader.Entry])
    case found(item: String, Result<StoreChange?, any Error>)
    case answered(Int, HubAnswer)
    case storeChanged
    /// Tokens were issued or revoked, or something has to be sent.
    case lookAgain
    case stop
  }

  private let contents = Mutex<[Mail]>([])
  let wakeUp: WakeUp

  init() throws(HubError) {
    do throws(SocketFailure) { wakeUp = try WakeUp() } catch {
      throw HubError("make a pipe", reason: error.reason)
    }
  }

  func post(_ mail: Mail) {
    contents.withLock { contents in
      contents.append(mail)
      // The thread takes all mail at once, so only the first message has to wake it.
      if contents.count == 1 { wakeUp.wake() }
    }
  }

  func take() -> [Mail] {
    wakeUp.clear()
    return contents.withLock { contents in
      defer { contents = [] }
      return contents
    }
  }
}
