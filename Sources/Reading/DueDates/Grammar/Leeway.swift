import CivilTime

/// What words that say when commonly mean besides the day that is made of them.
///
/// Only what the rule that reads the words alone knows; what any weekday or week leaves open is in `Grammar.others`.
enum Leeway: Equatable {
  /// Nothing.
  case none
  /// Any day of a stretch.
  case days(CivilDate, CivilDate)
  /// The first of two days of which one is meant.
  case either(CivilDate)
  /// Any of so many days before it, where several are listed.
  case before(days: Int)
  /// The last working day before it, at the end of a period.
  case workday
  /// The days of a weekend, and those of the coming one, by its Sunday, where the next is named.
  case weekend(coming: CivilDate)
  /// The ends of a period, and a day that lies so far ahead.
  case whole(from: CivilDate, Span)
  /// A length of time, which is seldom counted to the day.
  case length(Span)

  /// The first, the middle or the last part of a period, about a third of it.
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
