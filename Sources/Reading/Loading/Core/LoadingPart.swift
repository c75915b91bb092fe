import ActionItems
import Dispatch
import Synchronization

/// What one part of an input tells, from the worker that reads it to the thread that hands it on.
///
/// A worker that is ahead waits once about a mebibyte lies here and there is no room that all parts share.
final class LoadingPart: Sendable {
  private struct State {
    var events: [LoadingEvent] = []
    var weight = 0
    /// What of it lies in the shared room.
    var shared = 0
    var isWhole = false
    var failure: (any Error)?
    var isCancelled = false
    var writerWaits = false
    var readerWaits = false
  }

  private let state = Mutex(State())
  private let sharedRoom: SharedRoom
  private let room = DispatchSemaphore(value: 0)
  private let news = DispatchSemaphore(value: 0)

  private static let most = 1 << 20

  init(_ sharedRoom: SharedRoom) {
    self.sharedRoom = sharedRoom
  }

  /// Adds an event, waiting until there is room. Throws `CancellationError` when nobody reads any more.
  func push(_ event: LoadingEvent) throws {
    let weight = event.weight
    while true {
      let (isAccepted, readerWaits) = try state.withLock { state in
        if state.isCancelled { throw CancellationError() }
        // One event may be as large as it is.
        if !state.events.isEmpty, state.weight + weight > Self.most {
          guard sharedRoom.take(weight) else {
            state.writerWaits = true
            return (false, false)
          }
          state.shared += weight
        }
        state.events.append(event)
        state.weight += weight
        return (true, state.readerWaits.take())
      }
      if readerWaits { news.signal() }
      if isAccepted { return }
      room.wait()
    }
  }

  /// Says that nothing more comes, and what ended it if that was an error.
  func finish(_ failure: (any Error)? = nil) {
    let readerWaits = state.withLock { state in
      state.isWhole = true
      state.failure = failure
      return state.readerWaits.take()
    }
    if readerWaits { news.signal() }
  }

  /// Says that nobody reads any more: a worker that pushes is stopped.
  func cancel() {
    let writerWaits = state.withLock { state in
      state.isCancelled = true
      state.events = []
      return state.writerWaits.take()
    }
    if writerWaits { room.signal() }
  }

  /// What has come since the last call, waiting for something; nil at the end. One thread reads.
  ///
  /// Throws the error that ended the part.
  func next() throws -> [LoadingEvent]? {
    while true {
      let (events, isWhole, writerWaits) = try state.withLock { state in
        let events = state.events
        sharedRoom.giveBack(state.shared)
        (state.events, state.weight, state.shared) = ([], 0, 0)
        if events.isEmpty, let failure = state.failure { throw failure }
        state.readerWaits = events.isEmpty && !state.isWhole
        return (events, state.isWhole, state.writerWaits.take())
      }
      if writerWaits { room.signal() }
      if !events.isEmpty { return events }
      if isWhole { return nil }
      news.wait()
    }
  }
}

/// Room for what workers read ahead in parts that are larger than what each part may hold, for all parts together.
final class SharedRoom: Sendable {
  private let left: Mutex<Int>

  /// - Parameter bytes: About how much may lie in it.
  init(bytes: Int) {
    left = Mutex(bytes)
  }

  fileprivate func take(_ bytes: Int) -> Bool {
    left.withLock { left in
      if left < bytes { return false }
      left -= bytes
      return true
    }
  }

  fileprivate func giveBack(_ bytes: Int) {
    if bytes > 0 { left.withLock { $0 += bytes } }
  }
}

extension Bool {
  /// The value; it is false from then on.
  fileprivate mutating func take() -> Bool {
    defer { self = false }
    return self
  }
}

/// An event of a loader, delivered later in the order of the input.
enum LoadingEvent: Sendable {
  case begin(Conversation)
  case messages([Message])
  case end(ConversationReport)
  case fail(LoadingError)
  case pass(PassedReason, path: String)
  case leaveFile(ExportFile)
  case leaveFolder(ExportFolder)

  /// About how many bytes of memory it holds.
  var weight: Int {
    guard case .messages(let messages) = self else { return 256 }
    // Those without an id share what they hold.
    return messages.reduce(0) { $0 + ($1.id.isEmpty ? 64 : 256 + $1.text.utf8.count) }
  }
}

/// Notes what a worker finds in its part of the input.
final class PartSink: LoadingSink {
  private let part: LoadingPart
  private var batch: [Message] = []

  private static let batchSize = 128

  init(_ part: LoadingPart) {
    self.part = part
  }

  /// Hands on what is at hand.
  func flush() throws {
    if batch.isEmpty { return }
    try part.push(.messages(batch))
    // A new one: the batch belongs to the event now.
    batch = []
    batch.reserveCapacity(Self.batchSize)
  }

  private func push(_ event: LoadingEvent) throws {
    try flush()
    try part.push(event)
  }

  func begin(_ conversation: Conversation) throws { try push(.begin(conversation)) }

  func add(_ message: consuming Message) throws {
    batch.append(message)
    if batch.count >= Self.batchSize { try flush() }
  }

  func end(_ report: ConversationReport) throws { try push(.end(report)) }
  func fail(_ error: LoadingError) throws { try push(.fail(error)) }
  func pass(_ reason: PassedReason, path: String) throws { try push(.pass(reason, path: path)) }
  func leave(_ file: ExportFile) throws { try push(.leaveFile(file)) }
  func leave(_ folder: ExportFolder) throws { try push(.leaveFolder(folder)) }
}
