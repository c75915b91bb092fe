package import Encoding
import Synchronization

/// What everybody who uses one key has to know of each other: when to be silent, what was asked in
/// the last minute, what was spent today.
///
/// Times are milliseconds after 1970, so that processes can share it.
package struct LimitLedger: Hashable, Sendable {
  package internal(set) var pausedUntil = 0
  /// What was asked in each second of the last minute in which anything was, the oldest first.
  package internal(set) var seconds: [Second] = []
  /// The day that the spending belongs to, such as `2026-01-05`.
  package internal(set) var day = ""
  package internal(set) var spent = Spending()

  package struct Second: Hashable, Sendable {
    /// The second after 1970.
    package var at: Int
    package var requests: Int
    /// Tokens, as estimated until the answer is there.
    package var tokens: Int
  }

  package init() {}

  /// The longest pause; one that ends later comes from a clock that was wrong.
  static let longestPause = 3600 * 1000

  // MARK: - Pauses

  mutating func pause(until time: Int) { pausedUntil = max(pausedUntil, time) }

  /// How many milliseconds to wait for the end of the pause; 0 where there is none.
  func pauseLeft(at now: Int) -> Int {
    let left = pausedUntil - now
    return left > 0 && left <= Self.longestPause ? left : 0
  }

  // MARK: - The last minute

  /// How many milliseconds to wait until so many tokens more can be asked for; 0 for none.
  ///
  /// A question that is larger than the limit alone has to wait for a minute without any other.
  mutating func rateLeft(_ limits: AskingLimits, tokens: Int, at now: Int) -> Int {
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

  /// Notes a request; returns the second that it belongs to.
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

  /// Corrects the tokens of a request that was noted.
  mutating func correct(second: Int, by tokens: Int) {
    guard let place = seconds.firstIndex(where: { $0.at == second }) else { return }
    seconds[place].tokens = max(0, seconds[place].tokens + tokens)
  }

  // MARK: - The day

  /// What was spent on a day; another day begins with nothing.
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

/// Where a ledger is kept: in memory, or in a file for several processes.
package protocol LimitLedgerStore: Sendable {
  /// Changes the ledger, alone while it does.
  func update<Result: Sendable>(_ body: (inout LimitLedger) -> Result) -> Result
}

extension LimitLedger {
  /// Reads what `write` wrote; anything else is an empty ledger.
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

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.field("schema", 1)
    writer.field("pausedUntil", pausedUntil)
    writer.key("seconds")
    writer.beginArray()
    for second in seconds {
      writer.beginArray()
      writer.int(second.at)
      writer.int(second.requests)
      writer.int(second.tokens)
      writer.endArray()
    }
    writer.endArray()
    writer.field("day", day)
    writer.field("requests", spent.requests)
    writer.field("tokens", spent.tokens)
    writer.field("cost", spent.cost)
    writer.endObject()
  }
}

/// A ledger that lasts as long as the process.
package final class MemoryLedger: LimitLedgerStore {
  private let ledger = Mutex(LimitLedger())

  package init() {}

  package func update<Result: Sendable>(_ body: (inout LimitLedger) -> Result) -> Result {
    ledger.withLock { ledger in body(&ledger) }
  }
}
