import Encoding
import System

/// Formats the figures of `eval`, `eval --from-reviews` and `eval --triage` as text tables.
struct ScoreText {
  let width: Int?

  private func table(_ titles: [String], _ rows: [[String]]) -> [String] {
    var table = TextTable(titles)
    for row in rows { table.add(row) }
    return table.lines(width: width)
  }

  func lines(_ card: Scorecard) -> [String] {
    let counts = card.counts
    let lines = table(
      ["FIGURE", "VALUE", "95 % INTERVAL", "OF"],
      counts.figures.map {
        [
          $0.title, Self.text(counts.value(of: $0)), Self.text(card.interval($0)),
          Self.base($0, counts),
        ]
      })
    if card.sources.isEmpty { return lines }
    return lines + [""]
      + table(
        ["SOURCE"] + counts.figures.map { $0.title.uppercased() },
        card.sources.map { source in
          [source.name] + counts.figures.map { Self.text(source.counts.value(of: $0)) }
        })
  }

  func errorLines(_ card: Scorecard) -> [String] {
    [""]
      + table(
        ["ERROR", "CONVERSATION", "MESSAGE", "EXPECTED", "FOUND", "TASK"],
        card.verdicts.flatMap { verdict in
          verdict.errors.map { error in
            [
              error.kind.rawValue, verdict.conversationId, error.messageId, error.expected ?? "-",
              error.actual ?? "-", error.task,
            ]
          }
        })
  }

  func lines(_ card: ReviewCard) -> [String] {
    // If there is only one source or model, its row would repeat the total.
    let parts = [card.sources, card.models].filter { $0.count > 1 }.flatMap { $0 }
    return table(
      ["FINDS", "PRECISION", "95 % INTERVAL", "RIGHT", "WRONG"],
      ([card.all] + parts).map { row in
        [
          row.name, Self.text(row.counts.precision), Self.text(row.interval),
          "\(row.counts.found)", "\(row.counts.falseFinds)",
        ]
      })
  }

  func lines(_ trial: PrefilterTrial, threshold: Double) -> [String] {
    let outcome = trial.outcome(from: threshold)
    return table(
      ["FIGURE", "VALUE", "OF"],
      [
        ["windows saved", Self.text(outcome.saved.value), outcome.saved.all.counted("window")],
        ["recall", Self.text(outcome.clear.value), outcome.clear.all.counted("clear item")],
        ["recall of all", Self.text(outcome.items.value), outcome.items.all.counted("item")],
      ]) + [""]
      + table(
        ["ASKED FROM", "WINDOWS SAVED", "RECALL", "RECALL OF ALL"],
        PrefilterTrial.thresholds.map(trial.outcome(from:)).map {
          [$0.threshold, $0.saved.value, $0.clear.value, $0.items.value].map(Self.text)
        })
  }

  private static func base(_ figure: Figure, _ counts: Counts) -> String {
    switch figure {
    case .precision: (counts.found + counts.falseFinds).counted("finding")
    case .recall: (counts.found + counts.missed).counted("item")
    case .f1: "-"
    case .assignee, .deadline, .priority:
      "\(GoldItem.Field(rawValue: figure.rawValue).flatMap { counts.fields[$0]?.all } ?? 0) found"
    case .closed: "\(counts.list?.ended ?? 0) done or dropped"
    case .closedWrongly: "\(counts.list?.open ?? 0) open"
    case .linesRight: (counts.list?.lines ?? 0).counted("line")
    }
  }

  /// Formats a number with three decimals, such as `0.783`, without a formatter.
  static func text(_ value: Double?) -> String {
    guard let value else { return "-" }
    let thousandths = Int((abs(value) * 1000).rounded())
    let sign = value < 0 && thousandths > 0 ? "-" : ""
    return sign + "\(thousandths / 1000)." + "\(1000 + thousandths % 1000)".dropFirst()
  }

  private static func text(_ range: ClosedRange<Double>?) -> String {
    range.map { "\(text($0.lowerBound)) to \(text($0.upperBound))" } ?? "-"
  }
}

extension Figure {
  /// The display name of the figure.
  fileprivate var title: String {
    switch self {
    case .closedWrongly: "closed by mistake"
    case .linesRight: "lines right"
    default: rawValue
    }
  }
}
