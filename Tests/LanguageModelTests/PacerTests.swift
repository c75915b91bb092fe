import Encoding
import ItemRecords
import Testing

@testable import LanguageModel

/// The pace and the limits of requests, and the `LimitLedger` that records them.
@Suite struct PacerTests {
  /// A pacer with its ledger and clock.
  struct Bench {
    var pacer: Pacer
    var ledger = LimitLedger()
    var now = Pacing.start
    var day = "2026-01-05"

    init(concurrency: Int = 4, _ limits: RequestLimits = RequestLimits()) {
      pacer = Pacer(limits: limits, concurrency: concurrency)
    }

    mutating func ask(_ estimate: Int = 100) -> Pacer.Verdict {
      pacer.ask(estimate: estimate, &ledger, day: day, at: now)
    }

    mutating func go(_ estimate: Int = 100) throws -> Pacer.Permit {
      guard case .go(let permit) = ask(estimate) else {
        throw Refused()
      }
      return permit
    }

    mutating func end(_ permit: Pacer.Permit, _ ending: Pacer.Ending) {
      pacer.end(permit, ending, &ledger, at: now)
    }

    /// Sends requests, one at a time, until the pacer gives another verdict.
    mutating func spend(_ usage: ModelUsage) throws -> (count: Int, end: Pacer.Verdict) {
      var count = 0
      while count < 10_000 {
        let verdict = ask()
        guard case .go(let permit) = verdict else { return (count, verdict) }
        end(permit, .init(usage: usage, isGood: true))
        count += 1
      }
      throw Refused()
    }
  }

  struct Refused: Error {}

  @Test func `no more requests are under way than allowed`() throws {
    var bench = Bench(concurrency: 2)
    let first = try bench.go()
    _ = try bench.go()
    #expect(bench.ask() == .waitForOthers)
    bench.end(first, .init(isGood: true))
    _ = try bench.go()
    #expect(bench.ask() == .waitForOthers)
  }

  @Test func `a slow-down halves the pace once, and good answers bring it back slowly`() throws {
    var bench = Bench(concurrency: 8)
    let all = try (0..<8).map { _ in try bench.go() }
    // Requests that were under way together count as one slow-down.
    for permit in all { bench.end(permit, .init(isSlowDown: true)) }
    #expect(bench.pacer.concurrency.current == 4)
    let next = try bench.go()
    bench.end(next, .init(isSlowDown: true))
    #expect(bench.pacer.concurrency.current == 2)
    for _ in 0..<20 { bench.end(try bench.go(), .init(isSlowDown: true)) }
    #expect(bench.pacer.concurrency.current == 1)
    var answers = 0
    while bench.pacer.concurrency.current < 8 {
      bench.end(try bench.go(), .init(isGood: true))
      answers += 1
    }
    #expect(answers == 1 + 2 + 3 + 4 + 5 + 6 + 7)
    for _ in 0..<99 { bench.end(try bench.go(), .init(isGood: true)) }
    #expect(bench.pacer.concurrency.current == 8)
  }

  @Test func `a pause is for everybody, and a clock that was wrong does not hold it for ever`()
    throws
  {
    var bench = Bench()
    let permit = try bench.go()
    bench.end(permit, .init(isSlowDown: true, pause: 5000))
    #expect(bench.ask() == .wait(5000))
    bench.now += 4000
    #expect(bench.ask() == .wait(1000))
    bench.now += 1000
    _ = try bench.go()
    bench.now -= 50 * 86_400_000
    _ = try bench.go()
  }

  @Test func `requests per minute are kept in any minute`() throws {
    var bench = Bench(Pacing.limits { $0.requestsPerMinute = 3 })
    var times: [Int] = []
    while times.count < 12 {
      switch bench.ask() {
      case .go(let permit):
        times.append(bench.now)
        bench.end(permit, .init(isGood: true))
        bench.now += 700
      case .wait(let milliseconds): bench.now += milliseconds
      default: throw Refused()
      }
    }
    for (index, time) in times.enumerated() {
      #expect(times[index...].prefix { $0 < time + 60_000 }.count <= 3)
    }
    #expect(times[11] - times[0] < 200_000)
  }

  @Test func `tokens per minute count what was used, not what was feared`() throws {
    var bench = Bench(Pacing.limits { $0.tokensPerMinute = 1000 })
    // 356 tokens are expected, 50 are used.
    let first = try bench.go(100)
    bench.end(first, .init(usage: ModelUsage(promptTokens: 40, completionTokens: 10), isGood: true))
    let (count, end) = try bench.spend(ModelUsage(promptTokens: 40, completionTokens: 10))
    #expect(count == 19)
    guard case .wait(let wait) = end else { throw Refused() }
    #expect(wait > 59_000 && wait <= 61_000)
    // A request larger than the limit is sent when it is alone.
    var large = Bench(Pacing.limits { $0.tokensPerMinute = 1000 })
    _ = try large.go(50_000)
    #expect(try { if case .wait = large.ask() { true } else { throw Refused() } }())
  }

