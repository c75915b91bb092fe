import JSONText

/// How many of the finds that people judged are items: precision, on chats that nobody has labelled.
public struct ReviewCard: Sendable {
  /// A find that somebody has judged.
  public struct Judged: Hashable, Sendable {
    /// The kind of chat that it was found in.
    public var source: String
    /// The model that found it.
    public var model: String
    /// The conversation.
    public var conversationId: String
    /// Whether it is an item.
    public var isItem: Bool

    /// Puts the parts together.
    public init(source: String, model: String, conversationId: String, isItem: Bool) {
      self.source = source
      self.model = model
      self.conversationId = conversationId
      self.isItem = isItem
    }
  }

  /// The figures of some of the finds.
  public struct Row: Sendable {
    /// What they have in common.
    public let name: String
    /// Those that are items, as found, and those that are none.
    public let counts: Counts
    /// What holds 95 of 100 precisions when conversations are drawn anew; nil for fewer than ten finds or five
    /// conversations, which tell too little.
    public let interval: ClosedRange<Double>?

    fileprivate init(_ name: String, _ judged: [Judged]) {
      self.name = name
      let byConversation = Dictionary(grouping: judged, by: \.conversationId)
        .sorted { $0.key < $1.key }
        .map { _, finds in
          var counts = Counts()
          counts.found = finds.count(where: \.isItem)
          counts.falseFinds = finds.count - counts.found
          return counts
        }
      counts = byConversation.reduce(into: Counts(), +=)
      interval =
        judged.count < 10 || byConversation.count < 5
        ? nil : Bootstrap().interval(.precision, of: byConversation)
    }
  }

  /// All finds.
  public let all: Row
  /// Those of each kind of chat.
  public let sources: [Row]
  /// Those of each model.
  public let models: [Row]
  /// Finds that nobody has judged.
  public let unjudged: Int

  /// Counts finds.
  public init(_ judged: [Judged], unjudged: Int) {
    func rows(_ name: (Judged) -> String) -> [Row] {
      Dictionary(grouping: judged, by: name).sorted { $0.key < $1.key }.map { Row($0, $1) }
    }
    all = Row("all", judged)
    sources = rows(\.source)
    models = rows(\.model)
    self.unjudged = unjudged
  }

  /// The figures as one JSON object, on a line.
  public var json: [UInt8] {
    var writer = JSONWriter(escaping: .invisibles)
    writer.beginObject()
    writer.field("schema", 1)
    Self.write(all, &writer)
    writer.field("unjudged", unjudged)
    for (key, label, rows) in [("sources", "source", sources), ("models", "model", models)] {
      writer.key(key)
      writer.beginArray()
      for row in rows {
        writer.beginObject()
        writer.key(label)
        writer.string(row.name)
        Self.write(row, &writer)
        writer.endObject()
      }
      writer.endArray()
    }
    writer.endObject()
    writer.endLine()
    return writer.bytes
  }

  private static func write(_ row: Row, _ writer: inout JSONWriter) {
    writer.field("right", row.counts.found)
    writer.field("wrong", row.counts.falseFinds)
    writer.key("precision")
    writer.figure(row.counts.precision)
    writer.key("interval")
    writer.figures(row.interval)
  }
}
