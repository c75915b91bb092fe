import Encoding

/// What a sieve before a model saves, and what it loses: only stretches of labelled conversations that
/// show enough evidence of an item would be asked about.
package struct SieveTrial: Sendable {
  /// Messages that are asked about together, and what speaks for an item among them; nil for nothing.
  package typealias Stretch = (messageIds: Set<String>, evidence: Double?)

  package struct Outcome: Sendable {
    /// The evidence from which on is asked.
    package let threshold: Double
    /// Stretches that are not asked about.
    package let saved: Counts.Share
    /// Clear items of which a message is asked about.
    package let clear: Counts.Share
    /// The same of all items, arguable ones among them.
    package let items: Counts.Share

    fileprivate var json: JSONValue {
      let shares = [("windowsSaved", saved), ("recall", clear), ("recallOfAll", items)]
      return .joined(
        ["threshold": .figure(threshold)],
        .object(shares.map { .init($0, .figure($1.value)) }),
        ["counts": .object(shares.map { .init($0, $1.json) })])
    }
  }

  private var conversations = 0
  private var evidence: [Double?] = []
  /// The items, each with the evidence of the best of its stretches.
  private var sought: [(isArguable: Bool, evidence: Double?)] = []

  package init() {}

  /// Adds a conversation and the stretches that it is cut into.
  package mutating func add(_ gold: GoldConversation, _ stretches: [Stretch]) {
    conversations += 1
    evidence += stretches.map { $0.evidence }
    for item in gold.items {
      let own = stretches.filter { !$0.messageIds.isDisjoint(with: item.messageIds) }
      sought.append((item.isArguable, own.compactMap { $0.evidence }.max()))
    }
  }

  /// What would come of asking from a threshold on.
  package func outcome(from threshold: Double) -> Outcome {
    func isAsked(_ evidence: Double?) -> Bool { evidence.map { $0 >= threshold } ?? false }
    func share(_ items: [(isArguable: Bool, evidence: Double?)]) -> Counts.Share {
      Counts.Share(right: items.count { isAsked($0.evidence) }, all: items.count)
    }
    return Outcome(
      threshold: threshold,
      saved: .init(right: evidence.count { !isAsked($0) }, all: evidence.count),
      clear: share(sought.filter { !$0.isArguable }), items: share(sought))
  }

  /// Thresholds on both sides of any that is of use.
  package static let thresholds = [-3, -2.5, -2, -1.5, -1, -0.5, 0, 0.5, 1]

  /// The outcome of the threshold in force and of others, as one JSON object on a line.
  package func json(model: String, length: Int, threshold: Double) -> [UInt8] {
    JSONValue.joined(
      [
        "schema": 1, "model": .string(model), "conversations": .int(conversations),
        "windowMessages": .int(length),
      ], outcome(from: threshold).json,
      ["thresholds": .array(Self.thresholds.map { outcome(from: $0).json })]
    ).line(escaping: .invisibles)
  }
}
