/// The roles that a word can have in an expression of time, for the rules of `Grammar`. A word may have several.
struct DateRoles: OptionSet {
  let rawValue: UInt64

  // Names of days and times, each of which may begin a date or be one.
  static let month = DateRoles(1 << 0)
  static let weekday = DateRoles(1 << 1)
  /// `today`, `tomorrow`; `DateWord.shift` gives the day.
  static let relativeDay = DateRoles(1 << 2)
  /// `morning`, `tonight`; `DateWord.part` gives the part.
  static let dayPart = DateRoles(1 << 3)
  /// `hours`, `weeks`; `DateWord.unit` gives the unit.
  static let unit = DateRoles(1 << 4)
  static let weekend = DateRoles(1 << 5)
  /// `noon`, `midnight`; `DateWord.hour` gives the hour.
  static let clockName = DateRoles(1 << 6)
  /// `EOD`, `EOW`: the end of a `DateWord.unit`; with `start`, its beginning.
  static let periodEnd = DateRoles(1 << 7)
  static let holiday = DateRoles(1 << 8)
  /// `now`.
  static let now = DateRoles(1 << 9)
  /// `o'clock`.
  static let oclock = DateRoles(1 << 10)

  // Numbers.
  static let cardinal = DateRoles(1 << 11)
  static let ordinal = DateRoles(1 << 12)
  static let half = DateRoles(1 << 13)
  /// A quarter of an hour, before `past` or `to`.
  static let quarter = DateRoles(1 << 14)
  /// The endings of `3rd` and `15th`.
  static let ordinalEnding = DateRoles(1 << 15)

  // Qualifiers of days and periods.
  static let this = DateRoles(1 << 16)
  static let next = DateRoles(1 << 17)
  static let coming = DateRoles(1 << 18)
  static let last = DateRoles(1 << 19)
  static let every = DateRoles(1 << 20)
  static let business = DateRoles(1 << 21)

  // Parts of a period.
  static let start = DateRoles(1 << 22)
  static let middle = DateRoles(1 << 23)
  static let end = DateRoles(1 << 24)
  static let early = DateRoles(1 << 25)
  static let late = DateRoles(1 << 26)

  // Small words.
  static let article = DateRoles(1 << 27)
  static let of = DateRoles(1 << 28)
  static let and = DateRoles(1 << 29)
  static let or = DateRoles(1 << 30)
  /// `by`, `before`, `until`, `due`: a deadline follows.
  static let by = DateRoles(1 << 31)
  /// `on`.
  static let on = DateRoles(1 << 32)
  /// `at`: a time of day follows.
  static let at = DateRoles(1 << 33)
  static let around = DateRoles(1 << 34)
  /// `in`: a period follows, or the time until something.
  static let `in` = DateRoles(1 << 35)
  static let within = DateRoles(1 << 36)
  static let `for` = DateRoles(1 << 37)
  static let from = DateRoles(1 << 38)
  static let between = DateRoles(1 << 39)
  /// `to`, `until`, `through`: the end of a range follows.
  static let to = DateRoles(1 << 40)
  static let after = DateRoles(1 << 41)
  static let before = DateRoles(1 << 42)
  static let since = DateRoles(1 << 43)
  static let ago = DateRoles(1 << 44)
  /// German `vor`, which says `ago` before the time.
  static let agoBefore = DateRoles(1 << 45)
  /// `later`, `from now`.
  static let later = DateRoles(1 << 46)
  /// `past` in half past three.
  static let past = DateRoles(1 << 47)
  /// `to` in quarter to three.
  static let upTo = DateRoles(1 << 48)
  /// German `halb`: half an hour before the hour that follows.
  static let halfBefore = DateRoles(1 << 49)
  static let am = DateRoles(1 << 50)
  static let pm = DateRoles(1 << 51)
  /// `less than`, `at most`, before a span.
  static let atMost = DateRoles(1 << 52)
  /// `latest`, after a day.
  static let latest = DateRoles(1 << 53)
  /// A small word that can follow a date. Nouns cannot, so `at 10 people` is not a time.
  static let function = DateRoles(1 << 54)
  /// A word that usually means something else: `may`, `sun`, `second`.
  static let doubtful = DateRoles(1 << 55)
  /// An abbreviation, more certain with a capital letter or a full stop.
  static let short = DateRoles(1 << 56)
  /// `Fridays`: every Friday. For a part of the day: `morgens`, which may directly follow an hour.
  static let plural = DateRoles(1 << 57)
  /// Something counted or measured that is not a time: `percent`, `people`.
  static let measure = DateRoles(1 << 58)
  /// A word before the number of a calendar week: `week 36`.
  static let numberedWeek = DateRoles(1 << 59)
  /// A place that may name a zone: `Eastern`, `Berlin`.
  static let zonePlace = DateRoles(1 << 60)
  /// `time`, `standard`, `daylight`, after a `zonePlace`.
  static let zoneTime = DateRoles(1 << 61)
  /// A phrase that looks like a date but is not: `second half`.
  static let blocked = DateRoles(1 << 62)

  /// `a couple`, `a few`: a count that cannot be an hour.
  static let vague = DateRoles(1 << 63)

  /// Roles of which every date without digits has at least one.
  static let seeds: DateRoles = [
    .month, .weekday, .relativeDay, .dayPart, .unit, .weekend, .clockName, .periodEnd, .holiday,
    .now, .oclock, .pm, .cardinal, .ordinal,
  ]
  /// Roles with which a phrase can begin, besides digits. Most prepositions are not among them: `Prefix` holds those.
  static let starters: DateRoles = [
    .month, .weekday, .relativeDay, .dayPart, .unit, .weekend, .clockName, .periodEnd, .holiday,
    .now, .cardinal, .ordinal, .half, .quarter, .halfBefore, .this, .next, .coming, .last, .every,
    .business, .start, .middle, .end, .early, .late, .in, .within, .agoBefore,
  ]

  init(rawValue: UInt64) { self.rawValue = rawValue }
  private init(_ rawValue: UInt64) { self.rawValue = rawValue }
}
