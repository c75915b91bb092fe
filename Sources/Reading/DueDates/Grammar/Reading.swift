import CivilTime

/// The meaning of a phrase as `Grammar` reads it; `Resolver` works out the day. `Which`, `UnorderedDate` and `Clock`,
/// below, are parts.
struct Reading {
  var day: Day?
  /// The weekday next to a date that already gives the day.
  var weekday: Weekday?
  var clock: Clock?
  var part: DayPart?
  var zone: ZoneName?
  /// The zone as written, if it is an abbreviation.
  var zoneText: String?
  var fate = Fate.due
  /// Whether the phrase names a day that does not exist.
  var isImpossible = false
  var force: Force
  var form: DueDate.Form
  /// The first day of the range or choice that the phrase ends.
  var earliest: CivilDate?
  /// Whether the phrase is a range or a choice. The other parts then describe its end.
  var isRangeOrChoice = false
  /// The other days that the words commonly mean.
  var leeway = Leeway.none

  enum Day: Equatable {
    case date(CivilDate)
    case monthDay(month: Int, day: Int, year: Int?)
    /// Two numbers, one of which is the month.
    case numbers(UnorderedDate)
    case dayOfMonth(Int)
    case weekday(Weekday, Which)
    /// A week, given by its Monday. With a weekday, that day is meant; alone, the last working day of the week.
    case week(CivilDate)
    /// A period, given by its last day.
    case period(CivilDate)
  }

  /// Whether the words state a deadline.
  enum Fate {
    /// A deadline.
    case due
    /// The past, or something that recurs: not a deadline. Adjacent parts belong to it.
    case notDue
    /// A length of time that does not lead to a day. Adjacent parts do not belong to it.
    case length
  }

  /// How certain it is that the words mean a time at all.
  enum Force: Int, Comparable {
    /// Needs another part of a date. A word also counts if it is the whole phrase.
    case faint
    /// Needs a preposition, another part, or to be the whole phrase.
    case weak
    case plain
    case certain

    static func < (a: Force, b: Force) -> Bool { a.rawValue < b.rawValue }
  }

  /// Merges the adjacent reading `other`; returns false if the two contradict each other.
  mutating func merge(_ other: Reading) -> Bool {
    guard fate != .notDue, other.fate == .due else { return absorb(other) }
    var merged = self
    switch (day, other.day) {
    case (_, nil): break
    case (nil, let day?):
      merged.day = day
      merged.form = other.form
    case (.weekday(let weekday, _), .week(let monday)),
      (.week(let monday), .weekday(let weekday, _)):
      merged.day = .date(monday.adding(days: weekday.rawValue - 1))
      merged.form = .weekday
    case (.period(let last), .dayOfMonth(let number)), (.dayOfMonth(let number), .period(let last)):
      // next month on the 5th
      guard form == .period || other.form == .period,
        let date = CivilDate(year: last.year, month: last.month, day: number)
      else { return false }
      merged.day = .date(date)
      merged.form = .dayOfMonth
    case (.weekday(let weekday, let which), let day?)
    where [.plain, .this, .coming, .next].contains(which):
      guard merged.weekday == nil, Reading.accepts(day, weekday) else { return false }
      merged.weekday = weekday
      merged.day = day
      merged.form = other.form
    case (.date(let date), .weekday(let weekday, .plain)) where form == .span:
      // In two weeks on Friday is the Friday of that week; in two months, the next Friday from that day on.
      let isWeek = if case .length(let span) = leeway { span.months == 0 } else { true }
      merged.day = .date((isWeek ? date.monday : date).onOrAfter(weekday))
    case (let day?, .weekday(let weekday, .plain)):
      guard merged.weekday == nil, Reading.accepts(day, weekday) else { return false }
      merged.weekday = weekday
    default: return false
    }
    if other.clock != nil {
      guard clock == nil else { return false }
      merged.clock = other.clock
    }
    if let part = other.part {
      // After `tonight`, an evening adds nothing.
      if merged.part != .tonight { merged.part = part }
    }
    if other.zone != nil {
      guard zone == nil else { return false }
      merged.zone = other.zone
      merged.zoneText = other.zoneText
    }
    merged.weekday = merged.weekday ?? other.weekday
    merged.isRangeOrChoice = isRangeOrChoice || other.isRangeOrChoice
    if let added = other.day {
      // With two expressions of one day, no other day is meant.
      merged.leeway = day == nil && merged.day == added ? other.leeway : .none
    }
    // Two parts of a time confirm each other.
    let hasNeighbour =
      (day != nil || clock != nil) && (other.day != nil || other.clock != nil || other.part != nil)
    merged.force = max(force, other.force)
    if hasNeighbour, merged.force < .plain { merged.force = .plain }
    self = merged
    return true
  }

  /// Merges an adjacent reading if one of the two is not a deadline; returns false if they are unrelated.
  ///
  /// Examples are `yesterday at 5`, `last Friday the 3rd`, `at 3pm yesterday` and `Tuesday of last week`.
  private mutating func absorb(_ other: Reading) -> Bool {
    switch (day, other.day) {
    case (.weekday(let weekday, _)?, let day?) where fate == .notDue && other.fate == .due:
      return Reading.accepts(day, weekday)
    case (.week?, .weekday?) where fate == .notDue && other.fate == .due: return true
    case (_, nil) where fate == .notDue && other.fate == .due:
      guard clock == nil || other.clock == nil else { return false }
      clock = clock ?? other.clock
      return true
    case (nil, _) where other.fate == .notDue, (.weekday?, .week?) where other.fate == .notDue:
      fate = .notDue
      return true
    default: return false
    }
  }

  private static func accepts(_ day: Day, _ weekday: Weekday) -> Bool {
    switch day {
    case .date(let date): date.weekday == weekday
    case .monthDay, .numbers, .dayOfMonth: true
    case .weekday, .week, .period: false
    }
  }
}

/// The qualifier that selects one of several days or periods of the same name: `this`, `next`, `last`.
enum Which: Equatable {
  /// No qualifier: the next one after today.
  case plain
  /// Today or the next one.
  case this
  /// The coming one: the next weekday, or the period after this one.
  case coming
  /// The one in the next calendar week.
  case next
  /// The one before today.
  case last
  /// The one in the calendar week this many weeks after the current one.
  case weeks(Int)
  /// This many weeks after the next one: `Friday week`.
  case later(Int)

  /// The number of periods after the current one.
  var shift: Int { self == .next || self == .coming ? 1 : 0 }
}

/// A date of two numbers, and perhaps a year, whose order is unknown.
struct UnorderedDate: Equatable {
  var first: Int
  var second: Int
  var year: Int?
  /// `/`, `.` or `-`.
  var separator: UInt8
}

/// A time of day as written, perhaps on a 12-hour clock.
struct Clock: Equatable {
  /// Minutes after midnight, 0 to 1440.
  var minutes: Int
  /// Whether the time may be in the morning or in the afternoon.
  var isTwelveHour = false
  /// Whether the time is written like a 24-hour time. Only a part of the day can then put it in the afternoon.
  var isPadded = false

  static let midnight = Clock(minutes: 1440)
}
