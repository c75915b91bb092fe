import CivilTime
package import DueDates

/// Trains all weights of the offline model from labelled chats. The same chats give the same bytes.
///
/// The heads of units are learned first. The effects of later units are learned from the logits of weights that never
/// saw the same chat, as in real use. The chats are split into folds for that.
package struct Trainer: Sendable {
  /// A chat and the data derived from it once for all rounds.
  package struct Prepared: Sendable {
    package let lesson: Lesson
    let units: HeadTrainer.Prepared
    let days: DayTrainer.Pairs

    package init(_ chat: LabelledChat, weight: Float, _ deadlines: DueDateReader) {
      lesson = Lesson(chat, weight: weight)
      units = HeadTrainer.Prepared(lesson)
      days = DayTrainer.days(of: lesson, deadlines)
    }
  }

  /// Weights trained on some chats, and their logits for the others. Thresholds are chosen on these.
  private struct Fold {
    let weights: OfflineWeights
    let chats: [(lesson: Lesson, logits: [SIMD16<Float>])]
  }

  private let deadlines: DueDateReader
  /// Public archives, and chats of teams whose labels include the effect of each message.
  private let archives: [Prepared]
  private let teams: [Prepared]
  private let stems: StemWeights

  private static let folds = 5
  /// The precision targets of the sensitivities: few false positives, a readable list, most items.
  private static let precisions = [0.9, 0.85, 0.6]
  /// Maximum share of open tasks closed by mistake in held-out chats.
  private static let wrongClosings = 0.03
  /// Maximum share of open tasks marked as perhaps done.
  private static let wrongMarks = 0.15
  /// The number of steps of a search for a threshold; they end at a distance of a hundredth.
  private static let halvings = 10
  /// Candidate thresholds for the logit of a deadline.
  private static let dayThresholds: [Float] = [0, -0.25, -0.5, -0.75, -1]

  package init(archives: [Prepared], teams: [Prepared], _ deadlines: DueDateReader) {
    (self.archives, self.teams, self.deadlines) = (archives, teams, deadlines)
    stems = LinkTrainer.stems((archives + teams).map(\.lesson))
  }

  /// Trains the weights on all chats. `report` receives one line per step.
  package func weights(digest: UInt64, report: (String) -> Void) -> OfflineWeights {
    let acts = teams.filter(\.lesson.chat.hasActs)
    let others = archives + teams.filter { !$0.lesson.chat.hasActs }
    var fitted = [[SIMD16<Float>]](repeating: [], count: acts.count)
    var heads: [WeightTable] = []
    for fold in 0..<Self.folds {
      let known = acts.indices.filter { $0 % Self.folds != fold }.map { acts[$0] }
      let table = HeadTrainer.fit((others + known).map(\.units))
      for index in acts.indices where index % Self.folds == fold {
        fitted[index] = table.logits(of: acts[index].lesson.talk)
      }
      heads.append(table)
    }
    let links = acts.indices.map { LinkTrainer.Prepared(acts[$0].lesson, fitted[$0], stems) }
    let abouts = acts.indices.map { DayTrainer.abouts(of: acts[$0].lesson, fitted[$0], stems) }
    let folds = (0..<Self.folds).map { fold in
      let known = acts.indices.filter { $0 % Self.folds != fold }
      return Fold(
        weights: OfflineWeights(
          heads: heads[fold], links: LinkTrainer.fit(known.map { links[$0] }),
          days: DayTrainer.fit(
            others.map(\.days) + known.map { acts[$0].days }, known.map { abouts[$0] }),
          stems: stems),
        chats: acts.indices.filter { $0 % Self.folds == fold }
          .map { (acts[$0].lesson, fitted[$0]) })
    }
    var weights = OfflineWeights(
      heads: HeadTrainer.fit((others + acts).map(\.units)), links: LinkTrainer.fit(links),
      days: DayTrainer.fit((others + acts).map(\.days), abouts), stems: stems)
    weights.digest = digest
    settle(&weights, folds, report)
    return weights
  }

  // MARK: - Thresholds

  /// Sets the thresholds from the results on held-out chats.
  private func settle(
    _ weights: inout OfflineWeights, _ folds: [Fold], _ report: (String) -> Void
  ) {
    calibrate(&weights, folds)
    for (place, precision) in Self.precisions.enumerated() {
      let best = stride(from: Float(-4), through: 4, by: 0.1).first {
        score(folds, threshold: $0, weights).precision >= precision
      }
      weights.thresholds[place] = best ?? 4
    }
    let normal = weights.thresholds[1]
    weights.dayThreshold =
      Self.dayThresholds.max {
        score(folds, threshold: normal, weights, day: $0).rightDays
          < score(folds, threshold: normal, weights, day: $1).rightDays
      } ?? 0
    var closing = ClosingTrainer()
    for fold in folds {
      for (lesson, logits) in fold.chats {
        closing.add(lesson, tasks(lesson, logits, fold.weights, normal), logits)
      }
    }
    closing.fit(&weights)
    weights.closingThreshold = .greatestFiniteMagnitude
    weights.perhapsThreshold = .greatestFiniteMagnitude
    weights.closingThreshold = least(Self.wrongClosings, -1...6) {
      weights.closingThreshold = $0
      return score(folds, threshold: normal, weights)
    }
    weights.perhapsThreshold = least(Self.wrongMarks, -3...6, of: \.openMarked) {
      weights.perhapsThreshold = $0
      return score(folds, threshold: normal, weights)
    }
    report(
      "thresholds \(weights.thresholds), day \(weights.dayThreshold), closing \(weights.closingThreshold), \(weights.perhapsThreshold)"
    )
    report("folds: \(score(folds, threshold: normal, weights).text)")
  }

  /// Returns the lowest threshold at which the share of open tasks affected by mistake stays within the limit.
  private func least(
    _ share: Double, _ range: ClosedRange<Float>, of count: KeyPath<ListScore, Int> = \.wrongly,
    _ score: (Float) -> ListScore
  ) -> Float {
    // The share falls as the threshold rises.
    var range = range
    for _ in 0..<Self.halvings {
      let middle = (range.lowerBound + range.upperBound) / 2
      let score = score(middle)
      let isWithin = Double(score[keyPath: count]) <= share * Double(max(1, score.open))
      range = isWithin ? range.lowerBound...middle : middle...range.upperBound
    }
    return range.upperBound
  }

  /// Learns the probability that a unit states an item from its logit.
  private func calibrate(_ weights: inout OfflineWeights, _ folds: [Fold]) {
    var rows = LogisticRegression.Rows()
    var isItem: [Bool] = []
    for (lesson, logits) in folds.flatMap(\.chats) {
      guard let labels = lesson.labels()[.item] else { continue }
      for unit in logits.indices where labels.weight[unit] > 0 {
        var example = Example(bits: 1)
        example.add(0, logits[unit][Head.item.rawValue])
        rows.append(example)
        isItem.append(labels.isTrue[unit])
      }
    }
    let fitted = LogisticRegression(bits: 1, c: 1)
      .fit(rows, isPositive: isItem, weights: isItem.map { _ in 1 })
    (weights.slope, weights.shift) = (Float(fitted[0]), Float(fitted[2]))
  }

  private func tasks(
    _ lesson: Lesson, _ logits: [SIMD16<Float>], _ weights: OfflineWeights, _ threshold: Float
  ) -> [FoundTask] {
    var reader = TalkReader(lesson.talk, weights, deadlines, threshold: threshold) { _ in .utc }
    return reader.tasks(logits)
  }

  /// Scores all chats. Each is read with the weights of its fold, but all with the same closing weights.
  private func score(
    _ folds: [Fold], threshold: Float, _ closing: OfflineWeights, day: Float? = nil
  ) -> ListScore {
    var score = ListScore()
    for fold in folds {
      var weights = closing
      (weights.heads, weights.links) = (fold.weights.heads, fold.weights.links)
      (weights.days, weights.dayThreshold) = (fold.weights.days, day ?? closing.dayThreshold)
      for (lesson, logits) in fold.chats {
        score.add(lesson, tasks(lesson, logits, weights, threshold))
      }
    }
    return score
  }
}
