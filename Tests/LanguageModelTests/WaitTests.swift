import Networking
import Testing

@testable import LanguageModel

/// The waits that servers ask for, and those before a request is repeated.
@Suite struct WaitTests {
  static let now = 1_767_600_000.0  // 2026-01-05T08:00:00Z

  @Test(
    arguments: [
      ("seconds", ["Retry-After": "7"], 7),
      ("fraction", ["retry-after": "0.5"], 0.5),
      ("milliseconds go first", ["Retry-After": "7", "retry-after-ms": "250"], 0.25),
      ("bad milliseconds are passed over", ["Retry-After": "7", "retry-after-ms": "x"], 7),
      ("date", ["Retry-After": "Mon, 05 Jan 2026 08:01:00 GMT"], 60),
      (
        "date by the server's clock",
        ["Date": "Mon, 05 Jan 2026 09:00:00 GMT", "Retry-After": "Mon, 05 Jan 2026 09:00:05 GMT"], 5
      ),
      ("date gone by", ["Retry-After": "Mon, 05 Jan 2026 07:00:00 GMT"], 0),
      ("with a unit", ["Retry-After": "2m"], 120),
      ("nothing", [:], nil), ("below nothing", ["retry-after": "-5"], nil),
      ("not a number", ["retry-after": "nan"], nil), ("endless", ["retry-after": "1e300"], 1e7),
      ("word", ["retry-after": "soon"], nil),
      ("bad date", ["retry-after": "Mon, 35 Jan 2026 08:01:00 GMT"], nil),
    ] as [(String, HTTPHeaders, Double?)])
  func `the wait that is asked for is heard`(name: String, headers: HTTPHeaders, seconds: Double?) {
    let wait = WaitFields(headers, now: Self.now).retryAfter
    #expect(wait == seconds.map { .seconds($0) }, "\(name)")
  }

  @Test(
    arguments: [
      (
        "OpenAI",
        [
          "x-ratelimit-remaining-tokens": "0", "x-ratelimit-reset-tokens": "6m0s",
          "x-ratelimit-remaining-requests": "3", "x-ratelimit-reset-requests": "20ms",
        ], 360, nil
      ),
      (
        "something is left",
        ["x-ratelimit-remaining-tokens": "9", "x-ratelimit-reset-tokens": "1s"],
        nil, nil
      ),
      ("seconds", ["x-ratelimit-remaining": "0", "x-ratelimit-reset": "30"], 30, nil),
      (
        "an instant", ["ratelimit-remaining": "0", "ratelimit-reset": "1767600004"], 4, nil
      ),
      ("reset alone", ["ratelimitbysize-reset": "23"], nil, 23),
      ("nonsense", ["x-ratelimit-remaining": "0", "x-ratelimit-reset": "later"], nil, nil),
    ] as [(String, HTTPHeaders, Double?, Double?)])
  func `limits that are used up are seen`(
    name: String, headers: HTTPHeaders, exhausted: Double?, reset: Double?
  ) {
    let fields = WaitFields(headers, now: Self.now)
    #expect(fields.exhausted == exhausted.map { .seconds($0) }, "\(name)")
    #expect(fields.reset == reset.map { .seconds($0) }, "\(name)")
  }

  @Test(
    arguments: [
      ("fraction", "please try again in 5.289s.", 5.289),
      ("full stop behind", "try again in 7s. thanks", 7),
      ("units", "try again in 1m26.4s", 86.4), ("milliseconds", "retry in 350ms", 0.35),
      ("words", "retry after 6 seconds", 6), ("long words", "please wait 2 minutes", 120),
      ("hours", "try again in 1h2m3s", 3723), ("bare", "retry after 12", 12),
      ("nothing", "try again", nil), ("no number", "try again in a while", nil),
      ("too long a number", "retry in 99999999999999999999s", nil),
    ] as [(String, String, Double?)])
  func `words say how long`(name: String, words: String, seconds: Double?) throws {
    let found = WaitText.find(in: words)
    if let seconds {
      #expect(abs(try #require(found) - seconds) < 1e-9, "\(name)")
    } else {
      #expect(found == nil, "\(name)")
    }
  }

  @Test func `waits grow up to a cap, with jitter, and never fall below what is asked`() {
    var schedule = RetrySchedule(limits: RetryLimits(tries: 9, base: 1, cap: 8, longest: 60))
    let waits = (0..<9).map { _ in schedule.next(.failure, asked: nil, random: 1) }
    #expect(waits == [1, 2, 4, 8, 8, 8, 8, 8].map { .wait(.seconds($0)) } + [.giveUp])
    var half = RetrySchedule(limits: RetryLimits(tries: 9, base: 1, cap: 8, longest: 60))
    #expect(half.next(.failure, asked: nil, random: 0.5) == .wait(.seconds(0.5)))
    #expect(half.next(.failure, asked: .seconds(30), random: 0) == .wait(.seconds(30)))
    #expect(half.next(.failure, asked: .seconds(30), random: 1) == .wait(.seconds(33)))
    #expect(half.next(.failure, asked: .seconds(61), random: 0) == .tooLong(.seconds(61)))
    // A date that has just passed counts as no wait asked for; otherwise retries would not pause.
    var none = half
    #expect(
      none.next(.slowDown, asked: .zero, random: 1) == half.next(.slowDown, asked: nil, random: 1))
  }

  @Test func `each cause has its own tries`() {
    func tries(_ cause: RetryCause, _ limits: RetryLimits) -> Int {
      var schedule = RetrySchedule(limits: limits)
      var count = 1
      while case .wait = schedule.next(cause, asked: nil, random: 0) { count += 1 }
      return count
    }
    #expect(tries(.failure, RetryLimits(tries: 6)) == 6)
    #expect(tries(.slowDown, RetryLimits(tries: 6)) == 21)
    #expect(tries(.nothing, RetryLimits(tries: 6)) == 2)
    for cause in [RetryCause.failure, .slowDown, .nothing] {
      #expect(tries(cause, RetryLimits(tries: 1)) == 1)
    }
  }
}
