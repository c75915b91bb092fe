import CivilTime

/// All meanings that a word or fixed phrase can have in a date: a `DateLexicon` entry. Below: `SpanUnit`, `DayPart`.
struct DateWord {
  var roles: DateRoles = []
  /// Roles that the word has only in texts of its own language, because another language uses the word too.
  ///
  /// German `so` is a Sunday, English `so` is not.
  var rolesAtHome: DateRoles = []
  /// The language of `rolesAtHome`, as an index in the lexicon.
  var home: UInt8 = 0
  /// The languages, as bits, for which the word is evidence.
  var commonIn: UInt8 = 0
  var cardinal = 0
  /// Whether the number of days includes the first: German `in acht Tagen` is a week from now.
  var countsFirstDay = false
  /// 1 to 31, or -1 for `last`.
  var ordinal = 0
  var month = 0
  var weekday: Weekday?
  var unit: SpanUnit?
  var part: DayPart?
  /// The number of days after today.
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

/// The units of spans of time, the shortest first.
enum SpanUnit: Int, Comparable {
  case second, minute, hour, day, businessDay, week, fortnight, month, quarter, year

  /// The number of months in the unit; 0 for units of days or less.
  var months: Int { self == .month ? 1 : self == .quarter ? 3 : self == .year ? 12 : 0 }

  static func < (a: SpanUnit, b: SpanUnit) -> Bool { a.rawValue < b.rawValue }
}

/// A part of the day. It is not a time: a deadline on Monday morning is a deadline on Monday.
enum DayPart {
  case morning, noon, afternoon, evening, night
  /// The end of the day or of the working day.
  case end
  /// `tonight` and similar: this evening.
  case tonight
}
