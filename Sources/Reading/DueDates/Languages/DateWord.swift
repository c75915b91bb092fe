import CivilTime

/// All that a word, or several words that belong together, can mean.
struct DateWord {
  var roles: DateRoles = []
  /// Roles that the word has only where its own language is spoken, because another one uses it for
  /// something common: German `so` is a Sunday, English `so` is not.
  var rolesAtHome: DateRoles = []
  /// The language of `rolesAtHome`, by its place in the lexicon.
  var home: UInt8 = 0
  /// The languages, as bits, in which it is so common that it tells the language.
  var commonIn: UInt8 = 0
  var cardinal = 0
  /// Whether so many days count the first one in: German `in acht Tagen` is a week from now.
  var countsFirstDay = false
  /// 1 to 31; -1 for `last`.
  var ordinal = 0
  var month = 0
  var weekday: Weekday?
  var unit: SpanUnit?
  var part: DayPart?
  /// Days after today.
  var shift = 0
  /// The hour of `noon` and `midnight`: 12 and 24.
  var hour = 0
  var holiday: HolidayRule?
  var zone: ZoneName?

  /// Adds the meanings of `other`.
  mutating func merge(_ other: DateWord) {
    roles.formUnion(other.roles)
    if !other.rolesAtHome.isEmpty {
      rolesAtHome.formUnion(other.rolesAtHome)
      home = other.home
    }
    commonIn |= other.commonIn
    if other.cardinal != 0 { cardinal = other.cardinal }
    if other.countsFirstDay { countsFirstDay = true }
    if other.ordinal != 0 { ordinal = other.ordinal }
    if other.month != 0 { month = other.month }
    if other.shift != 0 { shift = other.shift }
    if other.hour != 0 { hour = other.hour }
    weekday = other.weekday ?? weekday
    unit = other.unit ?? unit
    part = other.part ?? part
    holiday = other.holiday ?? holiday
    zone = other.zone ?? zone
  }
}

/// The units that spans of time are counted in, the shortest first.
enum SpanUnit: Int, Comparable {
  case second, minute, hour, day, businessDay, week, fortnight, month, quarter, year

  /// How many months it has; 0 where it is counted in days or less.
  var months: Int { self == .month ? 1 : self == .quarter ? 3 : self == .year ? 12 : 0 }

  static func < (a: SpanUnit, b: SpanUnit) -> Bool { a.rawValue < b.rawValue }
}

/// A part of the day. None of them is a time: a deadline on Monday morning is a deadline on Monday.
enum DayPart {
  case morning, noon, afternoon, evening, night
  /// The end of the day, or of the working day.
  case end
  /// `tonight` and the like: the evening of today.
  case tonight
}
