/// A day of the week; weeks begin on Monday, as in ISO 8601.
public enum Weekday: Int, CaseIterable, Hashable, Sendable {
  case monday = 1
  case tuesday, wednesday, thursday, friday, saturday, sunday

  /// Whether it is a Saturday or a Sunday.
  public var isWeekend: Bool { self == .saturday || self == .sunday }
}
