package import CivilTime

/// A deadline that `DueDateReader` finds in a text, with its words, their place and their form.
/// `AdmissibleDays`, below, also has the other days that the words may mean.
package struct DueDate: Equatable, Sendable {
  /// The day in the zone that the words name, or else in the reader's zone.
  package var date: CivilDate
  /// The time of day, if a clock time or a number of hours or minutes is stated.
  package var time: TimeOfDay?
  /// The instant, with the offset of the clock that is meant; nil if and only if `time` is nil.
  package var timestamp: Timestamp?
  /// Whether the words name the zone of the time, as in `5pm EST`.
  package var namesZone = false
  /// The range of the words in the text, in bytes of UTF-8, prepositions included.
  package var range: Range<Int>
  package var words: String
  /// The form in which the day is expressed.
  package var form: Form
  /// The cue before or after the day.
  package var cue: Cue

  /// The form in which a day is expressed.
  package enum Form: String, CaseIterable, Sendable {
    /// A month and a day, or numbers: `3 May`, `2026-05-03`, `5/12`.
    case calendarDate
    /// A day without a month: `the 15th`.
    case dayOfMonth
    /// A day of the week: `Friday`, `next Tue`, `the last Friday of March`.
    case weekday
    /// A day relative to today, by name: `tomorrow`, `tonight`.
    case relativeDay
    /// A span of time: `in two weeks`, `3 days after Easter`.
    case span
    /// The end of a period, or another stated part of it: `EOW`, `mid-May`.
    case partOfPeriod
    /// A whole period, which ends on the date: `next week`, `March`. This is the vaguest form.
    case period
    /// A holiday by name.
    case holiday
    /// Only a time of day.
    case clock
    /// The present: `now`.
    case now
  }

  /// The words that show whether a day is a deadline.
  package enum Cue: String, CaseIterable, Sendable {
    /// Nothing, or a word that gives a time rather than a limit: `on`, `at`, `in`.
    case none
    /// `by`, `before`, `until`, `due`, `no later than`, or a following `at the latest`.
    case deadline
  }
}

/// The days that some words may mean: the preferred deadline, and other common readings.
package struct AdmissibleDays: Equatable, Sendable {
  /// The deadline as the reader understands the words.
  ///
  /// Nil if the words alone are not a deadline but may be meant as one: `ETA 1 day`.
  package var preferred: DueDate?
  /// The other days that the words may mean, in order, without the preferred one; at most two hundred.
  package var others: [CivilDate]
  /// Whether the words name a day that does not exist, as in `31 June`; they then mean no day.
  package var isImpossible = false

  /// Whether a day is among the readings.
  package func contains(_ day: CivilDate) -> Bool {
    preferred?.date == day || others.contains(day)
  }

  /// Whether the words mean this day first: it is the preferred reading, or the only one of doubtful words.
  package func states(_ day: CivilDate) -> Bool {
    preferred.map { $0.date == day } ?? (others == [day])
  }

  /// Adds the readings of the same words from another reference day.
  mutating func add(_ days: AdmissibleDays) {
    let added = days.others + (days.preferred.map { [$0.date] } ?? [])
    others = Set(others + added).filter { $0 != preferred?.date }.sorted()
  }
}
