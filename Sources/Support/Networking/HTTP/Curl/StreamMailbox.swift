internal import Synchronization

/// The queues between the callers of a `CurlStream` and its loop's thread: bytes to send, and received bytes.
///
/// Callers suspend; the loop's thread never waits for them. A caller takes bytes that have already arrived without the
/// thread. Every waiting caller is resumed at the end.
final class StreamMailbox: Sendable {
  struct Outgoing: Sendable {
    let bytes: [UInt8]
    let waiter: CurlLoop.Waiter<Void>
  }

  private struct Contents {
    var outgoing: [Outgoing] = []
    var received: [UInt8] = []
    var receiver: CurlLoop.Waiter<[UInt8]>?
    var opener: CurlLoop.Waiter<Void>?
    var isOpen = false
    /// Whether the other side has ended the connection.
    var isAtEnd = false
    /// Why the stream has ended.
    var failure: HTTPError?
  }

  private let contents = Mutex(Contents())
  /// A reference cycle until the loop ends: the loop holds the stream's transfer, which holds this mailbox.
  private let loop: CurlLoop

  /// When so many received bytes are waiting for a caller, the thread stops reading.
  static let capacity = 256 << 10

  init(_ loop: CurlLoop) { self.loop = loop }

  // MARK: - Callers

  func waitUntilOpen() async throws(HTTPError) {
    try await waiting { (contents, waiter: CurlLoop.Waiter<Void>) in
      if let failure = contents.failure { return .failure(failure) }
      if contents.isOpen { return .success(()) }
      contents.opener = waiter
      return nil
    }
  }

  func receive() async throws(HTTPError) -> [UInt8] {
    try await waiting { [loop] (contents, waiter: CurlLoop.Waiter<[UInt8]>) in
      if !contents.received.isEmpty {
        defer { contents.received = [] }
        // The thread may have stopped reading because the buffer was full.
        if contents.received.count >= Self.capacity { loop.wake() }
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
    try await waiting { [loop] (contents, waiter: CurlLoop.Waiter<Void>) in
      if let failure = contents.failure { return .failure(failure) }
      contents.outgoing.append(Outgoing(bytes: bytes, waiter: waiter))
      loop.wake()
      return nil
    }
  }

  /// Suspends the caller unless `ask` returns a result at once. A cancelled task closes the stream.
  private func waiting<Value: Sendable>(
    _ ask: @Sendable (inout Contents, CurlLoop.Waiter<Value>) -> Result<Value, HTTPError>?
  ) async throws(HTTPError) -> Value {
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { waiter in
        let answer = contents.withLock { ask(&$0, waiter) }
        if let answer { waiter.resume(returning: answer) }
      }
    } onCancel: {
      loop.close()
    }
    if case .failure(.shutDown) = result, Task.isCancelled { throw .cancelled }
    return try result.get()
  }

  // MARK: - The loop's thread

  /// Takes the bytes that callers want to send. `room` is the number of received bytes that still fit.
  func takeOutgoing() -> (outgoing: [Outgoing], room: Int) {
    contents.withLock { contents in
      defer { contents.outgoing = [] }
      return (contents.outgoing, max(0, Self.capacity - contents.received.count))
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

  /// Hands over received bytes. No bytes mean that the other side has ended the connection.
  func deliver(_ bytes: UnsafeRawBufferPointer) {
    let due = contents.withLock { contents -> (CurlLoop.Waiter<[UInt8]>, [UInt8])? in
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

  /// Makes the loop take another turn before it waits.
  func askForTurn() { loop.wake() }

  /// Fails waiting and later calls. Bytes received before can still be taken.
  func end(because failure: HTTPError) {
    let left = contents.withLock { contents in
      defer {
        contents.outgoing = []
        contents.receiver = nil
        contents.opener = nil
      }
      contents.failure = failure
      return contents
    }
    for outgoing in left.outgoing { outgoing.waiter.resume(returning: .failure(failure)) }
    left.receiver?.resume(returning: .failure(failure))
    left.opener?.resume(returning: .failure(failure))
  }
}
