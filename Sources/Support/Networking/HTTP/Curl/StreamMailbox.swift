internal import CLibcurlShim
internal import Synchronization

/// What a stream's callers and its thread have for each other.
///
/// Callers put in, and wait as continuations; the thread never waits for them. Once the stream has ended
/// nobody is left waiting.
final class StreamMailbox: Sendable {
  typealias Waiter<Value> = CheckedContinuation<Result<Value, HTTPError>, Never>

  struct Outgoing: Sendable {
    let bytes: [UInt8]
    let waiter: Waiter<Void>
  }

  struct Orders: Sendable {
    var outgoing: [Outgoing]
    /// How many more bytes callers have room for.
    var room: Int
    var isClosing: Bool
  }

  private struct Contents {
    var outgoing: [Outgoing] = []
    var received: [UInt8] = []
    var receiver: Waiter<[UInt8]>?
    var opener: Waiter<Void>?
    var isOpen = false
    /// Whether the other side has ended the connection.
    var isAtEnd = false
    var isClosing = false
    /// Why there is no stream any more.
    var failure: HTTPError?
    /// The event descriptor that the thread waits on; nil once it has let go of it.
    var wakeUp: Int32?

    func wake() { if let wakeUp { eventfd_write(wakeUp, 1) } }
  }

  private let contents: Mutex<Contents>

  /// Bytes that are held for a caller who does not ask for them.
  static let capacity = 256 << 10

  init(wakeUp: Int32) { contents = Mutex(Contents(wakeUp: wakeUp)) }

  // MARK: - Callers

  func waitUntilOpen() async throws(HTTPError) {
    try await waiting { (contents, waiter: Waiter<Void>) in
      if let failure = contents.failure { return .failure(failure) }
      if contents.isOpen { return .success(()) }
      contents.opener = waiter
      return nil
    }
  }

  func receive() async throws(HTTPError) -> [UInt8] {
    try await waiting { (contents, waiter: Waiter<[UInt8]>) in
      if !contents.received.isEmpty {
        defer { contents.received = [] }
        // The thread may have stopped reading for want of room.
        if contents.received.count >= Self.capacity { contents.wake() }
        return .success(contents.received)
      }
      if contents.isAtEnd { return .success([]) }
      if let failure = contents.failure { return .failure(failure) }
      precondition(contents.receiver == nil, "one call of receive at a time")
      contents.receiver = waiter
      return nil
    }
  }

  func send(_ bytes: [UInt8]) async throws(HTTPError) {
    if bytes.isEmpty { return }
    try await waiting { (contents, waiter: Waiter<Void>) in
      if let failure = contents.failure { return .failure(failure) }
      contents.outgoing.append(Outgoing(bytes: bytes, waiter: waiter))
      contents.wake()
      return nil
    }
  }

  func close() {
    contents.withLock { contents in
      contents.isClosing = true
      contents.wake()
    }
  }

  /// Waits unless `ask` has an answer at once; a cancelled task closes the stream.
  private func waiting<Value: Sendable>(
    _ ask: @Sendable (inout Contents, Waiter<Value>) -> Result<Value, HTTPError>?
  ) async throws(HTTPError) -> Value {
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { waiter in
        let answer = contents.withLock { ask(&$0, waiter) }
        if let answer { waiter.resume(returning: answer) }
      }
    } onCancel: {
      close()
    }
    if case .failure(.shutDown) = result, Task.isCancelled { throw .cancelled }
    return try result.get()
  }

  // MARK: - The thread

  func take() -> Orders {
    contents.withLock { contents in
      defer { contents.outgoing = [] }
      return Orders(
        outgoing: contents.outgoing,
        room: max(0, Self.capacity - contents.received.count), isClosing: contents.isClosing)
    }
  }

  func open() {
    let opener = contents.withLock { contents in
      defer { contents.opener = nil }
      contents.isOpen = true
      return contents.opener
    }
    opener?.resume(returning: .success(()))
  }

  /// Hands over bytes that have come; none say that the other side has ended the connection.
  func deliver(_ bytes: UnsafeRawBufferPointer) {
    let due = contents.withLock { contents -> (Waiter<[UInt8]>, [UInt8])? in
      contents.received.append(contentsOf: bytes)
      if bytes.isEmpty { contents.isAtEnd = true }
      guard let receiver = contents.receiver else { return nil }
      defer {
        contents.receiver = nil
        contents.received = []
      }
      return (receiver, contents.received)
    }
    if let (receiver, bytes) = due { receiver.resume(returning: .success(bytes)) }
  }

  /// Says that there is no stream any more, to all who wait and will ask; the thread does not look here
  /// again.
  func end(because failure: HTTPError) {
    let left = contents.withLock { contents in
      defer {
        contents.outgoing = []
        contents.receiver = nil
        contents.opener = nil
      }
      contents.failure = failure
      contents.wakeUp = nil
      return contents
    }
    for outgoing in left.outgoing { outgoing.waiter.resume(returning: .failure(failure)) }
    left.receiver?.resume(returning: .failure(failure))
    left.opener?.resume(returning: .failure(failure))
  }
}
