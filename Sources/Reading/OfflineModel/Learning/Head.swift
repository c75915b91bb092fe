/// What the model decides about a unit. Each head has its own weights. `LinkKind`, below: the effect of a later unit.
package enum Head: Int, CaseIterable, Sendable {
  /// The unit states an item best.
  case item
  // The effect of the unit on an item.
  case promise, request, requestAll, accept, refuse, handOver, progress, complete, withdraw, remind
  case moveDeadline
  // The assignee of the item that the unit states.
  case whoSpeaker, whoNamed, whoOther, whoNobody

  /// The acts that refer to an item stated before.
  static let answers = Array(allCases[accept.rawValue...moveDeadline.rawValue])
}

/// The effect of a later unit on an item.
package enum LinkKind: Int, CaseIterable, Sendable {
  case accept, refuse, handOver, complete, withdraw, moveDeadline, progress, restate

  /// The model after those of the effects: whether the unit that has one also states a task of its own.
  static let ownTask = allCases.count
}

extension LinkKind {
  /// Whether a unit with the effect reports what became of the item.
  var isReport: Bool { closes || self == .progress }

  /// Whether the effect closes the item.
  package var closes: Bool { self == .complete || self == .withdraw }

  /// Whether the effect changes person or day. One unit may have several such effects: "fine, I'll do it Tuesday".
  var changes: Bool {
    self == .accept || self == .refuse || self == .handOver || self == .moveDeadline
  }

  /// Whether the effect changes the person.
  var assigns: Bool { changes && self != .moveDeadline }

  /// Whether a unit with the effect may state the item's day.
  var mayStateDay: Bool { !closes && self != .progress }
}

extension OpenTask {
  /// Whether the assignee promised the task.
  var isPromise: Bool { assignee >= 0 && assignee == statedBy }

  /// Applies the effect of a unit to the task.
  package mutating func apply(_ kind: LinkKind, _ unit: Int, _ talk: Talk) {
    lastUnit = unit
    switch kind {
    case .accept:
      let sender = talk.sender(unit)
      // Who says "fine" to a promise hardly ever takes it over.
      if sender >= 0, assignee < 0 || !isPromise && sender != statedBy { assignee = sender }
    case .refuse: if assignee == talk.sender(unit) { assignee = -1 }
    case .handOver:
      let named = talk.named(in: unit).first { $0 != talk.sender(unit) }
      assignee = named ?? -1
    default: break
    }
  }
}
