/// What a word can be in a phrase that says when; most words that matter can be several things.
struct Roles: OptionSet {
  let rawValue: UInt64

  // Names of days and times: any of them may begin or be a date.
  static let month = Roles(1 << 0)
  static let weekday = Roles(1 << 1)
  /// `today`, `tomorrow`; `Word.shift` says which day.
  static let relativeDay = Roles(1 << 2)
  /// `morning`, `tonight`; `Word.part` says which.
  static let dayPart = Roles(1 << 3)
  /// `hours`, `weeks`; `Word.unit` says which.
  static let unit = Roles(1 << 4)
  static let weekend = Roles(1 << 5)
  /// `noon`, `midnight`; `Word.hour` says which.
  static let clockName = Roles(1 << 6)
  /// `EOD`, `EOW`: the end of a `Word.unit`; with `start`, its beginning.
  static let periodEnd = Roles(1 << 7)
  static let holiday = Roles(1 << 8)
  /// `now`.
  static let now = Roles(1 << 9)
  /// `o'clock`.
  static let oclock = Roles(1 << 10)

  // Numbers.
  static let cardinal = Roles(1 << 11)
  static let ordinal = Roles(1 << 12)
  static let half = Roles(1 << 13)
  /// A quarter of an hour, before `past` or `to`.
  static let quarter = Roles(1 << 14)
  /// The endings of `3rd` and `15th`.
  static let ordinalEnding = Roles(1 << 15)

  // Which of several days or periods.
  static let this = Roles(1 << 16)
  static let next = Roles(1 << 17)
  static let coming = Roles(1 << 18)
  static let last = Roles(1 << 19)
  static let every = Roles(1 << 20)
  static let business = Roles(1 << 21)

  // Parts of a period.
  static let start = Roles(1 << 22)
  static let middle = Roles(1 << 23)
  static let end = Roles(1 << 24)
  static let early = Roles(1 << 25)
  static let late = Roles(1 << 26)

  // Small words.
  static let article = Roles(1 << 27)
  static let of = Roles(1 << 28)
  static let and = Roles(1 << 29)
  static let or = Roles(1 << 30)
  /// `by`, `before`, `until`, `due`: what follows is a deadline.
  static let by = Roles(1 << 31)
  /// `on`.
  static let on = Roles(1 << 32)
  /// `at`: a time of day follows.
  static let at = Roles(1 << 33)
  static let around = Roles(1 << 34)
  /// `in`: a period, or the time until then.
  static let `in` = Roles(1 << 35)
  static let within = Roles(1 << 36)
  static let `for` = Roles(1 << 37)
  static let from = Roles(1 << 38)
  static let between = Roles(1 << 39)
  /// `to`, `until`, `through`: the end of a range follows.
  static let to = Roles(1 << 40)
  static let after = Roles(1 << 41)
  static let before = Roles(1 << 42)
  static let since = Roles(1 << 43)
  static let ago = Roles(1 << 44)
  /// German `vor`, which says `ago` before the time.
  static let agoBefore = Roles(1 << 45)
  /// `later`, `from now`.
  static let later = Roles(1 << 46)
  /// `past` in half past three.
  static let past = Roles(1 << 47)
  /// `to` in quarter to three.
  static let upTo = Roles(1 << 48)
  /// German `halb`: half an hour before the hour that follows.
  static let halfBefore = Roles(1 << 49)
  static let am = Roles(1 << 50)
  static let pm = Roles(1 << 51)
  /// `less than`, `at most`, before a span.
  static let atMost = Roles(1 << 52)
  /// `latest`, after a day.
  static let latest = Roles(1 << 53)
  /// Small words that can follow a date; nouns are none, so `at 10 people` is no time.
  static let function = Roles(1 << 54)
  /// A word that is more often something else: `may`, `sun`, `second`.
  static let doubtful = Roles(1 << 55)
  /// An abbreviation: surer with a capital letter or a full stop.
  static let short = Roles(1 << 56)
  /// `Fridays`: every one of them. A part of the day: `morgens`, which may follow an hour at once.
  static let plural = Roles(1 << 57)
  /// What is counted or measured but is no time: `percent`, `people`.
  static let measure = Roles(1 << 58)
  /// `year`, `of this year` and the like never need it; `week 36` does.
  static let numberedWeek = Roles(1 << 59)
  /// A place whose time may be meant: `Eastern`, `Berlin`.
  static let zonePlace = Roles(1 << 60)
  /// `time`, `standard`, `daylight`, after such a place.
  static let zoneTime = Roles(1 << 61)
  /// Phrases that look like a date and are none: `second half`.
  static let blocked = Roles(1 << 62)

  /// `a couple`, `a few`: a count that is no hour.
  static let vague = Roles(1 << 63)

  /// What no date can do without, numbers aside.
  static let seeds: Roles = [
    .month, .weekday, .relativeDay, .dayPart, .unit, .weekend, .clockName, .periodEnd, .holiday,
    .now, .oclock, .pm, .cardinal,
  ]
  /// What a phrase can begin with, numbers aside; prepositions are looked for to its left.
  static let starters: Roles = [
    .month, .weekday, .relativeDay, .dayPart, .unit, .weekend, .clockName, .periodEnd, .holiday,
    .now, .cardinal, .ordinal, .half, .quarter, .halfBefore, .this, .next, .coming, .last, .every,
    .business, .start, .middle, .end, .early, .late, .in, .within, .agoBefore,
  ]

  init(rawValue: UInt64) { self.rawValue = rawValue }
  private init(_ rawValue: UInt64) { self.rawValue = rawValue }
}
