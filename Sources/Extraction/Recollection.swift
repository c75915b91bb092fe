/// What is known of a conversation before it is read.
public struct Recollection: Sendable {
  /// Which messages have been read.
  public var marks: Marks
  /// Whether it may have items.
  public var hasItems: Bool

  /// Puts the parts together.
  public init(marks: Marks, hasItems: Bool) {
    self.marks = marks
    self.hasItems = hasItems
  }
}
