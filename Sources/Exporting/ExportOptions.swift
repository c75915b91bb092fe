public import ActionItemModel
public import CivilTime

/// What a format has to be told beside the items.
public struct ExportOptions: Sendable {
  /// The program that a table is for; nil for any.
  public var dialect: CSVDialect?
  /// Makes links to messages.
  public var links: MessageLinks
  /// How long before a deadline a calendar reminds of it; nil for never.
  public var reminder: Duration?
  /// What the time is, for formats that tell how things stand.
  public var now: Timestamp
  /// The same instant on the team's clock.
  public var local: @Sendable (Timestamp) -> Timestamp
  /// Whether an item is late, which its zone decides.
  public var isOverdue: @Sendable (ActionItem) -> Bool

  /// Puts the options together; without more, times stand as they were written and nothing is late.
  public init(
    dialect: CSVDialect? = nil, links: MessageLinks = MessageLinks(), reminder: Duration? = nil,
    now: Timestamp = .epoch, local: @escaping @Sendable (Timestamp) -> Timestamp = { $0 },
    isOverdue: @escaping @Sendable (ActionItem) -> Bool = { _ in false }
  ) {
    self.dialect = dialect
    self.links = links
    self.reminder = reminder
    self.now = now
    self.local = local
    self.isOverdue = isOverdue
  }
}
