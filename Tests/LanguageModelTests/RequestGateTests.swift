import Synchronization
import Testing

@testable import LanguageModel

@Suite struct RequestGateTests {
  /// A clock that advances only when a task waits.
  final class Clock: Sendable {
    private let state = Mutex((now: Pacing.start, waits: [Int]()))
    var now: Int { state.withLock { $0.now } }
    var waits: [Int] { state.withLock { $0.waits } }
    func wait(_ duration: Duration) {
      state.withLock { state in
        let milliseconds = Int(duration / .milliseconds(1))
        state.now += milliseconds
        state.waits.append(milliseconds)
      }
    }
  }

  static func gate(
    _ clock: Clock, concurrency: Int, _ set: (inout RequestLimits) -> Void = { _ in }
  ) -> RequestGate {
    RequestGate(
      pacer: Pacer(limits: Pacing.limits(set), concurrency: concurrency),
      environment: .init(
        wait: { duration in
          try Task.checkCancellation()
          clock.wait(duration)
        }, now: { clock.now }))
  }

  @Test func `many go through, few at a time, and all get there`() async throws {
    let gate = Self.gate(Clock(), concurrency: 3)
    let seen = try await withThrowingTaskGroup(of: Int.self) { group in
      for number in 0..<200 {
        group.addTask {
          // Tasks that overtake others must not keep these awake and spinning.
          let permit = try await gate.enter(estimate: 1, isAgain: number % 3 == 0)
          let inFlight = gate.inFlight
          for _ in 0..<number % 5 { await Task.yield() }
          gate.leave(permit, .init(isGood: true, isSlowDown: number % 50 == 0))
          return inFlight
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(seen.count == 200 && gate.inFlight == 0)
    #expect(seen.max() == 3)
  }

  @Test func `one waits for the minute to pass, the others for the one`() async throws {
    let clock = Clock()
    let gate = Self.gate(clock, concurrency: 8) { $0.requestsPerMinute = 10 }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<40 {
        group.addTask {
          let permit = try await gate.enter(estimate: 1, isAgain: false)
          gate.leave(permit, .init(isGood: true))
        }
      }
      try await group.waitForAll()
    }
    #expect(clock.waits.count == 3, "\(clock.waits)")
  }

  @Test func `when a limit is reached everybody is told`() async throws {
    let gate = Self.gate(Clock(), concurrency: 2) { $0.requests = 5 }
    let results = await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<20 {
        group.addTask {
          guard let permit = try? await gate.enter(estimate: 1, isAgain: false) else {
            return false
          }
          await Task.yield()
          gate.leave(permit, .init(isGood: true))
          return true
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(results.count { $0 } == 5)
    await #expect(throws: RequestGate.Refusal.reached(.requests(5, isPerDay: false))) {
      try await gate.enter(estimate: 1, isAgain: true)
    }
  }

  @Test func `a cancelled task leaves, and the next one moves up`() async throws {
    let gate = Self.gate(Clock(), concurrency: 1)
    let held = try await gate.enter(estimate: 1, isAgain: false)
    let tasks = (0..<10).map { _ in
      Task {
        let permit = try await gate.enter(estimate: 1, isAgain: false)
        gate.leave(permit, .init(isGood: true))
      }
    }
    for _ in 0..<100 { await Task.yield() }
    for task in tasks.prefix(9) { task.cancel() }
    for task in tasks.prefix(9) {
      await #expect(throws: RequestGate.Refusal.cancelled) { try await task.value }
    }
    gate.leave(held, .init())
    try await tasks[9].value
    #expect(gate.inFlight == 0)
  }
}
