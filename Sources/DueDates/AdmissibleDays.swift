public import CivilTime

/// The days that words may mean under their common readings.
public struct AdmissibleDays: Equatable, Sendable {
  /// The deadline as the reader takes the words; nil where they are none by themselves and may be meant
  /// as one: `ETA 1 day`.
  public var preferred: DueDate?
  /// The days that others take them for, in order and without the preferred one; at most two hundred.
  public var others: [CivilDate]

  /// Whether a day is one of them.
  public func contains(_ day: CivilDate) -> Bool {
    preferred?.date == day || others.contains(day)
  }

  /// Adds what the same words mean from another day on.
  mutating func add(_ days: AdmissibleDays) {
    let added = days.others + (days.preferred.map { [$0.date] } ?? [])
    others = Set(others + added).filter { $0 != preferred?.date }.sorted()
  }
}
