import CivilTime

/// The day of a copied message: a date, or relative to the day of copying, as in `Yesterday`.
enum CopiedDay {
  case written(WrittenTime)
  case ago(days: Int)
  /// The last day with this name before the day of copying, 1 for Monday.
  case weekday(Int)
  /// A date without a year: the last one that is not after the day of copying.
  case yearless(month: Int, day: Int)

  private static let near: [StaticString] = ["Today", "Heute", "Yesterday", "Gestern"]
  private static let weekdays: [StaticString] = [
    "Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun", "Mon", "Die", "Mit", "Don", "Fre", "Sam",
    "Son",
  ]

  /// Reads words such as `Yesterday` or `Feb 25th`, before a time.
  init?(_ cursor: inout ByteCursor) {
    if let number = Self.near.firstIndex(where: { cursor.take($0) }) {
      self = .ago(days: number / 2)
      return
    }
    if let number = Self.weekdays.firstIndex(where: { cursor.take($0) }) {
      cursor.takeLetters()
      self = .weekday(number % 7 + 1)
      return
    }
    guard let month = cursor.englishMonth(), cursor.takeSpaces(), let day = cursor.number(1...2)
    else { return nil }
    cursor.takeLetters()
    guard cursor.take(", "), let year = cursor.number(4...4) else {
      self = .yearless(month: month, day: day)
      return
    }
    guard let date = CivilDate(year: year, month: month, day: day) else { return nil }
    self = .written(.plain(.civil(CivilDateTime(date: date, time: .midnight))))
  }

  /// The date; `copied` is the day on which the text was copied.
  func date(in order: DateOrder, copied: CivilDate?) -> CivilDate? {
    switch self {
    case .written(let time): return time.date(in: order)
    case .ago(let days): return copied?.adding(days: -days)
    case .weekday(let number):
      return copied.map { $0.adding(days: -(($0.weekday.rawValue - number + 6) % 7 + 1)) }
    case .yearless(let month, let day):
      guard let copied else { return nil }
      let date = CivilDate(year: copied.year, month: month, day: day)
      return date.map { $0 <= copied } ?? false
        ? date : CivilDate(year: copied.year - 1, month: month, day: day)
    }
  }
}
