/// A to-do that a window states, and what became of it there.
package struct FoundTask: Sendable {
  /// The unit that states it; nil for one that was stated before the window.
  package var unit: Int?
  /// Its place among the window's open items, of one that was open before.
  package var openItem: Int?
  /// Who is to do it as the unit has it; -1 for nobody.
  package var assignee: Int
  package var day: DayCandidate?
  /// What later units do to it, in their order, and who is to do it from then on.
  package var links: [(unit: Int, kind: LinkKind, assignee: Int)] = []
  /// The earlier unit that says what it is about.
  package var about: Int?
  /// Whether that is sure enough to name the to-do by it.
  var isAboutSure = false
  /// The unit that may end it, where that is not sure enough.
  package var perhapsClosedBy: Int?
  /// What later units say of its end.
  package var closing = ClosingEvidence()

  package init(unit: Int? = nil, openItem: Int? = nil, assignee: Int) {
    (self.unit, self.openItem, self.assignee) = (unit, openItem, assignee)
  }

  /// The units that say something of it.
  var units: [Int] { [unit, perhapsClosedBy].compactMap { $0 } + links.map(\.unit) }
  /// The unit that says that nothing is left to do.
  package var closedBy: Int? { links.first { $0.kind.closes }?.unit }
  /// Who is to do it at the end; -1 for nobody.
  package var lastAssignee: Int { links.last?.assignee ?? assignee }

  /// Ends it in a unit: nothing said later opens it again.
  mutating func close(in unit: Int, _ kind: LinkKind) {
    links.removeAll { $0.unit >= unit }
    links.append((unit, kind, lastAssignee))
  }
}
