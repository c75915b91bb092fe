public import JSONText

/// What a reply says, as far as it could be understood.
public struct DecodedReply: Hashable, Sendable {
  /// The items, in the order of the reply; one for each person where several are to do the same.
  public var items: [ActionItemJSON]
  /// What is wrong with entries of the list that are no items.
  public var problems: [ReplyError]
  /// Whether the reply breaks off: there may have been more items.
  public var isCut: Bool
  /// What had to be mended to read it.
  public var repairs: JSONRepairs
  /// Whether no list is around the items: they are objects that stand one after another, or words say that
  /// there are none. Nothing tells which was to be the last.
  public var isRow: Bool

  /// Puts the parts together.
  public init(
    items: [ActionItemJSON], problems: [ReplyError] = [], isCut: Bool = false,
    repairs: JSONRepairs = JSONRepairs(), isRow: Bool = false
  ) {
    self.items = items
    self.problems = problems
    self.isCut = isCut
    self.repairs = repairs
    self.isRow = isRow
  }
}