  @Test(
    arguments: [
      ("requests", Pacing.limits { $0.requests = 7 }, 7, .requests(7, isPerDay: false)),
      ("tokens", Pacing.limits { $0.tokens = 1000 }, 9, .tokens(1000, isPerDay: false)),
      (
        "cost",
        Pacing.limits {
          $0.cost = 0.001
          $0.prices = TokenPrices(input: 1, output: 2)
        }, 8, .cost(0.001, isPerDay: false)
      ),
      (
        "no cost at all",
        Pacing.limits {
          $0.cost = 0
          $0.prices = TokenPrices(input: 1, output: 2)
        }, 0, .cost(0, isPerDay: false)
      ),
      (
        "a first question is worth what it costs by itself", Pacing.limits { $0.tokens = 105 }, 1,
        .tokens(105, isPerDay: false)
      ),
      (
        "a first question that is larger than all is not asked", Pacing.limits { $0.tokens = 10 },
        0,
        .tokens(10, isPerDay: false)
      ),
    ] as [(String, RequestLimits, Int, LimitReached)])
  func `a budget is used up and not passed`(
    name: String, limits: RequestLimits, count: Int, reached: LimitReached
  ) throws {
    var bench = Bench(limits)
    // A request uses 110 tokens and costs 0.00012.
    let (sent, end) = try bench.spend(ModelUsage(promptTokens: 100, completionTokens: 10))
    #expect(sent == count && end == .reached(reached), "\(name): \(sent)")
  }

  @Test func `what is under way counts, and what it does not use comes back`() throws {
    var bench = Bench(concurrency: 8, Pacing.limits { $0.tokens = 1000 })
    let first = try bench.go(300)  // 556 are set aside
    #expect(bench.ask(300) == .waitForOthers)
    bench.end(first, .init(usage: ModelUsage(promptTokens: 30, completionTokens: 10), isGood: true))
    let more = try (0..<5).map { _ in try bench.go(300) }
    #expect(more.count == 5)
    // A failed request still counts.
    bench.end(more[0], .init(usage: ModelUsage(promptTokens: 900)))
    #expect(bench.ask(300) == .waitForOthers)
    for permit in more.dropFirst() { bench.end(permit, .init()) }
    #expect(try bench.spend(ModelUsage(promptTokens: 30, completionTokens: 10)).count == 1)
  }

  @Test func `a day's budget outlives the run and ends with the day`() throws {
    let limits = Pacing.limits {
      $0.requests = 5
      $0.isPerDay = true
    }
    var first = Bench(limits)
    let permits = try (0..<3).map { _ in try first.go() }
    for permit in permits { first.end(permit, .init()) }
    var second = Bench(limits)
    second.ledger = LimitLedger(try JSONValue(parsing: first.ledger.json.line()))
    #expect(second.ledger == first.ledger)
    let (count, end) = try second.spend(ModelUsage())
    #expect(count == 2 && end == .reached(.requests(5, isPerDay: true)))
    second.day = "2026-01-06"
    #expect(try second.spend(ModelUsage()).count == 5)
  }

  @Test(arguments: [Double.infinity, .nan])
  func `a cost without end leaves the rest of the ledger`(cost: Double) throws {
    var ledger = LimitLedger()
    ledger.add(Spending(requests: 1, tokens: 10, cost: cost), on: "2026-01-05")
    ledger.pause(until: Pacing.start)
    let read = LimitLedger(try JSONValue(parsing: ledger.json.line()))
    #expect(read.spent == Spending(requests: 1, tokens: 10, cost: 0))
    #expect(read.pausedUntil == Pacing.start && read.day == "2026-01-05")
  }

  @Test func `no request starts after the time limit, not even after a pause`() throws {
    var bench = Bench(
      Pacing.limits { $0.deadline = .init(at: Pacing.start + 10_000, length: .seconds(10)) })
    bench.end(try bench.go(), .init(isSlowDown: true, pause: 60_000))
    #expect(bench.ask() == .wait(10_000))
    bench.now += 10_000
    #expect(bench.ask() == .reached(.time(.seconds(10))))
  }

  @Test(arguments: [
    "", "null", "[]", #"{"seconds":[[1],["x",2,3]],"requests":"many"}"#, #"{"pausedUntil":1e400}"#,
  ])
  func `a ledger that cannot be read is an empty one`(text: String) {
    let ledger = LimitLedger((try? JSONValue(parsing: text.utf8)) ?? .null)
    #expect(ledger == LimitLedger())
  }
}
