import Dispatch
import Synchronization
import System
import Testing

/// A channel between a thread that may block and its reader.
@Suite struct BoundedChannelTests {
  struct Broken: Error {}

  /// Runs `body` on a thread of its own, and waits for it.
  private static func onThread<Result: Sendable>(
    _ body: @escaping @Sendable () throws -> Result
  ) async throws -> Result {
    try await withCheckedThrowingContinuation { continuation in
      DispatchQueue(label: "test.channel").async {
        continuation.resume(with: Swift.Result { try body() })
      }
    }
  }

  private static func numbers(limit: Int, _ budget: SharedBudget? = nil) -> BoundedChannel<Int> {
    BoundedChannel(limit: limit, sharing: budget) { _ in 1 }
  }

  @Test(arguments: [1, 2, 100])
  func `a task gets all elements in order, however little fits`(limit: Int) async throws {
    let channel = Self.numbers(limit: limit)
    async let pushing: Void = Self.onThread {
      for number in 0..<5000 { try channel.push(number) }
      channel.finish()
    }
    var taken: [Int] = []
    while let some = try await channel.next() {
      #expect(some.count <= limit)
      taken += some
    }
    try await pushing
    #expect(taken == Array(0..<5000))
  }

  @Test(arguments: [1, 2, 100])
  func `a thread gets all elements in order, however little fits`(limit: Int) async throws {
    let channel = Self.numbers(limit: limit)
    async let pushing: Void = Self.onThread {
      for number in 0..<5000 { try channel.push(number) }
      channel.finish()
    }
    let taken = try await Self.onThread {
      var taken: [Int] = []
      while let some = try channel.nextBlocking() { taken += some }
      return taken
    }
    try await pushing
    #expect(taken == Array(0..<5000))
  }

  @Test func `an empty channel takes an element that is heavier than its limit`() async throws {
    let channel = BoundedChannel<Int>(limit: 10) { $0 }
    try channel.push(1000)
    #expect(try await channel.next() == [1000])
  }

  @Test func `what exceeds the limit comes out of the shared budget, which is given back`()
    async throws
  {
    let budget = SharedBudget(3)
    let (first, second) = (Self.numbers(limit: 1, budget), Self.numbers(limit: 1, budget))
    for number in 0..<3 { try first.push(number) }
    for number in 0..<2 { try second.push(number) }
    // The budget is used up: a further element waits until some were taken.
    let isPushed = Mutex(false)
    async let pushing: Void = Self.onThread {
      try second.push(2)
      isPushed.withLock { $0 = true }
      second.finish()
    }
    #expect(!isPushed.withLock { $0 })
    #expect(try await first.next() == [0, 1, 2])
    var taken: [Int] = []
    while let some = try await second.next() { taken += some }
    try await pushing
    #expect(taken == [0, 1, 2] && isPushed.withLock { $0 })
    for number in 0..<4 { try first.push(number) }
    #expect(try await first.next() == [0, 1, 2, 3])
  }

  @Test func `the reader gets what was pushed before a failure, then the failure`() async throws {
    let channel = Self.numbers(limit: 10)
    try channel.push(1)
    channel.finish(Broken())
    #expect(try await channel.next() == [1])
    await #expect(throws: Broken.self) { try await channel.next() }
  }

  @Test func `cancelling stops a writer that waits, and ends the channel for its reader`()
    async throws
  {
    let channel = Self.numbers(limit: 1)
    try channel.push(1)
    let pushing = Task { try await Self.onThread { try channel.push(2) } }
    channel.cancel()
    await #expect(throws: CancellationError.self) { try await pushing.value }
    #expect(channel.isCancelled)
    #expect(try await channel.next() == nil)
  }

  @Test func `cancelling the task that reads cancels the channel`() async throws {
    let channel = Self.numbers(limit: 1)
    let reading = Task { try await channel.next() }
    reading.cancel()
    #expect(try await reading.value == nil)
    #expect(throws: CancellationError.self) { try channel.push(1) }
  }
}
