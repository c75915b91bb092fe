package import CivilTime

/// A deadline that a text states, with the words that state it.
package struct DueDate: Equatable, Sendable {
  /// The day, as written: in the zone that the words name, else in the reader's.
  package var date: CivilDate
  /// The time of that day, where a clock time or a number of hours or minutes is stated.
  package var time: TimeOfDay?
  /// The instant, with the offset of the clock that is meant; nil exactly where `time` is.
  package var timestamp: Timestamp?
  /// Whether the words say whose clock shows the time: `5pm EST`.
  package var namesZone = false
  /// Where the words stand in the text, in bytes of UTF-8, prepositions included.
  package var range: Range<Int>
  /// The words.
  package var words: String
  /// How the day is said.
  package var form: Form
  /// What leads up to it.
  package var cue: Cue

  /// How a day is said.
  package enum Form: String, CaseIterable, Sendable {
    /// A month and a day, or numbers: `3 May`, `2026-05-03`, `5/12`.
    case calendarDate
    /// A day without a month: `the 15th`.
    case dayOfMonth
    /// A day of the week: `Friday`, `next Tue`, `the last Friday of March`.
    case weekday
    /// A day counted from today by name: `tomorrow`, `tonight`.
    case relativeDay
    /// A span of time: `in two weeks`, `3 days after Easter`.
    case span
    /// The end of a period, or another stated part of it: `EOW`, `mid-May`.
    case partOfPeriod
    /// A whole period, which ends on the date: `next week`, `March`. Vaguer than all others.
    case period
    /// A holiday by name.
    case holiday
    /// A time of day alone.
    case clock
    /// The present: `now`.
    case now
  }

  /// What leads up to a day.
  package enum Cue: String, CaseIterable, Sendable {
    /// Nothing, or a word that says when rather than by when: `on`, `at`, `in`.
    case none
    /// `by`, `before`, `until`, `due`, `no later than`, or `at the latest` behind it.
    case deadline
  }
}

/// The days that words may mean under their common readings.
package struct AdmissibleDays: Equatable, Sendable {
  /// The deadline as the reader takes the words; nil where they are none by themselves and may be meant
  /// as one: `ETA 1 day`.
  package var preferred: DueDate?
  /// The days that others take them for, in order and without the preferred one; at most two hundred.
  package var others: [CivilDate]
  /// Whether the words name a day that there is not, as in `31 June`: they mean none then.
  package var isImpossible = false

  /// Whether a day is one of them.
  package func contains(_ day: CivilDate) -> Bool {
    preferred?.date == day || others.contains(day)
  }

  /// Adds what the same words mean from another day on.
  mutating func add(_ days: AdmissibleDays) {
    let added = days.others + (days.preferred.map { [$0.date] } ?? [])
    others = Set(others + added).filter { $0 != preferred?.date }.sorted()
  }
}
