import ActionItems
import Dispatch
import Synchronization

/// A bounded channel for one part of the input, from the worker that reads it to the consuming thread.
///
/// A worker blocks when about 1 MiB is queued here and the budget shared by all parts is used up.
final class LoadingPart: Sendable {
  private struct State {
    var events: [LoadingEvent] = []
    var weight = 0
    /// The part of `weight` that counts against the shared budget.
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

  /// Adds an event; blocks while the channel is full. Throws `CancellationError` after `cancel`.
  func push(_ event: LoadingEvent) throws {
    let weight = event.weight
    while true {
      let (isAccepted, readerWaits) = try state.withLock { state in
        if state.isCancelled { throw CancellationError() }
        // An empty channel accepts an event of any size.
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

  /// Closes the channel after the last event. `failure` is the error that ended the part, if any.
  func finish(_ failure: (any Error)? = nil) {
    let readerWaits = state.withLock { state in
      state.isWhole = true
      state.failure = failure
      return state.readerWaits.take()
    }
    if readerWaits { news.signal() }
  }

  /// Drops the queued events, and stops a worker that pushes more.
  func cancel() {
    let writerWaits = state.withLock { state in
      state.isCancelled = true
      state.events = []
      return state.writerWaits.take()
    }
    if writerWaits { room.signal() }
  }

  /// Returns the events since the last call; nil at the end. Blocks until there is at least one.
  ///
  /// Only one thread may call this. Throws the error that ended the part.
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

/// The memory budget for reading ahead, in bytes. All parts share it; each draws on it once its own limit is reached.
final class SharedRoom: Sendable {
  private let left: Mutex<Int>

  /// - Parameter bytes: The approximate size of the budget.
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

  fileprivate func giveBack(_ bytes: Int) { if bytes > 0 { left.withLock { $0 += bytes } } }
}

extension Bool {
  /// Returns the value and sets it to false.
  fileprivate mutating func take() -> Bool {
    defer { self = false }
    return self
  }
}

/// A call to a `LoadingSink`, recorded so that it can be replayed in the order of the input.
enum LoadingEvent: Sendable {
  case begin(Conversation)
  case messages([Message])
  case end(ConversationReport)
  case fail(LoadingError)
  case pass(PassedReason, path: String)
  case leaveFile(ExportFile)
  case leaveFolder(ExportFolder)

  /// The approximate memory use in bytes.
  var weight: Int {
    guard case .messages(let messages) = self else { return 256 }
    // Messages without an id share their contents.
    return messages.reduce(0) { $0 + ($1.id.isEmpty ? 64 : 256 + $1.text.utf8.count) }
  }
}

/// Sends what a worker reads to the channel of its part, with messages in batches.
final class PartSink: LoadingSink {
  private let part: LoadingPart
  private var batch: [Message] = []

  private static let batchSize = 128

  init(_ part: LoadingPart) {
    self.part = part
  }

  /// Sends the current batch.
  func flush() throws {
    if batch.isEmpty { return }
    try part.push(.messages(batch))
    // The event now owns the old batch.
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
