package import ActionItems
package import CivilTime

/// A conversation whose action items are known, because somebody has labelled them.
package struct GoldConversation: Sendable {
  /// Recognises the conversation among all that are measured.
  package var id: String
  /// Where it comes from; figures are given for each source.
  package var source: String
  package var participants: [String] = []
  package var messages: [Message]
  package var items: [GoldItem]

  /// Whether the labels say of an item what became of it.
  package var hasStates: Bool { items.contains { $0.state != nil } }

  /// The conversation as extraction has it.
  package var conversation: Conversation {
    Conversation(
      id: id, title: nil, platform: "gold",
      participants: participants.map { Participant(id: $0, name: $0) })
  }
}

/// An action item as somebody labelled it.
package struct GoldItem: Hashable, Sendable {
  package var task: String
  /// Who is to do it; nil for nobody in particular.
  package var assignee: String?
  package var deadline: CivilDate?
  package var priority = Priority.medium
  /// The message that states it best.
  package var messageId: String
  /// Other messages that are as good.
  package var alternativeIds: [String] = []
  /// Whether careful readers may differ: then it is right when found, and nothing when missed.
  package var isArguable = false
  /// The words of the message that carry the task; nil where the labels do not say.
  package var quote: String?
  package var unscored: Set<Field> = []
  /// What became of it by the last message; nil where the labels do not say.
  package var state: State?
  /// The message that finishes or drops it; nil where the labels do not say.
  package var closedBy: String?
  /// Who is to do it after a later message changed that; nil where none did.
  package var finalAssignee: String?
  /// When it is due after a later message changed that; nil where none did.
  package var finalDeadline: CivilDate?

  /// What is compared of an item that was found.
  package enum Field: String, CaseIterable, Sendable {
    case assignee, deadline, priority
  }

  /// What may have become of an item.
  package enum State: String, Sendable {
    case open, done, dropped
  }

  /// Whether nothing is left to do.
  var isEnded: Bool { state == .done || state == .dropped }

  /// The messages that it may be found at, the best first.
  var messageIds: [String] { [messageId] + alternativeIds }

  /// What the labels say of a field; nil for nothing.
  func value(of field: Field) -> String? {
    switch field {
    case .assignee: assignee
    case .deadline: deadline?.description
    case .priority: priority.rawValue
    }
  }

  /// What the labels say of a field after the last message; nil for nothing.
  func finalValue(of field: Field) -> String? {
    switch field {
    case .assignee: finalAssignee ?? assignee
    case .deadline: (finalDeadline ?? deadline)?.description
    case .priority: priority.rawValue
    }
  }
}
