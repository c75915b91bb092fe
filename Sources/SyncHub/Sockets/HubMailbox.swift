import ActionItemRepository
import Glibc
import Synchronization

/// What others have for the hub's thread, and how they wake it.
final class HubMailbox: Sendable {
  enum Mail: Sendable {
    case applied(session: Int, Taken)
    /// A session can be told nothing more of the store.
    case failed(session: Int, reason: String)
    /// The store is not what a session's client knows of it.
    case putBack(session: Int, reason: String)
    case fed(session: Int, HubReader.Portion, ticket: Int)
    case fedItems(session: Int, entries: [ChangeReader.Entry])
    case found(item: String, Result<StoreChange?, any Error>)
    case answered(Int, HubAnswer)
    case storeChanged
    /// Tokens were made or taken back, or others have something to be sent.
    case lookAgain
    case stop
  }

  private let contents = Mutex<[Mail]>([])
  let reading: Int32
  private let writing: Int32

  init() throws(HubError) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw HubError("make a pipe", errno: errno) }
    for end in ends {
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
    }
    (reading, writing) = (ends[0], ends[1])
  }

  deinit {
    close(reading)
    close(writing)
  }

  func post(_ mail: Mail) {
    contents.withLock { contents in
      contents.append(mail)
      // The thread takes everything at once: the first to put something in has woken it for all.
      guard contents.count == 1 else { return }
      var byte: UInt8 = 0
      _ = write(writing, &byte, 1)
    }
  }

  func take() -> [Mail] {
    var buffer = [UInt8](repeating: 0, count: 64)
    while read(reading, &buffer, buffer.count) > 0 {}
    return contents.withLock { contents in
      defer { contents = [] }
      return contents
    }
  }
}
