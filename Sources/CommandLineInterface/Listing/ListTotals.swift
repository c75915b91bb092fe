import ActionItemModel

/// How many items a list has, for its last line.
struct ListTotals {
  private let open: Int
  private let done: Int
  private let archived: Int
  private let overdue: Int
  private let high: Int
  private let isCut: Bool

  /// Counts items; `isCut` says that there may be more.
  init(_ items: [ActionItem], clock: ItemClock, isCut: Bool) {
    open = items.count(where: \.isOpen)
    archived = items.count { $0.archivedAt != nil }
    done = items.count - open - archived
    overdue = items.count { clock.isOverdue($0) }
    high = items.count { $0.isOpen && $0.priority == .high }
    self.isCut = isCut
  }

  /// `12 open, 3 of them overdue, 1 of high priority; 4 done`.
  var sentence: String {
    if open + done + archived == 0 { return "no items" }
    var parts: [String] = []
    if open > 0 { parts.append("\(open) open") }
    if overdue > 0 { parts.append("\(overdue) overdue") }
    if high > 0 { parts.append("\(high) of high priority") }
    if done > 0 { parts.append("\(done) done") }
    if archived > 0 { parts.append("\(archived) archived") }
    return parts.joined(separator: ", ") + (isCut ? "; --limit ends the list here" : "")
  }
}
