package import DueDates

/// Trains all weights of the offline model from labelled chats. The same chats give the same bytes.
///
/// The heads of units are learned first. The effects of later units are learned from the logits of weights that never
/// saw the same chat, as in real use. Chats with acts are split into folds for that, and for the thresholds.
package struct Trainer: Sendable {
  /// A chat and the data derived from it once for all rounds.
  package struct Prepared: Sendable {
    package let lesson: Lesson
    let units: Rows
    let days: Rows

    package init(_ chat: LabelledChat, _ deadlines: DueDateReader) {
      lesson = Lesson(chat)
      (units, days) = (lesson.unitRows(), lesson.dayRows(deadlines))
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
  /// The precision targets of the sensitivities in chats of teams, highest first. Precision rises with the threshold.
  private static let precisions = [0.92, 0.84, 0.57]
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
    stems = Self.stems((archives + teams).map(\.lesson))
  }

  /// Trains the weights on all chats. `report` receives one line per step.
  package func weights(digest: UInt64, report: (String) -> Void) -> OfflineWeights {
    let acts = teams.filter(\.lesson.chat.hasActs)
    let others = archives + teams.filter { !$0.lesson.chat.hasActs }
    var logits = [[SIMD16<Float>]](repeating: [], count: acts.count)
    var heads: [WeightTable] = []
    for fold in 0..<Self.folds {
      let known = acts.indices.filter { $0 % Self.folds != fold }.map { acts[$0] }
      heads.append(Self.heads(others + known))
      for index in acts.indices where index % Self.folds == fold {
        logits[index] = heads[fold].logits(of: acts[index].lesson.talk)
      }
    }
    let links = zip(acts, logits).map { $0.lesson.linkRows($1, stems) }
    let abouts = zip(acts, logits).map { $0.lesson.aboutRows($1, stems) }
    /// Returns weights whose links and days are learned from some of the chats.
    func weights(_ heads: WeightTable, _ known: [Int]) -> OfflineWeights {
      let days = Lesson.days.table(
        (others.map(\.days) + known.map { acts[$0].days }, c: 0.1),
        (known.map { abouts[$0] }, c: 0.3))
      return OfflineWeights(
        heads: heads, links: Lesson.links.table((known.map { links[$0] }, c: 0.05)), days: days,
        stems: stems)
    }
    let folds = heads.indices.map { fold in
      Fold(
        weights: weights(heads[fold], acts.indices.filter { $0 % Self.folds != fold }),
        chats: acts.indices.filter { $0 % Self.folds == fold }
          .map { (acts[$0].lesson, logits[$0]) })
    }
    var weights = weights(Self.heads(others + acts), Array(acts.indices))
    weights.digest = digest
    settle(&weights, folds, report)
    return weights
  }

  /// Returns the weights of the heads of units.
  static func heads(_ chats: [Prepared]) -> WeightTable {
    Lesson.units.table((chats.map(\.units), c: 0.3))
  }

  /// Returns the weights of stems, computed from some chats.
  private static func stems(_ lessons: [Lesson]) -> StemWeights {
    var counts = [Int](repeating: 0, count: 1 << StemWeights.bits)
    var texts = 0
    for talk in lessons.map(\.talk) {
      texts += talk.units.count
      for unit in talk.units.indices {
        for bucket in Set(talk.stems(of: unit).map(StemWeights.bucket)) { counts[bucket] += 1 }
      }
    }
    return StemWeights(counts: counts, of: texts)
  }

  /// Sets the thresholds from the results on held-out chats.
  private func settle(
    _ weights: inout OfflineWeights, _ folds: [Fold], _ report: (String) -> Void
  ) {
    calibrate(&weights, folds)
    // Plain chats are easier: with them, the thresholds would depend on how many there are.
    let teams = folds.map { fold in
      Fold(weights: fold.weights, chats: fold.chats.filter { $0.lesson.chat.source != "plain" })
    }
    var step = -40
    for (place, precision) in Self.precisions.enumerated().reversed() {
      while step < 40, score(teams, threshold: Float(step) / 10, weights).precision < precision {
        step += 1
      }
      weights.thresholds[place] = Float(step) / 10
    }
    let normal = weights.thresholds[1]
    func rightDays(_ day: Float) -> Int {
      score(folds, threshold: normal, weights, day: day)[.rightDay]
    }
    weights.dayThreshold = Self.dayThresholds.max { rightDays($0) < rightDays($1) } ?? 0
    learnClosing(&weights, folds)
    (weights.closingThreshold, weights.perhapsThreshold) = (.infinity, .infinity)
    weights.closingThreshold = least(Self.wrongClosings, -1...6) {
      weights.closingThreshold = $0
      return score(folds, threshold: normal, weights)
    }
    weights.perhapsThreshold = least(Self.wrongMarks, -3...6, of: .openMarked) {
      weights.perhapsThreshold = $0
      return score(folds, threshold: normal, weights)
    }
    report("thresholds \(weights.thresholds), day \(weights.dayThreshold)")
    report("closing \(weights.closingThreshold), perhaps \(weights.perhapsThreshold)")
    report("folds: \(score(folds, threshold: normal, weights).text)")
  }

  /// Returns the lowest threshold at which the share of open tasks affected by mistake stays within the limit.
  private func least(
    _ share: Double, _ range: ClosedRange<Float>, of count: ListScore.Count = .wrongly,
    _ score: (Float) -> ListScore
  ) -> Float {
    // The share falls as the threshold rises.
    var range = range
    for _ in 0..<Self.halvings {
      let middle = (range.lowerBound + range.upperBound) / 2
      let score = score(middle)
      let isWithin = Double(score[count]) <= share * Double(max(1, score[.open]))
      range = isWithin ? range.lowerBound...middle : middle...range.upperBound
    }
    return range.upperBound
  }

  /// Learns the probability that a unit states an item from its logit.
  private func calibrate(_ weights: inout OfflineWeights, _ folds: [Fold]) {
    var rows = Rows(bits: 1)
    for (lesson, logits) in folds.flatMap(\.chats) {
      for (own, labels) in zip(logits, lesson.labels()) {
        var label = labels[Head.item.rawValue]
        label.weight = label.weight > 0 ? 1 : 0
        rows.append([label]) { $0.add(0, own[Head.item.rawValue]) }
      }
    }
    let fitted = LogisticRegression(rows, c: 1).fit()
    (weights.slope, weights.shift) = (Float(fitted[0]), Float(fitted.bias))
  }

  /// Learns from all later units whether a task is done.
  private func learnClosing(_ weights: inout OfflineWeights, _ folds: [Fold]) {
    var rows = Rows(bits: 8)
    for fold in folds {
      for (lesson, logits) in fold.chats {
        let tasks = lesson.tasks(
          logits, fold.weights, deadlines, threshold: weights.thresholds[1])
        for (place, item) in ListScore.items(of: lesson, tasks).sorted(by: { $0.key < $1.key }) {
          guard let numbers = tasks[place].closing.numbers(logits) else { continue }
          rows.append([Label(lesson.chat.items[item].isGone, weight: 1)]) { example in
            for pair in 0..<256 {
              example.add(UInt64(pair) << 56, numbers[pair / 16] * numbers[pair % 16])
            }
          }
        }
      }
    }
    let fitted = LogisticRegression(rows, c: 0.1).fit()
    for pair in 0..<256 { weights.closing[pair / 16][pair % 16] = Float(fitted[pair]) }
    weights.closingBias = Float(fitted.bias)
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
        score.add(lesson, lesson.tasks(logits, weights, deadlines, threshold: threshold))
      }
    }
    return score
  }
}
