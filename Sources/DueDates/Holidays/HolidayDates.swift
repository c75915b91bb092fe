import CivilTime

/// The days of holidays, each worked out once for a text.
///
/// Those that follow the moon take some ten thousand sines a year, which a text that names nothing
/// but holidays would otherwise ask for again and again.
final class HolidayDates {
  private struct Key: Hashable {
    var rule: HolidayRule
    var year: Int
  }

  private var known: [Key: [CivilDate]] = [:]

  /// The days of a holiday in a year of the common calendar.
  func dates(of rule: HolidayRule, inYear year: Int) -> [CivilDate] {
    let key = Key(rule: rule, year: year)
    if let dates = known[key] { return dates }
    let dates = rule.dates(inYear: year)
    known[key] = dates
    return dates
  }

  /// The first such day from `date` on.
  func next(_ rule: HolidayRule, from date: CivilDate) -> CivilDate? {
    for year in date.year...date.year + 8 {
      if let found = dates(of: rule, inYear: year).first(where: { $0 >= date }) { return found }
    }
    return nil
  }
}
