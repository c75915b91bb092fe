import Encoding

/// How many of the finds that people judged are items: precision, on chats that nobody has labelled.
package struct ReviewCard: Sendable {
  /// A find that somebody has judged; its source is the kind of chat.
  package typealias Judged = (
    source: String, model: String, conversationId: String, isItem: Bool
  )

  /// The figures of the finds that have something in common.
  package struct Row: Sendable {
    package let name: String
    /// Those that are items, as found, and those that are none.
    package let counts: Counts
    /// What holds 95 of 100 precisions when conversations are drawn anew; nil for fewer than ten finds or five
    /// conversations, which tell too little.
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

  /// The figures as one JSON object, on a line.
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
