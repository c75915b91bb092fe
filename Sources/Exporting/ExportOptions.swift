public import CivilTime

/// What a format has to be told beside the items.
public struct ExportOptions: Sendable {
  /// How long before a deadline a calendar reminds of it; nil for never.
  public var reminder: Duration?
  /// The same instant on the team's clock, for formats that keep days only.
  public var local: @Sendable (Timestamp) -> Timestamp

  /// Puts the options together; without `local`, times stand as they were written.
  public init(
    reminder: Duration? = nil, local: @escaping @Sendable (Timestamp) -> Timestamp = { $0 }
  ) {
    self.reminder = reminder
    self.local = local
  }
}
