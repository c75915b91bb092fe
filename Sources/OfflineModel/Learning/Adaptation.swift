import Glibc

/// Learns a correction of weights from verdicts of people: a logistic regression whose examples begin with the
/// probability that the weights give them, with a strong penalty on whatever differs from that.
///
/// It learns which acts are items, not how many: see `Balance`.
package struct Adaptation {
  /// What a person said of an act.
  package struct Verdict: Sendable {
    let features: Features
    package let isItem: Bool

    package init(_ features: Features, isItem: Bool) {
      self.features = features
      self.isItem = isItem
    }
  }

  /// What came of some verdicts.
  package enum Outcome: Sendable {
    /// They are too few to learn from.
    case tooFew
    /// What was learned does no better on verdicts that it was not learned from.
    case noBetter(Trial)
    /// It does better.
    case better(LocalCorrection, Trial)
  }

  /// The log loss on verdicts that were not learned from, on the mean of the balanced kinds: of the weights as they
  /// are, and corrected.
  package struct Trial: Hashable, Sendable {
    package let before: Double
    package let after: Double
  }

  /// Fewer verdicts teach nothing.
  package static let fewest = 20
  /// So many have to say that something is an item, and so many that something is none.
  package static let fewestOfEach = 5

  /// Features that stand in fewer verdicts are left out: they are somebody's own.
  private static let fewestOfFeature = 3
  /// The inverse of the penalty's strength.
  private static let c = 0.01
  /// The shift is a feature of this value; most others have one below 1.
  private static let shiftValue = 1.5
  /// Each verdict is held against what was learned from the other parts.
  private static let parts = 5

  private let weights: LearnedWeights
  private let checksum: UInt32

  /// Adapts the weights that the tool ships.
  package init() {
    weights = .shipped
    checksum = LearnedWeights.shippedChecksum
  }

  /// Adapts other weights, to see what comes of it.
  package init(trying weights: LearnedWeights) {
    self.weights = weights
    checksum = 0
  }

  /// Learns from verdicts; the same ones in the same order give the same correction.
  package func outcome(of verdicts: [Verdict]) -> Outcome {
    let yes = verdicts.count(where: \.isItem)
    guard verdicts.count >= Self.fewest, min(yes, verdicts.count - yes) >= Self.fewestOfEach else {
      return .tooFew
    }
    let trial = trial(verdicts)
    guard trial.after < trial.before else { return .noBetter(trial) }
    return .better(correction(by: verdicts), trial)
  }

  private func trial(_ verdicts: [Verdict]) -> Trial {
    let balance = balance(of: verdicts)
    var (before, after) = (0.0, 0.0)
    for part in 0..<Self.parts {
      func isHeld(_ number: Int) -> Bool { number % Self.parts == part }
      let learned = verdicts.indices.filter { !isHeld($0) }.map { verdicts[$0] }
      let corrected = weights.corrected(by: correction(by: learned))
      for number in verdicts.indices where isHeld(number) {
        before += balance[verdicts[number]] * loss(of: verdicts[number], by: weights)
        after += balance[verdicts[number]] * loss(of: verdicts[number], by: corrected)
      }
    }
    let count = Double(verdicts.count)
    return Trial(before: before / count, after: after / count)
  }

  private func loss(of verdict: Verdict, by weights: LearnedWeights) -> Double {
    let probability = probability(of: verdict, by: weights)
    return -log(max(verdict.isItem ? probability : 1 - probability, 1e-12))
  }

  private func balance(of verdicts: [Verdict]) -> Balance {
    Balance(verdicts.map { ($0.isItem, probability(of: $0, by: weights)) })
  }

  private func probability(of verdict: Verdict, by weights: LearnedWeights) -> Double {
    weights.probability(of: weights.score(of: verdict.features))
  }

  private func correction(by verdicts: [Verdict]) -> LocalCorrection {
    var counts: [Int: Int] = [:]
    for verdict in verdicts {
      let buckets = verdict.features.groups.flatMap(\.hashes).map(LearnedWeights.bucket)
      for bucket in Set(buckets) { counts[bucket, default: 0] += 1 }
    }
    let kept = counts.filter { $0.value >= Self.fewestOfFeature }.keys.sorted()
    let columns = Dictionary(uniqueKeysWithValues: zip(kept, Int32(0)...))
    let shiftColumn = Int32(kept.count)
    // What is added to a score changes the probability's logit by so much of it.
    let slope = Double(weights.slope)
    let balance = balance(of: verdicts)
    let rows = verdicts.map { verdict in
      var groups = verdict.features.groups.map { group in
        (
          value: group.value * slope,
          columns: group.hashes.compactMap { columns[LearnedWeights.bucket(of: $0)] }
        )
      }
      groups.append((Self.shiftValue * slope, [shiftColumn]))
      return LogisticRegression.Row(
        groups: groups, isPositive: verdict.isItem, weight: balance[verdict],
        offset: slope * weights.score(of: verdict.features) + Double(weights.shift))
    }
    let point = LogisticRegression(columns: kept.count + 1, c: Self.c, hasBias: false).fit(rows)
    let yes = verdicts.count(where: \.isItem)
    let most = (shift: LocalCorrection.mostShift, units: Double(LocalCorrection.mostUnits))
    return LocalCorrection(
      weights: checksum, yes: yes, no: verdicts.count - yes,
      shift: min(max(Float(point[kept.count] * Self.shiftValue), -most.shift), most.shift),
      changes: kept.indices.compactMap { column in
        let units = (point[column] / Double(weights.scale)).rounded()
        let bounded = Int8(min(max(units, -most.units), most.units))
        return bounded == 0 ? nil : .init(bucket: UInt32(kept[column]), units: bounded)
      })
  }
}

/// How much each kind of verdict counts: together as much as the weights expect of those acts. People remove what is
/// wrong sooner than they mark what is right, which says nothing of how many finds are right.
private struct Balance {
  private let ofYes: Double
  private let ofNo: Double
  private static let bounds = 0.2...5.0

  init(_ verdicts: [(isItem: Bool, probability: Double)]) {
    let yes = Double(verdicts.count(where: \.isItem))
    let no = Double(verdicts.count) - yes
    let expected = verdicts.reduce(0) { $0 + $1.probability }
    func bounded(_ weight: Double) -> Double {
      min(max(weight, Self.bounds.lowerBound), Self.bounds.upperBound)
    }
    ofYes = bounded(expected / max(1, yes))
    ofNo = bounded((Double(verdicts.count) - expected) / max(1, no))
  }

  subscript(_ verdict: Adaptation.Verdict) -> Double { verdict.isItem ? ofYes : ofNo }
}
