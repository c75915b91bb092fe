import JSONText

/// What became of recorded answers to all conversations.
public struct AnswerCard: Sendable {
  /// How the answers were spoilt before, if they were, and with which seed.
  public var spoilt: (kind: SpoilKind, seed: UInt64)?
  /// What became of the answers to each conversation.
  public var trials: [AnswerTrial]

  /// Puts the trials together.
  public init(spoilt: (kind: SpoilKind, seed: UInt64)?, trials: [AnswerTrial]) {
    self.spoilt = spoilt
    self.trials = trials
  }

  /// The counts of some trials.
  public struct Sum: Sendable {
    /// Counts of the answers as they were recorded.
    public var raw = Counts()
    /// Counts of what was kept.
    public var kept = Counts()
    /// By field: what got worse, what was caught.
    public var fields: [AnswerField: FieldCounts] = [:]

    init(_ trials: some Sequence<AnswerTrial>) {
      for trial in trials {
        raw += trial.verdicts.raw.counts
        kept += trial.verdicts.kept.counts
        fields.merge(trial.fields) { first, second in
          var sum = first
          sum += second
          return sum
        }
      }
    }
  }

  /// All counts.
  public var sum: Sum { Sum(trials) }

  /// The counts of each source, in the order of their names; one alone is left out.
  public var sources: [(name: String, sum: Sum)] {
    let names = Set(trials.map(\.source)).sorted()
    return names.count < 2
      ? [] : names.map { name in (name, Sum(trials.lazy.filter { $0.source == name })) }
  }

  // MARK: - JSON

  /// The figures as one JSON object, on a line. With `changes`, each harm and each miss is in it.
  public func json(changes: Bool) -> [UInt8] {
    var writer = JSONWriter(escaping: .invisibles)
    writer.beginObject()
    writer.field("schema", 1)
    writer.field("spoil", spoilt?.kind.rawValue)
    if let spoilt {
      writer.field("seed", String(spoilt.seed))
    }
    writer.field("conversations", trials.count)
    Self.write(sum, &writer)
    writer.key("sources")
    writer.beginArray()
    for source in sources {
      writer.beginObject()
      writer.field("source", source.name)
      Self.write(source.sum, &writer)
      writer.endObject()
    }
    writer.endArray()
    if changes { write(changesTo: &writer) }
    writer.endObject()
    writer.endLine()
    return writer.bytes
  }

  private static func write(_ sum: Sum, _ writer: inout JSONWriter) {
    writer.key("figures")
    writer.beginObject()
    for figure in Figure.allCases {
      writer.key(figure.rawValue)
      writer.beginObject()
      writer.key("answers")
      writer.figure(sum.raw.value(of: figure))
      writer.key("kept")
      writer.figure(sum.kept.value(of: figure))
      writer.endObject()
    }
    writer.endObject()
    writer.key("fields")
    writer.beginObject()
    for field in AnswerField.allCases {
      guard let counts = sum.fields[field] else { continue }
      writer.key(field.rawValue)
      writer.beginObject()
      for (name, count) in [
        ("right", counts.right), ("worse", counts.worse), ("wrong", counts.wrong),
        ("caught", counts.caught), ("mended", counts.mended),
      ] {
        writer.key(name)
        writer.int(count)
      }
      writer.endObject()
    }
    writer.endObject()
  }

  private func write(changesTo writer: inout JSONWriter) {
    writer.key("changes")
    writer.beginArray()
    for trial in trials {
      for change in trial.changes {
        writer.beginObject()
        writer.field("conversationId", trial.conversationId)
        writer.field("kind", change.isHarm ? "harm" : "miss")
        writer.field("field", change.field.rawValue)
        writer.field("messageId", change.messageId)
        writer.field("task", change.task)
        writer.field("answered", change.answered)
        writer.field("kept", change.kept)
        writer.endObject()
      }
    }
    writer.endArray()
  }
}
