import DueDates
import Evaluation
import Foundation
package import OfflineModel

/// What weights do on sources that they were not learned from, one source left out at a time.
package struct LeaveOneOut {
  private let corpus: Corpus
  private let folds: [Fold]
  /// The precision that each sensitivity is set for: few false finds, a list that can be read, most items.
  private static let precisions = [0.75, 0.6, 0.45]
  private static let thresholds = stride(from: -4.0, through: 5, by: 0.1).map { $0 }

  /// A source, and weights learned from all others.
  private struct Fold {
    let source: String
    let held: [Stretch]
    let weights: LearnedWeights
    private let reader: OfflineReader

    init(_ source: String, held: [Stretch], _ weights: LearnedWeights, _ deadlines: DueDateReader) {
      (self.source, self.held, self.weights) = (source, held, weights)
      reader = OfflineReader(deadlines: deadlines, weights: weights, threshold: 0)
    }

    /// What is found in each of its stretches.
    func counts(from threshold: Double) -> [Counts] {
      let reader = OfflineReader(reader, threshold: threshold)
      return held.map { $0.counts(reader) }
    }
  }

  /// Learns weights without each source in turn.
  package init(_ corpus: Corpus) {
    self.corpus = corpus
    folds = Self.folds(corpus, part: 1)
  }

  private static func folds(_ corpus: Corpus, part: Int) -> [Fold] {
    let deadlines = DueDateReader()
    return corpus.sources.map { source in
      let others = corpus.stretches.filter { $0.source != source }
      let some = others.enumerated().filter { $0.offset % part == 0 }.map(\.element)
      return Fold(
        source, held: corpus.stretches.filter { $0.source == source && !$0.isTeam },
        Trainer().weights(from: some, digest: corpus.digest), deadlines)
    }
  }

  /// Sets thresholds and calibration of weights by what was found where they were not learned from, and tells
  /// it: a line for each sensitivity, a table of sources, one of probabilities.
  package func settle(_ weights: inout LearnedWeights) -> String {
    let sums = Self.thresholds.map { threshold in
      folds.flatMap { $0.counts(from: threshold) }.reduce(into: Counts(), +=)
    }
    var lines: [String] = []
    for (index, precision) in Self.precisions.enumerated() {
      let best = sums.firstIndex { $0.precision ?? 0 >= precision } ?? sums.count - 1
      weights.thresholds[index] = Float(Self.thresholds[best])
      lines.append(
        "precision \(text(precision)), from \(text(Self.thresholds[best])): \(figures(sums[best]))")
    }
    if let best = sums.indices.max(by: { sums[$0].f1 ?? 0 < sums[$1].f1 ?? 0 }) {
      lines.append("best F1, from \(text(Self.thresholds[best])): \(figures(sums[best]))")
    }
    lines += ["", table(from: Double(weights.thresholds[1])), "", calibrate(&weights)]
    return lines.joined(separator: "\n")
  }

  /// A table of sources, with intervals by resampling their stretches.
  private func table(from threshold: Double) -> String {
    var all: [Counts] = []
    var lines = ["| source | stretches | F1 | precision | recall |", "|---|---|---|---|---|"]
    func add(_ name: String, _ counts: [Counts]) {
      let sum = counts.reduce(into: Counts(), +=)
      let interval = Bootstrap().interval(.f1, of: counts)
      let range = interval.map { " (\(text($0.lowerBound)) to \(text($0.upperBound)))" } ?? ""
      lines.append(
        "| \(name) | \(counts.count) | \(text(sum.f1))\(range) | \(text(sum.precision)) | "
          + "\(text(sum.recall)) |")
    }
    for fold in folds {
      let counts = fold.counts(from: threshold)
      all += counts
      add(fold.source, counts)
    }
    add("all", all)
    return lines.joined(separator: "\n")
  }

  /// Fits slope and shift of the probability, or leaves them where that gives nothing sound. Tells how often what is
  /// given a probability is an item.
  private func calibrate(_ weights: inout LearnedWeights) -> String {
    let scores = folds.flatMap { fold in
      fold.held.flatMap(\.lessons).filter(\.isAct).map {
        (score: fold.weights.score(of: $0.features), isItem: $0.isItem)
      }
    }
    guard let calibration = Calibration(scores) else {
      let (slope, shift) = (weights.slope, weights.shift)
      return "no sound calibration: slope \(slope) and shift \(shift) stay as they are"
    }
    (weights.slope, weights.shift) = (Float(calibration.slope), Float(calibration.shift))
    var lines = ["| probability | acts | items |", "|---|---|---|"]
    for step in 0..<10 {
      let (low, high) = (Double(step) / 10, Double(step + 1) / 10)
      let within = scores.filter {
        let p = calibration.probability(of: $0.score)
        return p >= low && (p < high || step == 9)
      }
      let share = Counts.Share(right: within.count(where: \.isItem), all: within.count)
      lines.append("| \(text(low)) to \(text(high)) | \(within.count) | \(text(share.value)) |")
    }
    return lines.joined(separator: "\n")
  }

  /// What comes of fewer stretches: of every eighth, fourth and second of them, and of all, each at the
  /// threshold that is best for it.
  package func curve() -> String {
    [8, 4, 2, 1].map { part in
      let folds = part == 1 ? folds : Self.folds(corpus, part: part)
      let best = stride(from: -3.0, through: 2, by: 0.25).map { threshold in
        folds.flatMap { $0.counts(from: threshold) }.reduce(into: Counts(), +=)
      }.max { $0.f1 ?? 0 < $1.f1 ?? 0 }
      return "1/\(part) of the stretches: \(best.map(figures) ?? "")"
    }.joined(separator: "\n")
  }

  private func figures(_ counts: Counts) -> String {
    "F1 \(text(counts.f1)), precision \(text(counts.precision)), recall \(text(counts.recall))"
  }

  private func text(_ value: Double?) -> String { value.map { String(format: "%.2f", $0) } ?? "-" }
}
