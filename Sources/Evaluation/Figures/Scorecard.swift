import JSONText

/// The figures of one run over labelled conversations.
public struct Scorecard: Sendable {
  /// The model that was measured.
  public var model: String
  /// What came of each conversation, in the order of the gold files.
  public var verdicts: [Verdict]

  /// Puts the verdicts together.
  public init(model: String, verdicts: [Verdict]) {
    self.model = model
    self.verdicts = verdicts
  }

  /// All counts.
  public var counts: Counts { Self.sum(verdicts) }

  /// The counts of each source, in the order of their names; one alone is left out.
  public var sources: [(name: String, counts: Counts)] {
    let names = Set(verdicts.map(\.source)).sorted()
    return names.count < 2
      ? [] : names.map { name in (name, Self.sum(verdicts.filter { $0.source == name })) }
  }

  private static func sum(_ verdicts: some Sequence<Verdict>) -> Counts {
    verdicts.reduce(into: Counts()) { $0 += $1.counts }
  }

  // MARK: - JSON

  /// The figures as one JSON object, on a line. With `errors`, each miss and false find is in it.
  public func json(errors: Bool) -> [UInt8] {
    var writer = JSONWriter(escaping: .invisibles)
    writer.beginObject()
    writer.field("schema", 1)
    writer.field("model", model)
    writer.field("conversations", verdicts.count)
    Self.write(counts, &writer)
    writer.key("intervals")
    writer.beginObject()
    for figure in Figure.allCases {
      writer.key(figure.rawValue)
      writer.figures(Bootstrap().interval(figure, of: verdicts.map(\.counts)))
    }
    writer.endObject()
    writer.key("sources")
    writer.beginArray()
    for source in sources {
      writer.beginObject()
      writer.field("source", source.name)
      Self.write(source.counts, &writer)
      writer.endObject()
    }
    writer.endArray()
    writer.key("perConversation")
    writer.beginArray()
    for verdict in verdicts {
      writer.beginObject()
      writer.field("conversationId", verdict.conversationId)
      writer.field("source", verdict.source)
      Self.write(verdict.counts, &writer)
      writer.endObject()
    }
    writer.endArray()
    if errors { write(errorsTo: &writer) }
    writer.endObject()
    writer.endLine()
    return writer.bytes
  }

  private func write(errorsTo writer: inout JSONWriter) {
    writer.key("errors")
    writer.beginArray()
    for verdict in verdicts {
      for error in verdict.errors {
        writer.beginObject()
        writer.field("conversationId", verdict.conversationId)
        writer.field("kind", error.kind.rawValue)
        writer.field("messageId", error.messageId)
        writer.field("task", error.task)
        if error.kind != .miss, error.kind != .falseFind {
          writer.field("expected", error.expected)
          writer.field("actual", error.actual)
        }
        writer.endObject()
      }
    }
    writer.endArray()
  }

  private static func write(_ counts: Counts, _ writer: inout JSONWriter) {
    writer.field("found", counts.found)
    writer.field("falseFinds", counts.falseFinds)
    writer.field("missed", counts.missed)
    for figure in Figure.allCases {
      writer.key(figure.rawValue)
      writer.figure(counts.value(of: figure))
    }
    writer.key("compared")
    writer.shares(
      GoldItem.Field.allCases.map { ($0.rawValue, counts.fields[$0] ?? Counts.Share()) })
  }
}
