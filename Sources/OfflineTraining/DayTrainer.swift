package import DueDates
package import OfflineModel
import TimeZones

/// Learns which of the days around a to-do is its deadline.
package struct DayTrainer {
  package static let bits = 14
  package static let c = 1.0

  package struct Prepared: Sendable {
    package var examples: [Example] = []
    package var isTrue: [Bool] = []
    package let weight: Float

    package init(_ lesson: Lesson, _ reader: DueDateReader) {
      weight = lesson.weight
      for (index, item) in lesson.chat.items.enumerated() {
        guard let unit = lesson.unitOfItem[index] else { continue }
        let acts = lesson.acts(of: item).filter {
          $0.key > unit && $0.value != .complete && $0.value != .withdraw && $0.value != .progress
        }
        .sorted { $0.key < $1.key }.map { (unit: $0.key, kind: $0.value) }
        let days = lesson.talk.dayCandidates(
          of: unit, about: lesson.abouts(of: item, unit).max(), links: acts, reader
        ) { _ in .utc }
        let right = item.finalDeadline ?? item.deadline
        for day in days {
          var example = Example(bits: DayTrainer.bits)
          lesson.talk.addDayFeatures(day, of: unit, among: days, to: &example)
          examples.append(example)
          isTrue.append(day.due.date == right)
        }
      }
    }
  }

  /// Pairs of to-dos and earlier units that may say what they are about.
  package struct Abouts: Sendable {
    package var examples: [Example] = []
    package var isTrue: [Bool] = []
    package let weight: Float

    package init(_ lesson: Lesson, _ logits: [SIMD16<Float>], _ stems: StemWeights) {
      weight = lesson.weight
      for (index, item) in lesson.chat.items.enumerated() {
        guard let unit = lesson.unitOfItem[index] else { continue }
        let right = lesson.abouts(of: item, unit)
        for earlier in max(0, unit - Talk.aboutReach)..<unit {
          var example = Example(bits: DayTrainer.bits)
          lesson.talk.addAboutFeatures(
            earlier, of: unit, logits[unit], logits[earlier], stems, to: &example)
          examples.append(example)
          isTrue.append(right.contains(earlier))
        }
      }
    }
  }

  /// The weights of days, and in their second lane those of what a to-do is about.
  package static func fit(_ chats: [Prepared], _ abouts: [Abouts]) -> WeightTable {
    var table = fit(chats)
    var rows = LogisticRegression.Rows()
    var isTrue: [Bool] = []
    var weights: [Float] = []
    for chat in abouts {
      for example in chat.examples { rows.append(example) }
      isTrue += chat.isTrue
      weights += chat.isTrue.map { _ in chat.weight }
    }
    table.set(
      1, to: LogisticRegression(bits: bits, c: 0.3).fit(rows, isPositive: isTrue, weights: weights))
    return table
  }

  package static func fit(_ chats: [Prepared]) -> WeightTable {
    var rows = LogisticRegression.Rows()
    var isTrue: [Bool] = []
    var weights: [Float] = []
    for chat in chats {
      for example in chat.examples { rows.append(example) }
      isTrue += chat.isTrue
      weights += chat.isTrue.map { _ in chat.weight }
    }
    var table = WeightTable(bits: bits)
    table.set(
      0, to: LogisticRegression(bits: bits, c: c).fit(rows, isPositive: isTrue, weights: weights))
    return table
  }
}

extension Lesson {
  /// The units before the one that states an item which say what it is about, or ask for it.
  package func abouts(of item: LabelledChat.Item, _ unit: Int) -> Set<Int> {
    var found: Set<Int> = []
    for message in [item.about].compactMap({ $0 }) + item.alternatives + item.acts.map(\.message) {
      if let other = firstUnit(of: message), other < unit { found.insert(other) }
    }
    return found
  }
}
