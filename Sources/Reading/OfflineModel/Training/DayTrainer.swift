import CivilTime
package import DueDates

/// Learns which of the days near a task is its deadline.
package struct DayTrainer {
  private static let bits = 14

  /// Candidates for tasks, and whether each is correct.
  package struct Pairs: Sendable {
    fileprivate var examples: [Example] = []
    fileprivate var isTrue: [Bool] = []
    fileprivate let weight: Float
  }

  /// Returns the pairs of tasks and candidate days.
  package static func days(of lesson: Lesson, _ reader: DueDateReader) -> Pairs {
    var pairs = Pairs(weight: lesson.weight)
    var finder = DayFinder(lesson.talk, reader) { _ in .utc }
    for (index, item) in lesson.chat.items.enumerated() {
      guard let unit = lesson.unitOfItem[index] else { continue }
      let acts = lesson.acts(of: item).filter {
        $0.key > unit && !$0.value.closes && $0.value != .progress
      }
      .sorted { $0.key < $1.key }.map { (unit: $0.key, kind: $0.value) }
      let days = finder.candidates(
        of: unit, about: lesson.abouts(of: item, unit).max(), links: acts)
      let right = item.finalDeadline ?? item.deadline
      for day in days {
        var example = Example(bits: bits)
        lesson.talk.addDayFeatures(day, of: unit, among: days, to: &example)
        pairs.examples.append(example)
        pairs.isTrue.append(day.due.date == right)
      }
    }
    return pairs
  }

  /// Returns the pairs of tasks and earlier units that may name their subjects.
  package static func abouts(
    of lesson: Lesson, _ logits: [SIMD16<Float>], _ stems: StemWeights
  ) -> Pairs {
    var pairs = Pairs(weight: lesson.weight)
    for (index, item) in lesson.chat.items.enumerated() {
      guard let unit = lesson.unitOfItem[index] else { continue }
      let right = lesson.abouts(of: item, unit)
      for earlier in max(0, unit - Talk.aboutReach)..<unit {
        var example = Example(bits: bits)
        lesson.talk.addAboutFeatures(
          earlier, of: unit, logits[unit], logits[earlier], stems, to: &example)
        pairs.examples.append(example)
        pairs.isTrue.append(right.contains(earlier))
      }
    }
    return pairs
  }

  /// Returns the weights for days, and in the second lane those for a task's subject.
  package static func fit(_ days: [Pairs], _ abouts: [Pairs]) -> WeightTable {
    var table = WeightTable(bits: bits)
    table.set(0, to: weights(days, c: 0.1))
    table.set(1, to: weights(abouts, c: 0.3))
    return table
  }

  private static func weights(_ chats: [Pairs], c: Double) -> [Double] {
    var rows = LogisticRegression.Rows()
    var isTrue: [Bool] = []
    var weights: [Float] = []
    for chat in chats {
      for example in chat.examples { rows.append(example) }
      isTrue += chat.isTrue
      weights += chat.isTrue.map { _ in chat.weight }
    }
    return LogisticRegression(bits: bits, c: c).fit(rows, isPositive: isTrue, weights: weights)
  }
}

extension Lesson {
  /// Returns the units before an item's own that name its subject or ask for it.
  package func abouts(of item: LabelledChat.Item, _ unit: Int) -> Set<Int> {
    var found: Set<Int> = []
    for message in [item.about].compactMap({ $0 }) + item.alternatives + item.acts.map(\.message) {
      if let other = firstUnit(of: message), other < unit { found.insert(other) }
    }
    return found
  }
}
