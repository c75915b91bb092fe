package import Encoding
import Synchronization

/// The traffic of all users of one key: the requests of the last minute, today's spending, and the current pause.
///
/// `LimitLedgerStore`, below, keeps it, in memory (`MemoryLedger`) or in a file. Times are milliseconds since 1970, so
/// that processes can share it.
package struct LimitLedger: Hashable, Sendable {
  package internal(set) var pausedUntil = 0
  /// The requests per second of the last minute, oldest first. Seconds without requests are left out.
  package internal(set) var seconds: [Second] = []
  /// The day of the spending, such as `2026-01-05`.
  package internal(set) var day = ""
  package internal(set) var spent = Spending()

  package struct Second: Hashable, Sendable {
    /// The second since 1970.
    package var at: Int
    package var requests: Int
    /// Tokens, estimated until the response arrives.
    package var tokens: Int
  }

  package init() {}

  /// Maximum pause in milliseconds. A later end must come from a wrong clock.
  static let longestPause = 3600 * 1000

  // MARK: - Pauses

  mutating func pause(until time: Int) { pausedUntil = max(pausedUntil, time) }

  /// Returns the milliseconds until the end of the pause; 0 without a pause.
  func pauseLeft(at now: Int) -> Int {
    let left = pausedUntil - now
    return left > 0 && left <= Self.longestPause ? left : 0
  }

  // MARK: - The last minute

  /// Returns the milliseconds until a request of this many tokens may be sent; 0 if it may be sent now.
  ///
  /// A request that exceeds the limit by itself waits for a minute without any other.
  mutating func rateLeft(_ limits: RequestLimits, tokens: Int, at now: Int) -> Int {
    forget(before: now)
    var requests = seconds.reduce(0) { $0 + $1.requests }
    var used = seconds.reduce(0) { $0 + $1.tokens }
    func fits() -> Bool {
      let isAlone = requests == 0
      if let most = limits.requestsPerMinute, requests + 1 > most { return false }
      if let most = limits.tokensPerMinute, used + tokens > most, !isAlone { return false }
      return true
    }
    if fits() { return 0 }
    for second in seconds {
      requests -= second.requests
      used -= second.tokens
      if fits() { return max(1, (second.at + 61) * 1000 - now) }
    }
    return 1000
  }

  private mutating func forget(before now: Int) {
    let second = now / 1000
    seconds.removeAll { $0.at < second - 60 || $0.at > second + 5 }
  }

  /// Records a request. Returns the second it belongs to.
  mutating func note(tokens: Int, at now: Int) -> Int {
    let second = now / 1000
    if let last = seconds.indices.last, seconds[last].at == second {
      seconds[last].requests += 1
      seconds[last].tokens += tokens
    } else {
      seconds.append(Second(at: second, requests: 1, tokens: tokens))
    }
    return second
  }

  /// Corrects the tokens of a recorded request.
  mutating func correct(second: Int, by tokens: Int) {
    guard let place = seconds.firstIndex(where: { $0.at == second }) else { return }
    seconds[place].tokens = max(0, seconds[place].tokens + tokens)
  }

  // MARK: - The day

  /// Returns the spending of a day. A new day starts at zero.
  mutating func spent(on today: String) -> Spending {
    if day != today {
      day = today
      spent = Spending()
    }
    return spent
  }

  mutating func add(_ spending: Spending, on today: String) {
    _ = spent(on: today)
    spent += spending
  }

  mutating func takeBack(_ spending: Spending, on today: String) {
    guard day == today else { return }
    spent -= spending
  }
}

/// A store for a ledger: in memory, or in a file shared by several processes.
package protocol LimitLedgerStore: Sendable {
  /// Changes the ledger with exclusive access.
  func update<Result: Sendable>(_ body: (inout LimitLedger) -> Result) -> Result
}

extension LimitLedger {
  /// Parses `json`. Anything else gives an empty ledger.
  package init(_ value: JSONValue) {
    self.init()
    pausedUntil = value["pausedUntil"]?.int ?? 0
    for second in value["seconds"]?.array ?? [] {
      guard let at = second[0]?.int, let requests = second[1]?.int, let tokens = second[2]?.int
      else { continue }
      seconds.append(Second(at: at, requests: requests, tokens: tokens))
    }
    day = value["day"]?.string ?? ""
    spent = Spending(
      requests: value["requests"]?.int ?? 0, tokens: value["tokens"]?.int ?? 0,
      cost: value["cost"]?.double ?? 0)
  }

  package var json: JSONValue {
    [
      "schema": 1, "pausedUntil": .int(pausedUntil),
      "seconds": .array(seconds.map { [.int($0.at), .int($0.requests), .int($0.tokens)] }),
      "day": .string(day), "requests": .int(spent.requests), "tokens": .int(spent.tokens),
      "cost": .double(spent.cost),
    ]
  }
}

/// A ledger for the lifetime of the process.
package final class MemoryLedger: LimitLedgerStore {
  private let ledger = Mutex(LimitLedger())

  package init() {}

  package func update<Result: Sendable>(_ body: (inout LimitLedger) -> Result) -> Result {
    ledger.withLock { ledger in body(&ledger) }
  }
}
