import Evaluation

/// Figures as people read them.
struct ScoreText {
  let width: Int?

  /// The figures of a run.
  func lines(_ card: Scorecard) -> [String] {
    let counts = card.counts
    var table = TextTable(["FIGURE", "VALUE", "95 % INTERVAL", "OF"])
    for figure in Figure.allCases {
      let range = Bootstrap().interval(figure, of: card.verdicts.map(\.counts))
      table.add([
        figure.rawValue, Self.text(counts.value(of: figure)), Self.text(range),
        Self.base(figure, counts),
      ])
    }
    var lines = table.lines(width: width)
    let sources = card.sources
    guard !sources.isEmpty else { return lines }
    var bySource = TextTable(["SOURCE"] + Figure.allCases.map { $0.rawValue.uppercased() })
    for source in sources {
      bySource.add(
        [source.name] + Figure.allCases.map { Self.text(source.counts.value(of: $0)) })
    }
    lines += [""] + bySource.lines(width: width)
    return lines
  }

  /// What people judged of the finds of a store.
  func lines(_ card: ReviewCard) -> [String] {
    var table = TextTable(["FINDS", "PRECISION", "95 % INTERVAL", "RIGHT", "WRONG"])
    // One kind alone says the same as all.
    let parts = [card.sources, card.models].filter { $0.count > 1 }.flatMap { $0 }
    for row in [card.all] + parts {
      table.add([
        row.name, Self.text(row.counts.precision), Self.text(row.interval),
        "\(row.counts.found)", "\(row.counts.falseFinds)",
      ])
    }
    return table.lines(width: width)
  }

  /// Each mistake.
  func errorLines(_ card: Scorecard) -> [String] {
    var table = TextTable(["ERROR", "CONVERSATION", "MESSAGE", "EXPECTED", "FOUND", "TASK"])
    for verdict in card.verdicts {
      for error in verdict.errors {
        table.add([
          error.kind.rawValue, verdict.conversationId, error.messageId, error.expected ?? "-",
          error.actual ?? "-", error.task,
        ])
      }
    }
    return [""] + table.lines(width: width)
  }

  /// Two runs side by side.
  func lines(_ comparison: Comparison, _ first: String, _ second: String) -> [String] {
    var table = TextTable(["FIGURE", "A", "B", "95 % INTERVAL OF B - A", ""])
    for row in comparison.rows {
      table.add([
        row.figure.rawValue, Self.text(row.values.0), Self.text(row.values.1),
        Self.text(row.difference), row.isClear ? "more than chance" : "",
      ])
    }
    var lines = ["A: \(first), B: \(second), over \(comparison.shared) conversations"]
    if comparison.unshared > 0 {
      lines.append("\(comparison.unshared) conversations are in one of them only, and left out")
    }
    return lines + table.lines(width: width)
  }

  /// What a sieve saves and loses, at the threshold in force and at others.
  func lines(_ trial: SieveTrial, threshold: Double) -> [String] {
    let outcome = trial.outcome(from: threshold)
    var table = TextTable(["FIGURE", "VALUE", "OF"])
    table.add([
      "windows saved", Self.text(outcome.saved.value), "\(outcome.saved.all) windows",
    ])
    table.add(["recall", Self.text(outcome.clear.value), "\(outcome.clear.all) clear items"])
    table.add(["recall of all", Self.text(outcome.items.value), "\(outcome.items.all) items"])
    var others = TextTable(["ASKED FROM", "WINDOWS SAVED", "RECALL", "RECALL OF ALL"])
    for other in SieveTrial.thresholds.map(trial.outcome(from:)) {
      others.add(
        [other.threshold, other.saved.value, other.clear.value, other.items.value].map(Self.text))
    }
    return table.lines(width: width) + [""] + others.lines(width: width)
  }

  /// What a figure is a share of.
  private static func base(_ figure: Figure, _ counts: Counts) -> String {
    switch figure {
    case .precision: "\(counts.found + counts.falseFinds) finds"
    case .recall: "\(counts.found + counts.missed) items"
    case .f1: "-"
    case .assignee: "\(counts.fields[.assignee]?.all ?? 0) found"
    case .deadline: "\(counts.fields[.deadline]?.all ?? 0) found"
    case .priority: "\(counts.fields[.priority]?.all ?? 0) found"
    }
  }

  /// `0.783`, without a formatter.
  static func text(_ value: Double?) -> String {
    guard let value else { return "-" }
    let thousandths = Int((abs(value) * 1000).rounded())
    let digits = String(thousandths % 1000)
    let padding = String(repeating: "0", count: 3 - digits.count)
    return (value < 0 && thousandths > 0 ? "-" : "") + "\(thousandths / 1000).\(padding)\(digits)"
  }

  private static func text(_ range: ClosedRange<Double>?) -> String {
    range.map { "\(text($0.lowerBound)) to \(text($0.upperBound))" } ?? "-"
  }
}
