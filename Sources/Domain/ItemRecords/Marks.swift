/// Which messages of a conversation have been read, and how thoroughly.
///
/// A mark is a message's digest. They are kept sorted: eight bytes a message, found in some twenty steps.
public struct Marks: Sendable {
  /// The digests of each grade that there are any of, the highest grade first.
  private var digests: [(grade: Grade, sorted: SortedDigests)]

  /// How often each message that could not be read has failed.
  private let failures: [UInt64: Int]

  /// Messages that were refused, in ascending order, by who refused them.
  private let refusals: [String: [UInt64]]

  /// Messages that ended a run in which they were read alone, and were not read since.
  package private(set) var fatal: Set<UInt64>

  /// Messages that were handed over in a batch and wait for its answers, in ascending order.
  private var waiting: [UInt64] = []

  /// Makes marks from lists of digests in any order, from how often messages have failed, from which were
  /// refused by whom, and from which ended a run.
  public init(
    _ digests: [Grade: [UInt64]] = [:], failures: [UInt64: Int] = [:],
    refusals: [String: [UInt64]] = [:], fatal: Set<UInt64> = []
  ) {
    (self.failures, self.fatal) = (failures, fatal)
    self.refusals = refusals.mapValues { $0.sorted() }
    self.digests = digests.filter { !$0.value.isEmpty }.sorted { $0.key > $1.key }
      .map { ($0.key, SortedDigests($0.value)) }
  }

  /// Adds digests of messages that were read since.
  package mutating func add(_ added: [UInt64], _ grade: Grade) {
    if added.isEmpty { return }
    if !fatal.isEmpty { fatal.subtract(added) }
    let place = digests.firstIndex { $0.grade <= grade } ?? digests.count
    if place == digests.count || digests[place].grade != grade {
      digests.insert((grade, SortedDigests()), at: place)
    }
    digests[place].sorted.add(added)
  }

  /// Whether there are none.
  public var isEmpty: Bool { digests.isEmpty }

  /// How many there are.
  public var count: Int { digests.reduce(0) { $0 + $1.sorted.count } }

  /// How many digests are held, of whatever kind.
  public var heldCount: Int {
    count + failures.count + fatal.count + waiting.count
      + refusals.values.reduce(0) { $0 + $1.count }
  }

  /// The highest grade at which a message was read; nil where it was not.
  public func grade(of digest: UInt64) -> Grade? {
    digests.first { $0.sorted.contains(digest) }?.grade
  }

  /// Those that say which messages were read in an edited version, alone.
  public var edits: Marks {
    var marks = Marks()
    marks.digests = digests.filter { $0.grade == .edited }
    return marks
  }

  /// In how many runs a message could not be read.
  public func failures(of digest: UInt64) -> Int {
    failures.isEmpty ? 0 : failures[digest] ?? 0
  }

  /// Whether a message was read so well that a run of a grade need not take it up. What a filter refused
  /// was read by nobody, save that the offline model has nothing to add to an endpoint.
  package func isRead(_ digest: UInt64, by grade: Grade) -> Bool {
    guard let found = self.grade(of: digest), found >= grade else { return false }
    return found != .refused || grade <= .offline
  }

  package func isRefused(_ digest: UInt64, by asked: String) -> Bool {
    refusals[asked]?.holds(digest) ?? false
  }

  /// Whether a message waits for the answers of a batch.
  public func isWaiting(_ digest: UInt64) -> Bool {
    waiting.holds(digest)
  }

  /// The same marks, with further messages that wait for the answers of a batch.
  public func waiting(for digests: [UInt64]) -> Marks {
    if digests.isEmpty { return self }
    var marks = self
    marks.waiting = (waiting + digests).sorted()
    return marks
  }
}

/// Digests that are added to: in stretches in ascending order, of which each is at least twice as long as the next.
private struct SortedDigests: Sendable {
  private var stretches: [[UInt64]] = []

  init(_ digests: [UInt64] = []) { add(digests) }

  var count: Int { stretches.reduce(0) { $0 + $1.count } }

  mutating func add(_ digests: [UInt64]) {
    var added = digests.sorted()
    while let last = stretches.last, last.count < 2 * added.count {
      added = (last + added).sorted()
      stretches.removeLast()
    }
    if !added.isEmpty { stretches.append(added) }
  }

  func contains(_ digest: UInt64) -> Bool { stretches.contains { $0.holds(digest) } }
}

extension [UInt64] {
  /// Whether a digest is among digests in ascending order.
  fileprivate func holds(_ digest: UInt64) -> Bool {
    let place = countInFront { $0 < digest }
    return place < count && self[place] == digest
  }
}

/// How thoroughly a message was read.
///
/// A run of a higher grade takes up messages of a lower one again.
public enum Grade: Int, Comparable, CaseIterable, Sendable {
  /// Not at all: the mark says that an edited version of the message was read, so that one that was not
  /// edited is older, whichever export is read first.
  case edited = 0
  case offline = 1
  /// By the offline model, which saw no reason to ask the endpoint. A run that has the endpoint asked about
  /// everything takes it up again.
  case skipped = 2
  /// By the endpoint, whose filter refused it, in stores of earlier versions: what is refused is noted as a
  /// failure now, so that it is taken up again.
  case refused = 3
  case endpoint = 4

  /// Lower grades come first.
  public static func < (a: Grade, b: Grade) -> Bool { a.rawValue < b.rawValue }
}
