import DueDates
import Evaluation
import Foundation
package import OfflineModel

/// What adapting to a team would have done: each source that is long enough stands for a team. The weights that
/// were learned without it are adapted by the first half of its stretches, and the second half is judged.
package struct Replay {
  private let corpus: Corpus
  private let settled: LearnedWeights
  private static let fewestStretches = 20

  /// Takes thresholds and calibration from weights that were settled.
  package init(_ corpus: Corpus, settled: LearnedWeights) {
    (self.corpus, self.settled) = (corpus, settled)
  }

  /// A line for each source, then the mean and the worst change.
  package func table() -> String {
    var lines = [
      "| source | yes + no | F1 | precision | recall | log loss, cross-validated | shift |",
      "|---|---|---|---|---|---|---|",
    ]
    var changes: [(source: String, by: Double)] = []
    for source in corpus.sources {
      let own = corpus.stretches.filter { $0.source == source && !$0.isTeam }
      guard own.count >= Self.fewestStretches else { continue }
      let (line, change) = replay(source, own)
      lines.append(line)
      changes.append((source, change))
    }
    let mean = changes.map(\.by).reduce(0, +) / Double(max(1, changes.count))
    lines.append("\nmean change of F1 over \(changes.count) sources: \(signed(mean))")
    if let worst = changes.min(by: { $0.by < $1.by }) {
      lines.append("worst: \(worst.source), \(signed(worst.by))")
    }
    return lines.joined(separator: "\n")
  }

  private func replay(_ source: String, _ own: [Stretch]) -> (line: String, change: Double) {
    var weights = Trainer().weights(
      from: corpus.stretches.filter { $0.source != source }, digest: corpus.digest)
    weights.thresholds = settled.thresholds
    (weights.slope, weights.shift) = (settled.slope, settled.shift)
    let threshold = Double(settled.thresholds[1])
    let ordered = own.enumerated()
      .sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }.map(\.element)
    let half = ordered.count / 2
    let verdicts = ordered[..<half].flatMap(\.lessons)
      .filter { $0.isAct && weights.score(of: $0.features) > threshold }
      .map { Adaptation.Verdict($0.features, isItem: $0.isItem) }
    func counts(_ weights: LearnedWeights) -> Counts {
      let reader = OfflineReader(
        deadlines: DueDateReader(), weights: weights, threshold: threshold)
      return ordered[half...].map { $0.counts(reader) }.reduce(into: Counts(), +=)
    }
    let before = counts(weights)
    var after = before
    var (tried, shift) = ("too few verdicts", "-")
    switch Adaptation(trying: weights).outcome(of: verdicts) {
    case .tooFew: break
    case .noBetter(let trial): tried = "\(change(trial.before, trial.after)): refused"
    case .better(let correction, let trial):
      after = counts(weights.corrected(by: correction))
      tried = change(trial.before, trial.after)
      shift = signed(Double(correction.shift))
    }
    let yes = verdicts.count(where: \.isItem)
    let line =
      "| \(source) | \(yes) + \(verdicts.count - yes) | \(change(before.f1, after.f1)) | "
      + "\(change(before.precision, after.precision)) | \(change(before.recall, after.recall)) | "
      + "\(tried) | \(shift) |"
    return (line, (after.f1 ?? 0) - (before.f1 ?? 0))
  }

  private func change(_ before: Double?, _ after: Double?) -> String {
    "\(text(before)) to \(text(after))"
  }

  private func text(_ value: Double?) -> String { value.map { String(format: "%.3f", $0) } ?? "-" }

  private func signed(_ value: Double) -> String { String(format: "%+.3f", value) }
}
