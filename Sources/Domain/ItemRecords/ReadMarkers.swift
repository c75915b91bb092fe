/// The read markers of a conversation: which messages were read, and at which `ReadLevel`. Also which messages failed,
/// were refused, crashed a run, or wait for a batch. Markers are sorted digests of messages (for `edited`, of
/// their ids): eight bytes each, found in about twenty steps.
public struct ReadMarkers: Sendable {
  /// The digests of each read level that has any, the highest level first.
  private var digests: [(readLevel: ReadLevel, sorted: SortedDigests)]

  /// The number of failures of each message that could not be read.
  private let failures: [UInt64: Int]

  /// The refused messages in ascending order, by the endpoint that refused them.
  private let refusals: [String: [UInt64]]

  /// Messages that crashed a run while they were read alone, and were not read since.
  package private(set) var fatal: Set<UInt64>

  /// Messages that were sent in a batch and wait for its replies, in ascending order.
  private var waiting: [UInt64] = []

  /// Creates read markers from digests in any order, numbers of failures, refusals by endpoint, and messages that
  /// crashed a run.
  public init(
    _ digests: [ReadLevel: [UInt64]] = [:], failures: [UInt64: Int] = [:],
    refusals: [String: [UInt64]] = [:], fatal: Set<UInt64> = []
  ) {
    (self.failures, self.fatal) = (failures, fatal)
    self.refusals = refusals.mapValues { $0.sorted() }
    self.digests = digests.filter { !$0.value.isEmpty }.sorted { $0.key > $1.key }
      .map { ($0.key, SortedDigests($0.value)) }
  }

  /// Adds the digests of messages that were read after these markers were loaded.
  package mutating func add(_ added: [UInt64], _ readLevel: ReadLevel) {
    if added.isEmpty { return }
    if !fatal.isEmpty { fatal.subtract(added) }
    let place = digests.firstIndex { $0.readLevel <= readLevel } ?? digests.count
    if place == digests.count || digests[place].readLevel != readLevel {
      digests.insert((readLevel, SortedDigests()), at: place)
    }
    digests[place].sorted.add(added)
  }

  /// Whether there are no read markers.
  public var isEmpty: Bool { digests.isEmpty }

  /// The number of read markers.
  public var count: Int { digests.reduce(0) { $0 + $1.sorted.count } }

  /// The number of digests held: read markers, failures, refusals and all others.
  public var heldCount: Int {
    count + failures.count + fatal.count + waiting.count
      + refusals.values.reduce(0) { $0 + $1.count }
  }

  /// Returns the highest level that has a marker for a digest; nil if none has.
  public func readLevel(of digest: UInt64) -> ReadLevel? {
    digests.first { $0.sorted.contains(digest) }?.readLevel
  }

  /// Only the markers of messages that were read in an edited version.
  public var edits: ReadMarkers {
    var marks = ReadMarkers()
    marks.digests = digests.filter { $0.readLevel == .edited }
    return marks
  }

  /// Returns the number of runs in which a message could not be read.
  public func failures(of digest: UInt64) -> Int {
    failures.isEmpty ? 0 : failures[digest] ?? 0
  }

  /// Returns whether a run at a read level can skip a message.
  ///
  /// A message with the level `refused` counts as unread, except at the offline level: the offline model need not read
  /// what an endpoint was asked to read.
  package func isRead(_ digest: UInt64, by readLevel: ReadLevel) -> Bool {
    guard let found = self.readLevel(of: digest), found >= readLevel else { return false }
    return found != .refused || readLevel <= .offline
  }

  package func isRefused(_ digest: UInt64, by asked: String) -> Bool {
    refusals[asked]?.holds(digest) ?? false
  }

  /// Returns whether a message waits for the replies of a batch.
  public func isWaiting(_ digest: UInt64) -> Bool {
    waiting.holds(digest)
  }

  /// Returns the read markers with further messages that wait for batch replies.
  public func waiting(for digests: [UInt64]) -> ReadMarkers {
    if digests.isEmpty { return self }
    var marks = self
    marks.waiting = (waiting + digests).sorted()
    return marks
  }
}

/// A growing set of digests. It consists of sorted arrays, each at least twice as long as the next.
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
  /// Returns whether a sorted array contains a digest.
  fileprivate func holds(_ digest: UInt64) -> Bool {
    let place = countInFront { $0 < digest }
    return place < count && self[place] == digest
  }
}

/// The level at which a message was read.
///
/// A run at a higher level reads messages of a lower level again.
public enum ReadLevel: Int, Comparable, CaseIterable, Sendable {
  /// An edited version of the message was read. The marker is a digest of the id, so that older versions are skipped.
  case edited = 0
  case offline = 1
  /// Read by the offline model, which saw no reason to ask the endpoint. A run that sends everything to the endpoint
  /// reads it again.
  case skipped = 2
  /// Refused by the endpoint's filter, in stores of earlier versions. A refusal is now a failure, so that the message
  /// is read again.
  case refused = 3
  case endpoint = 4

  /// Lower levels come first.
  public static func < (a: ReadLevel, b: ReadLevel) -> Bool { a.rawValue < b.rawValue }
}
