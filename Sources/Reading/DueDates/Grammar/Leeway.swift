import CivilTime

/// The days that a `Reading` commonly means besides the preferred one.
///
/// This covers only what the rule that reads the words knows. `Resolver.others` adds what any weekday or week leaves
/// open.
enum Leeway: Equatable {
  /// No other day.
  case none
  /// Any day of a range.
  case days(CivilDate, CivilDate)
  /// The first of two alternative days.
  case either(CivilDate)
  /// Any of this many days before it, if several are listed.
  case before(days: Int)
  /// The last working day before it, at the end of a period.
  case workday
  /// The days of a weekend, and those of the coming weekend, given by its Sunday.
  case weekend(coming: CivilDate)
  /// The ends of a period, and a day that far from today.
  case whole(from: CivilDate, Span)
  /// A length of time, which is rarely exact to the day.
  case length(Span)

  /// The first, middle or last part of a period, about a third of it.
  static func part(_ portion: Grammar.Portion, from first: CivilDate, to last: CivilDate) -> Leeway
  {
    let days = last.daysSinceEpoch - first.daysSinceEpoch
    // Three days of a week, ten of a month, a month of a quarter.
    let third = max(2, days / 3)
    switch portion {
    case .start: return .days(first, first.adding(days: days < 7 ? 2 : third - 1))
    case .middle:
      return .days(
        first.adding(days: days < 7 ? 1 : third), last.adding(days: days < 7 ? -3 : -third))
    case .end: return .days(last.adding(days: days < 7 ? -3 : -third), last)
    }
  }
}
