import CivilTime
import DueDates

/// Training examples for the choice of a task's deadline, and of the earlier unit that names its subject.
extension Lesson {
  /// No rows of days or subjects, to which those of chats are added.
  static let days = Rows(bits: 18)

  /// Returns the pairs of tasks and candidate days, with whether the day is the deadline.
  func dayRows(_ reader: DueDateReader) -> Rows {
    var rows = Self.days
    var finder = DayFinder(talk, reader) { _ in .utc }
    for (item, unit) in zip(chat.items, unitOfItem) {
      guard let unit else { continue }
      let links = acts(of: item).filter { $0.key > unit }.sorted { $0.key < $1.key }
        .flatMap { other, effects in
          LinkKind.allCases.filter { effects.contains($0) && $0.mayStateDay }
            .map { (unit: other, kind: $0) }
        }
      let days = finder.candidates(of: unit, about: abouts(of: item, unit).max(), links: links)
      for day in days {
        rows.append([Label(day.due.date == item.deadline, weight: 1)]) {
          talk.addDayFeatures(day, of: unit, among: days, to: &$0)
        }
      }
    }
    return rows
  }

  /// Returns the pairs of tasks and earlier units, with whether the unit names the subject.
  func aboutRows(_ logits: [SIMD16<Float>], _ stems: StemWeights) -> Rows {
    var rows = Self.days
    for (item, unit) in zip(chat.items, unitOfItem) {
      guard let unit else { continue }
      let right = abouts(of: item, unit)
      for earlier in max(0, unit - Talk.aboutReach)..<unit {
        rows.append([Label(right.contains(earlier), weight: 1)]) {
          talk.addAboutFeatures(earlier, of: unit, logits[unit], logits[earlier], stems, to: &$0)
        }
      }
    }
    return rows
  }

  /// Returns the units before an item's own that name its subject or ask for it.
  private func abouts(of item: LabelledChat.Item, _ unit: Int) -> Set<Int> {
    let messages = [item.about].compactMap(\.self) + item.alternatives + item.acts.map(\.message)
    return Set(messages.compactMap(firstUnit(of:)).filter { $0 < unit })
  }
}
