public import CivilTime

/// What a format has to be told beside the items.
public struct ExportOptions: Sendable {
  /// The program that a table is for; nil for any.
  public var dialect: CSVDialect?
  /// Makes links to messages.
  public var links: MessageLinks
  /// How long before a deadline a calendar reminds of it; nil for never.
  public var reminder: Duration?
  /// The same instant on the team's clock, for formats that keep days only.
  public var local: @Sendable (Timestamp) -> Timestamp

  /// Puts the options together; without `local`, times stand as they were written.
  public init(
    dialect: CSVDialect? = nil, links: MessageLinks = MessageLinks(), reminder: Duration? = nil,
    local: @escaping @Sendable (Timestamp) -> Timestamp = { $0 }
  ) {
    self.dialect = dialect
    self.links = links
    self.reminder = reminder
    self.local = local
  }
}
