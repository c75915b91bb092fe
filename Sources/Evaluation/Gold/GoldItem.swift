public import ActionItemModel
public import CivilTime

/// An action item as somebody labelled it.
public struct GoldItem: Hashable, Sendable {
  /// What is to be done.
  public var task: String
  /// Who is to do it; nil for nobody in particular.
  public var assignee: String?
  /// The day it is due.
  public var deadline: CivilDate?
  /// How urgent it is.
  public var priority: Priority
  /// The message that states it best.
  public var messageId: String
  /// Other messages that are as good.
  public var alternativeIds: [String]
  /// Whether careful readers may differ: then it is right when found, and nothing when missed.
  public var isArguable: Bool
  /// The words of the message that carry the task; nil where the labels do not say.
  public var quote: String?
  /// The fields that are not counted.
  public var unscored: Set<Field>

  /// What is compared of an item that was found.
  public enum Field: String, CaseIterable, Sendable {
    case assignee, deadline, priority
  }

  /// What the labels say of a field; nil for nothing.
  func value(of field: Field) -> String? {
    switch field {
    case .assignee: assignee
    case .deadline: deadline?.description
    case .priority: priority.rawValue
    }
  }

  /// Puts the parts together.
  public init(
    task: String, assignee: String? = nil, deadline: CivilDate? = nil,
    priority: Priority = .medium, messageId: String, alternativeIds: [String] = [],
    isArguable: Bool = false, quote: String? = nil, unscored: Set<Field> = []
  ) {
    self.task = task
    self.assignee = assignee
    self.deadline = deadline
    self.priority = priority
    self.messageId = messageId
    self.alternativeIds = alternativeIds
    self.isArguable = isArguable
    self.quote = quote
    self.unscored = unscored
  }
}
