/// What became of a field of recorded answers.
public struct FieldCounts: Hashable, Sendable {
  /// Those that were right.
  public var right = 0
  /// Those of them that are wrong now, or gone: the harm.
  public var worse = 0
  /// Those that were wrong.
  public var wrong = 0
  /// Those of them that are not believed any more: the help.
  public var caught = 0
  /// Those of them that are right now.
  public var mended = 0

  /// Starts with nothing.
  public init() {}

  /// The share of what was right that got worse; nil of none.
  public var harm: Double? { right == 0 ? nil : Double(worse) / Double(right) }
  /// The share of what was wrong that was caught; nil of none.
  public var help: Double? { wrong == 0 ? nil : Double(caught) / Double(wrong) }

  /// Adds other counts.
  public static func += (a: inout FieldCounts, b: FieldCounts) {
    a.right += b.right
    a.worse += b.worse
    a.wrong += b.wrong
    a.caught += b.caught
    a.mended += b.mended
  }
}

/// A field of recorded answers that is followed.
public enum AnswerField: String, CaseIterable, Sendable {
  /// The item as a whole: whether it is one.
  case item
  case assignee, deadline, priority
  /// Whether it points at a message that states it.
  case message
  /// Whether the quoted words stand in the message.
  case quote
  /// Whether the task is open, as all that is labelled is.
  case done
}
