import CivilTime

/// Makes the entries of a language from tables in text: weekdays, months, numbers and holidays with their rules.
extension [Language.Entry] {
  /// Makes entries of the weekdays from Monday on, separated by white space; `-` marks a day without a form.
  static func weekdays(_ forms: String, _ roles: DateRoles = []) -> Self {
    row(forms) { .weekday(Weekday.allCases[$0], $1, roles) }
  }

  /// Makes entries of the weekdays from Monday on, each joined with a part of the day: `Montagabend`.
  static func weekdays(_ stems: String, followedBy parts: String, part: DayPart) -> Self {
    row(stems) { place, stem in
      var entry = Language.Entry.weekday(
        Weekday.allCases[place],
        parts.split(separator: "|").map { stem + $0 }.joined(separator: "|"))
      entry.meaning.part = part
      return entry
    }
  }

  /// Makes entries of the months from January on, in the same form.
  static func months(_ forms: String, _ roles: DateRoles = []) -> Self {
    row(forms) { .month($0 + 1, $1, roles) }
  }

  /// Makes entries of numbers that rise from `first` by `step`, in the same form.
  static func cardinals(from first: Int = 1, by step: Int = 1, _ forms: String) -> Self {
    row(forms) { .cardinal(first + $0 * step, $1) }
  }

  /// Makes entries of `first`, `second` and so on, in the same form.
  static func ordinals(_ forms: String) -> Self { row(forms) { .ordinal($0 + 1, $1) } }

  private static func row(
    _ forms: String, _ entry: (_ place: Int, _ forms: String) -> Language.Entry
  ) -> Self {
    forms.split(whereSeparator: \.isWhitespace).enumerated().compactMap { place, forms in
      forms == "-" ? nil : entry(place, String(forms))
    }
  }

  /// Makes entries of holidays, one a line: the rule, a colon, and the names separated by `|`.
  ///
  /// A `?` before the colon marks names that also mean other things.
  static func holidays(_ table: String) -> Self {
    table.split(separator: "\n").map { line in
      let end = line.utf8.firstIndex(of: UInt8(ascii: ":")) ?? line.endIndex
      let isDoubtful = line[..<end].last == "?"
      guard let rule = HolidayRule(line[..<end].dropLast(isDoubtful ? 1 : 0)) else {
        preconditionFailure("no holiday: \(line)")
      }
      let names = line[end...].dropFirst(2)
      return Language.Entry(
        forms: String(names),
        meaning: DateWord(roles: isDoubtful ? [.holiday, .doubtful] : .holiday, holiday: rule))
    }
  }

  /// The same entries, for words that other languages use for something else.
  var atHome: Self { map(\.atHome) }
}

extension HolidayRule {
  /// Parses a rule of the tables; returns nil if it is invalid. A day is written as month and day:
  ///
  ///     12-25, workday 4-15          the same day every year, or the working day nearest to it
  ///     thursday 4 11 1              one day after the fourth Thursday of November; -1 means the last
  ///     tuesday from 11-2            the first Tuesday on or after that day
  ///     easter -2, orthodox 1        days after Easter Sunday
  ///     passover 50                  days after a feast that follows the moon
  ///     king                         a holiday with a rule of its own
  init?(_ text: Substring) {
    let words: [Substring] = text.split(separator: " ") + ["", "", "", ""]
    let numbers = words.map { Int($0) ?? 0 }
    func day(_ place: Int) -> MonthDay {
      let parts = words[place].split(separator: "-").compactMap { Int($0) }
      return parts.count == 2
        ? MonthDay(month: parts[0], day: parts[1]) : MonthDay(month: 0, day: 0)
    }
    switch words[0] {
    case "workday": self = .workday(day(1))
    case "easter": self = .easter(numbers[1])
    case "orthodox": self = .orthodoxEaster(numbers[1])
    case "king": self = .kingsDay
    default:
      if let feast = MovableFeast(rawValue: String(words[0])) {
        self = .feast(feast, plus: numbers[1])
        return
      }
      let weekday = Self.weekdays.firstIndex(of: String(words[0])).map { Weekday.allCases[$0] }
      if let weekday, words[1] == "from" {
        self = .onOrAfter(weekday, day(2))
      } else if let weekday {
        self = .weekday(weekday, number: numbers[1], month: numbers[2], plus: numbers[3])
      } else {
        guard day(0).month > 0 else { return nil }
        self = .fixed(day(0))
      }
    }
  }

  private static let weekdays = [
    "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
  ]
}
