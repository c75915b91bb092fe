import Encoding

/// The figures of `eval --from-reviews`: the share of the findings judged by people that are items (precision), in all,
/// by kind of chat and by model.
package struct ReviewCard: Sendable {
  /// A finding that a person judged. Its source is the kind of chat.
  package typealias Judged = (
    source: String, model: String, conversationId: String, isItem: Bool
  )

  /// The figures of all judged findings, of one source, or of one model.
  package struct Row: Sendable {
    package let name: String
    /// The number of items, as `found`, and of false positives.
    package let counts: Counts
    /// The range of 95 percent of the precisions of resampled conversations. Nil for fewer than ten findings or five
    /// conversations, which are too few.
    package let interval: ClosedRange<Double>?

    fileprivate init(_ name: String, _ judged: [Judged]) {
      self.name = name
      let byConversation = judged.grouped { $0.conversationId }.map { _, finds in
        var counts = Counts()
        counts.found = finds.count { $0.isItem }
        counts.falseFinds = finds.count - counts.found
        return counts
      }
      counts = byConversation.reduce(into: Counts(), +=)
      interval =
        judged.count < 10 || byConversation.count < 5
        ? nil : Bootstrap().interval(.precision, of: byConversation)
    }

    fileprivate var json: JSONValue {
      [
        "right": .int(counts.found), "wrong": .int(counts.falseFinds),
        "precision": .figure(counts.precision), "interval": .figures(interval),
      ]
    }
  }

  package let all: Row
  package let sources: [Row]
  package let models: [Row]
  package let unjudged: Int

  package init(_ judged: [Judged], unjudged: Int) {
    all = Row("all", judged)
    sources = judged.grouped { $0.source }.map(Row.init)
    models = judged.grouped { $0.model }.map(Row.init)
    self.unjudged = unjudged
  }

  /// The figures as one line of JSON.
  package var json: [UInt8] {
    JSONValue.joined(
      ["schema": 1], all.json,
      [
        "unjudged": .int(unjudged),
        "sources": .array(sources.map { .joined(["source": .string($0.name)], $0.json) }),
        "models": .array(models.map { .joined(["model": .string($0.name)], $0.json) }),
      ]
    ).line(escaping: .invisibles)
  }
}
