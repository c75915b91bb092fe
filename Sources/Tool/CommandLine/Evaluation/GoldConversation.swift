package import ActionItems
package import CivilTime

/// A conversation with labelled action items, with which `eval` measures a model. `GoldItem` (below) is a label.
package struct GoldConversation: Sendable {
  /// Identifies the conversation among all that are measured.
  package var id: String
  /// The origin of the conversation. Figures are given per source.
  package var source: String
  package var participants: [String] = []
  package var messages: [Message]
  package var items: [GoldItem]

  /// Whether the labels state what became of an item.
  package var hasStates: Bool { items.contains { $0.state != nil } }

  /// The conversation in the form that extraction uses, without its messages.
  package var conversation: Conversation {
    Conversation(
      id: id, title: nil, platform: "gold",
      participants: participants.map { Participant(id: $0, name: $0) })
  }
}

/// A labelled action item.
package struct GoldItem: Hashable, Sendable {
  package var task: String
  /// The assignee; nil for none.
  package var assignee: String?
  package var deadline: CivilDate?
  package var priority = Priority.medium
  /// The message that states the item best.
  package var messageId: String
  /// Other messages that state it as well.
  package var alternativeIds: [String] = []
  /// Whether careful readers may disagree. The item then counts as correct if found, and is ignored if missed.
  package var isArguable = false
  /// The words of the message that state the task; nil if not labelled.
  package var quote: String?
  package var unscored: Set<Field> = []
  /// The state after the last message; nil if not labelled.
  package var state: State?
  /// The message that finishes or drops the item; nil if not labelled.
  package var closedBy: String?
  /// The assignee after a later change; nil if there was none.
  package var finalAssignee: String?
  /// The deadline after a later change; nil if there was none.
  package var finalDeadline: CivilDate?

  /// The fields of a found item that are compared with the label, unless they are in `unscored`.
  package enum Field: String, CaseIterable, Sendable {
    case assignee, deadline, priority
  }

  /// The states of an item.
  package enum State: String, Sendable {
    case open, done, dropped
  }

  /// Whether the item is done or dropped.
  var isEnded: Bool { state == .done || state == .dropped }

  /// The messages at which the item may be found, the best first.
  var messageIds: [String] { [messageId] + alternativeIds }

  /// Returns the labelled value of a field; nil for none.
  func value(of field: Field) -> String? {
    switch field {
    case .assignee: assignee
    case .deadline: deadline?.description
    case .priority: priority.rawValue
    }
  }

  /// Returns the labelled value of a field after the last message; nil for none.
  func finalValue(of field: Field) -> String? {
    switch field {
    case .assignee: finalAssignee ?? assignee
    case .deadline: (finalDeadline ?? deadline)?.description
    case .priority: priority.rawValue
    }
  }
}
