/// What a unit may be. Each has weights of its own.
package enum Head: Int, CaseIterable, Sendable {
  /// It states an item best.
  case item
  // What it does to an item.
  case promise, request, requestAll, accept, refuse, handOver, progress, complete, withdraw, remind
  case moveDeadline
  // Who is to do the item that it states.
  case whoSpeaker, whoNamed, whoOther, whoNobody
}

/// What a later unit does to an item.
package enum LinkKind: Int, CaseIterable, Sendable {
  case accept, refuse, handOver, complete, withdraw, moveDeadline, progress, restate
}

extension LinkKind {
  /// Whether nothing is left to do.
  package var closes: Bool { self == .complete || self == .withdraw }
}

extension OpenTask {
  /// What a unit does to the task.
  package mutating func apply(_ kind: LinkKind, _ unit: Int, _ talk: Talk) {
    lastUnit = unit
    switch kind {
    case .accept:
      let sender = talk.sender(unit)
      if sender >= 0, sender != statedBy || assignee < 0 { assignee = sender }
    case .refuse: if assignee == talk.sender(unit) { assignee = -1 }
    case .handOver:
      let named = talk.named(in: unit).first { $0 != talk.sender(unit) }
      assignee = named ?? -1
    default: break
    }
  }
}
