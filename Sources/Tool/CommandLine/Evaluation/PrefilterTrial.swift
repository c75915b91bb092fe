import Encoding

/// The figures of `eval --triage`: the windows that a prefilter would save, and the labelled items that it would miss,
/// if only windows with enough evidence of an item were sent to a model.
package struct PrefilterTrial: Sendable {
  /// A window of `PrefilterRun`: its new messages, and the evidence of an item among them; nil for none.
  package typealias TrialWindow = (messageIds: Set<String>, evidence: Double?)

  /// The figures for one threshold.
  package struct Outcome: Sendable {
    /// The minimum evidence for sending a window.
    package let threshold: Double
    /// The share of windows that are not sent.
    package let saved: Counts.Share
    /// The share of clear items for which a message is sent.
    package let clear: Counts.Share
    /// The same for all items, including arguable ones.
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
  /// The labelled items, each with the highest evidence of the windows with its messages.
  private var sought: [(isArguable: Bool, evidence: Double?)] = []

  package init() {}

  /// Adds a conversation and its windows.
  package mutating func add(_ gold: GoldConversation, _ windows: [TrialWindow]) {
    conversations += 1
    evidence += windows.map { $0.evidence }
    for item in gold.items {
      let own = windows.filter { !$0.messageIds.isDisjoint(with: item.messageIds) }
      sought.append((item.isArguable, own.compactMap { $0.evidence }.max()))
    }
  }

  /// Returns the outcome for a threshold.
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

  /// The thresholds to compare. They extend beyond the useful range on both sides.
  package static let thresholds = [-3, -2.5, -2, -1.5, -1, -0.5, 0, 0.5, 1]

  /// Returns the outcomes of the current threshold and of others, as one line of JSON.
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
