import JSONText

/// Two runs over the same conversations, side by side.
public struct Comparison: Sendable {
  /// One figure of both.
  public struct Row: Sendable {
    /// Which figure.
    public var figure: Figure
    /// Its value in the first and the second run.
    public var values: (Double?, Double?)
    /// What 95 of 100 resampled differences lie between.
    public var difference: ClosedRange<Double>?

    /// Whether the difference is more than chance: nought is not in its interval.
    public var isClear: Bool { difference.map { !$0.contains(0) } ?? false }
  }

  /// The figures.
  public var rows: [Row]
  /// How many conversations both runs have; only these are compared.
  public var shared: Int
  /// How many only one of them has.
  public var unshared: Int

  /// Compares two records over the conversations that both have.
  public init(_ a: RecordedScores, _ b: RecordedScores) {
    let known = Dictionary(b.conversations.map { ($0.id, $0.counts) }) { first, _ in first }
    var pairs: [(Counts, Counts)] = []
    for (id, counts) in a.conversations {
      if let other = known[id] { pairs.append((counts, other)) }
    }
    shared = pairs.count
    unshared = a.conversations.count + b.conversations.count - 2 * shared
    let sums = pairs.reduce(into: (Counts(), Counts())) {
      $0.0 += $1.0
      $0.1 += $1.1
    }
    rows = Figure.allCases.map { figure in
      Row(
        figure: figure, values: (sums.0.value(of: figure), sums.1.value(of: figure)),
        difference: Bootstrap().interval(figure, from: pairs.map(\.0), to: pairs.map(\.1)))
    }
  }

  /// The comparison as one JSON object, on a line.
  public var json: [UInt8] {
    var writer = JSONWriter()
    writer.beginObject()
    writer.field("schema", 1)
    writer.field("conversations", shared)
    writer.field("leftOut", unshared)
    writer.key("figures")
    writer.beginArray()
    for row in rows {
      writer.beginObject()
      writer.field("figure", row.figure.rawValue)
      writer.key("a")
      writer.figure(row.values.0)
      writer.key("b")
      writer.figure(row.values.1)
      writer.key("difference")
      writer.figures(row.difference)
      writer.field("clear", row.isClear)
      writer.endObject()
    }
    writer.endArray()
    writer.endObject()
    writer.endLine()
    return writer.bytes
  }
}
