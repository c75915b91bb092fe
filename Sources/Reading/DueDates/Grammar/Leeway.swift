import CivilTime

/// The days that a `Reading` may mean besides the preferred one, as the rule knows that made the reading.
///
/// `Resolver.others` turns them into days, and adds the days that any weekday, week or holiday leaves open.
enum Leeway: Equatable {
  /// No other day.
  case none
  /// Any day of a range, given by its first and last day.
  case days(CivilDate, CivilDate)
  /// One other day, such as the first of two alternatives.
  case either(CivilDate)
  /// Any of this many days before the preferred one, which is the last day of a range or list.
  case before(days: Int)
  /// The last working day on or before the preferred day, which is the end of a period.
  case workday
  /// The days of the preferred weekend and of the coming weekend, which is given by its Sunday.
  case weekend(coming: CivilDate)
  /// The first day and last working day of a period, and the day that is the span from today, if the span has months.
  case whole(from: CivilDate, Span)
  /// A length of time, which is rarely exact to the day.
  case length(Span)

  /// Returns the days of the first, middle or last third of a period, approximately.
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
