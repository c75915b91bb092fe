import JSONText

/// What a sieve before a model saves, and what it loses: only stretches of labelled conversations that
/// show enough evidence of an item would be asked about.
public struct SieveTrial: Sendable {
  /// Some messages that are asked about together.
  public struct Stretch: Sendable {
    /// The messages.
    public var messageIds: Set<String>
    /// What speaks for an item among them; nil for nothing.
    public var evidence: Double?

    /// Puts the parts together.
    public init(messageIds: Set<String>, evidence: Double?) {
      self.messageIds = messageIds
      self.evidence = evidence
    }
  }

  /// What comes of one threshold.
  public struct Outcome: Sendable {
    /// The evidence from which on is asked.
    public var threshold: Double
    /// Stretches that are not asked about.
    public var saved = Counts.Share()
    /// Clear items of which a message is asked about.
    public var clear = Counts.Share()
    /// The same of all items, arguable ones among them.
    public var items = Counts.Share()
  }

  /// An item, as far as the sieve is concerned.
  private struct Sought {
    let isArguable: Bool
    /// The evidence of the best of its stretches.
    let evidence: Double?
  }

  /// The conversations that were added.
  public private(set) var conversations = 0
  private var evidence: [Double?] = []
  private var sought: [Sought] = []

  /// Starts with nothing.
  public init() {}

  /// Adds a conversation and the stretches that it is cut into.
  public mutating func add(_ gold: GoldConversation, _ stretches: [Stretch]) {
    conversations += 1
    evidence += stretches.map(\.evidence)
    for item in gold.items {
      let ids = Set([item.messageId] + item.alternativeIds)
      let own = stretches.filter { !$0.messageIds.isDisjoint(with: ids) }
      sought.append(
        Sought(isArguable: item.isArguable, evidence: own.compactMap(\.evidence).max()))
    }
  }

  /// What would come of asking from a threshold on.
  public func outcome(from threshold: Double) -> Outcome {
    var outcome = Outcome(threshold: threshold)
    func isAsked(_ evidence: Double?) -> Bool { evidence.map { $0 >= threshold } ?? false }
    for one in evidence {
      outcome.saved.all += 1
      if !isAsked(one) { outcome.saved.right += 1 }
    }
    for item in sought {
      outcome.items.all += 1
      if isAsked(item.evidence) { outcome.items.right += 1 }
      if item.isArguable { continue }
      outcome.clear.all += 1
      if isAsked(item.evidence) { outcome.clear.right += 1 }
    }
    return outcome
  }

  /// Thresholds on both sides of any that is of use.
  public static let thresholds = [-3, -2.5, -2, -1.5, -1, -0.5, 0, 0.5, 1]

  // MARK: - JSON

  /// The outcome of the threshold in force and of others, as one JSON object on a line.
  public func json(model: String, length: Int, threshold: Double) -> [UInt8] {
    var writer = JSONWriter(escaping: .invisibles)
    writer.beginObject()
    writer.field("schema", 1)
    writer.field("model", model)
    writer.field("conversations", conversations)
    writer.field("windowMessages", length)
    write(outcome(from: threshold), &writer)
    writer.key("thresholds")
    writer.beginArray()
    for other in Self.thresholds {
      writer.beginObject()
      write(outcome(from: other), &writer)
      writer.endObject()
    }
    writer.endArray()
    writer.endObject()
    writer.endLine()
    return writer.bytes
  }

  private func write(_ outcome: Outcome, _ writer: inout JSONWriter) {
    writer.key("threshold")
    writer.figure(outcome.threshold)
    let shares = [
      ("windowsSaved", outcome.saved), ("recall", outcome.clear), ("recallOfAll", outcome.items),
    ]
    for (name, share) in shares {
      writer.key(name)
      writer.figure(share.value)
    }
    writer.key("counts")
    writer.shares(shares)
  }
}
