/// What the clocks of a zone do for a while: RFC 9636 calls it a local time type.
public struct LocalTimeType: Hashable, Sendable {
  /// Seconds east of Greenwich, less than a day either way.
  public let offset: Int
  /// Whether it is daylight saving time.
  public let isDaylightSaving: Bool
  /// What it is called, such as `CEST`; a zone without a name for it writes `+03`.
  public let abbreviation: String
}
