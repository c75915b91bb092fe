import CivilTime

/// What the words of a phrase say about a deadline, before it is worked out which day that is.
struct Reading {
  var day: Day?
  /// A weekday beside a date that already names the day.
  var weekday: Weekday?
  var clock: Clock?
  var part: DayPart?
  var zone: ZoneName?
  /// The zone as written, where it is an abbreviation.
  var zoneText: String?
  var fate = Fate.due
  /// Whether it names a day that there is not.
  var isImpossible = false
  var force: Force
  var form: DueDate.Form
  /// The beginning of a range, of which this is the end.
  var earliest: CivilDate?
  /// Whether it is the end of a range.
  var isRange = false
  /// What the words commonly mean besides.
  var leeway = Leeway.none

  enum Day: Equatable {
    case date(CivilDate)
    case monthDay(month: Int, day: Int, year: Int?)
    /// Two numbers of which one is the month.
    case numbers(UnorderedDate)
    case dayOfMonth(Int)
    case weekday(Weekday, Which)
    /// A week, by its Monday; with a weekday it is a day, alone it ends on its last working day.
    case week(CivilDate)
    /// A period, by its last day.
    case period(CivilDate)
  }

  /// What becomes of it.
  enum Fate {
    /// A deadline.
    case due
    /// The past, or something that comes back again and again; what stands beside it belongs to it.
    case none
    /// A length of time, which leads nowhere; what stands beside it is another matter.
    case length
  }

  /// How sure it is that the words mean a time at all.
  enum Force: Int, Comparable {
    /// May be anything, and needs company: another part of a date. A word is enough as a whole phrase.
    case faint
    /// Needs a preposition before it, company, or to be the whole phrase.
    case weak
    case plain
    case certain

    static func < (a: Force, b: Force) -> Bool { a.rawValue < b.rawValue }
  }

  /// Takes up what `other`, which stands beside it, says; false where the two contradict each other.
  mutating func merge(_ other: Reading) -> Bool {
    guard fate != .none, other.fate == .due else { return absorb(other) }
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
      // in two weeks on Friday: the Friday of that week; in two months: the next one from that day on
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
    merged.isRange = isRange || other.isRange
    if let added = other.day {
      // Two names of one day leave no other.
      merged.leeway = day == nil && merged.day == added ? other.leeway : .none
    }
    // Two halves of a time vouch for each other.
    let isCompany =
      (day != nil || clock != nil) && (other.day != nil || other.clock != nil || other.part != nil)
    merged.force = max(force, other.force)
    if isCompany, merged.force < .plain { merged.force = .plain }
    self = merged
    return true
  }

  /// Takes in what belongs to something that is no deadline: `yesterday at 5`, `last Friday the 3rd`,
  /// `at 3pm yesterday`, `Tuesday of last week`; false for all that stands beside it by chance.
  private mutating func absorb(_ other: Reading) -> Bool {
    switch (day, other.day) {
    case (.weekday(let weekday, _)?, let day?) where fate == .none && other.fate == .due:
      return Reading.accepts(day, weekday)
    case (.week?, .weekday?) where fate == .none && other.fate == .due: return true
    case (_, nil) where fate == .none && other.fate == .due:
      guard clock == nil || other.clock == nil else { return false }
      clock = clock ?? other.clock
      return true
    case (nil, _) where other.fate == .none, (.weekday?, .week?) where other.fate == .none:
      fate = .none
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

/// Which of the days of a name.
enum Which: Equatable {
  /// Nothing is said: the next one after today.
  case plain
  /// Today or the next one.
  case this
  /// The coming one: of weekdays the next, of periods the one after this.
  case coming
  /// The one in the next calendar week.
  case next
  /// The one before today.
  case last
  /// The one in the week that lies so many weeks after this one.
  case weeks(Int)
  /// So many weeks after the next one: `Friday week`.
  case later(Int)

  /// How many periods after this one are meant.
  var shift: Int { self == .next || self == .coming ? 1 : 0 }
}

/// A date of numbers, whose order is yet to be found.
struct UnorderedDate: Equatable {
  var first: Int
  var second: Int
  var year: Int?
  /// `/`, `.` or `-`.
  var separator: UInt8
}

/// A time on a clock's face.
struct Clock: Equatable {
  /// Minutes after midnight, 0 to 1440.
  var minutes: Int
  /// Whether it may be in the morning or in the afternoon.
  var isTwelveHour = false
  /// Whether it is written as on a clock of 24 hours, so that only a part of the day can say that
  /// the afternoon is meant.
  var isPadded = false

  static let midnight = Clock(minutes: 1440)
}
