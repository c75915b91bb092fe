/// The order in which dates of numbers alone, such as 5/12, name their parts.
public enum DateOrder: String, CaseIterable, Sendable {
  /// Day, month, year: 12/5 and 12.5. are 12 May.
  case dmy
  /// Month, day, year: 12/5 is 5 December.
  case mdy
  /// Year, month, day; without a year, month and day.
  case ymd
}
