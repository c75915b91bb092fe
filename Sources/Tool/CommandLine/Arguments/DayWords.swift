import CivilTime

/// Parses relative days in options such as `--since`: `last friday`, `next week`, `3 days ago`. Used by `TimeText`.
/// `DueDateReader` parses deadlines, in which some of these words mean other days.
enum DayWords {
  /// Returns the day that words in lower case mean; nil for unknown words.
  ///
  /// A weekday alone is the next one if `ahead` is true; otherwise it is the last one, which may be today.
  static func date(_ text: String, today: CivilDate, ahead: Bool) -> CivilDate? {
    switch text {
    case "today": return today
    case "tomorrow": return today.adding(days: 1)
    case "yesterday": return today.adding(days: -1)
    default: break
    }
    let words = text.split(separator: " ").map(String.init)
    if words.count == 1 { return weekday(words[0], today, ahead: ahead) }
    if words.count == 3, words[2] == "ago", let count = Int(words[0]), (1...100_000).contains(count)
    {
      return moved(today, -count, words[1].hasSuffix("s") ? String(words[1].dropLast()) : words[1])
    }
    guard words.count == 2, let step = ["last": -1, "this": 0, "next": 1][words[0]] else {
      return nil
    }
    if let start = start(ofThis: words[1], today) { return moved(start, step, words[1]) }
    // 'this friday' and 'next friday' are left to `DueDateReader`.
    return step < 0 ? weekday(words[1], today.adding(days: -1), ahead: false) : nil
  }

  private static func weekday(_ word: String, _ today: CivilDate, ahead: Bool) -> CivilDate? {
    guard
      let day = Weekday.allCases.first(where: { "\($0)" == word || "\($0)".prefix(3) == word })
    else { return nil }
    let distance = (day.rawValue - today.weekday.rawValue + 7) % 7
    return today.adding(days: ahead ? (distance == 0 ? 7 : distance) : (distance - 7) % 7)
  }

  private static func start(ofThis unit: String, _ today: CivilDate) -> CivilDate? {
    switch unit {
    case "week": today.monday
    case "month": CivilDate(year: today.year, month: today.month, day: 1)
    case "year": CivilDate(year: today.year, month: 1, day: 1)
    default: nil
    }
  }

  private static func moved(_ date: CivilDate, _ count: Int, _ unit: String) -> CivilDate? {
    switch unit {
    case "day": date.adding(days: count)
    case "week": date.adding(days: 7 * count)
    case "month": date.adding(months: count)
    case "year": date.adding(months: 12 * count)
    default: nil
    }
  }
}
