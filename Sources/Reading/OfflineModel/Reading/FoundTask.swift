/// A task that `TalkReader` found in a window, with its later changes there.
package struct FoundTask: Sendable {
  /// The unit that states it; nil for a task from before the window.
  package var unit: Int?
  /// Its index among the window's open items, if it was open before.
  package var openItem: Int?
  /// The assignee according to the unit; -1 for nobody.
  package var assignee: Int
  package var day: DayCandidate?
  /// The effects of later units, in order, and the assignee after each.
  package var links: [(unit: Int, kind: LinkKind, assignee: Int)] = []
  /// For each unit about the task, the logit that it moves the deadline.
  var moves: [Int: Float] = [:]
  /// The earlier unit that names the subject.
  package var about: Int?
  /// Whether that is certain enough to word the task by it.
  var isAboutSure = false
  /// Whether the task's own words hardly say what to do.
  var isThin = false
  /// The unit that may close the task, if that is not certain enough.
  package var perhapsClosedBy: Int?
  /// The evidence of later units about its completion.
  package var closing = ClosingEvidence()

  /// The units that mention the task.
  var units: [Int] { [unit, perhapsClosedBy].compactMap { $0 } + links.map(\.unit) }
  /// The unit that closes the task.
  package var closedBy: Int? { links.first { $0.kind.closes }?.unit }
  /// The final assignee; -1 for nobody.
  package var lastAssignee: Int { links.last?.assignee ?? assignee }

  /// Closes the task in a unit. Later units do not reopen it.
  mutating func close(in unit: Int, _ kind: LinkKind) {
    links.removeAll { $0.unit >= unit }
    links.append((unit, kind, lastAssignee))
  }
}
