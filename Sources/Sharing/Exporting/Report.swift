package import ActionItems
package import CivilTime

/// The contents of `report`: items by section (overdue, due, new, finished according to a message, done by a person)
/// and person. An item is in one section only, the first that fits. `Report.text` makes the text.
package struct Report: Sendable {
  /// The period of a report: changes since `since` count, and deadlines up to `horizon` are due. `now` is in the
  /// team's time zone.
  package typealias Period = (since: Timestamp, now: Timestamp, horizon: CivilDate)

  /// A section of a report.
  struct Section: Sendable {
    let title: String
    /// The section's word in the summary, such as "overdue".
    let word: String
    /// The items by person in lower case; the empty name is for items without an assignee.
    private var people: [String: [ActionItem]] = [:]

    init(title: String, word: String) { (self.title, self.word) = (title, word) }

    mutating func add(_ item: ActionItem) {
      people[PlainText.line(item.assignee ?? "").lowercased(), default: []].append(item)
    }

    var count: Int { people.values.reduce(0) { $0 + $1.count } }

    /// The people with items, by name; items without an assignee come last.
    var groups: [(name: String, items: [ActionItem])] {
      let keys = people.keys.filter { !$0.isEmpty }.sorted() + (people[""] == nil ? [] : [""])
      return keys.map { key in
        let items = people[key] ?? []
        return (
          key.isEmpty ? "Unassigned" : PlainText.line(items[0].assignee ?? ""), items
        )
      }
    }
  }

  private let period: Period
  private let links: MessageLinks
  /// Converts a time to the reader's zone.
  private let local: @Sendable (Timestamp) -> Timestamp
  private var late = Section(title: "Overdue", word: "overdue")
  private var due: Section
  private var fresh = Section(title: "New, due later or without a date", word: "also new")
  private var finished = Section(title: "Finished, as the chat says", word: "finished")
  private var done = Section(title: "Done", word: "done")
  /// The ids of open items that a message may have finished.
  private var perhapsDone: Set<String> = []

  package init(
    _ period: Period, links: MessageLinks = MessageLinks(),
    local: @escaping @Sendable (Timestamp) -> Timestamp = { $0 }
  ) {
    (self.period, self.links, self.local) = (period, links, local)
    due = Section(title: "Due by \(period.horizon)", word: "due by \(period.horizon)")
  }

  /// Adds an item if it belongs in the report.
  package mutating func add(
    _ item: ActionItem, isLate: Bool, isPerhapsDone: Bool = false, isClosedByChat: Bool = false
  ) {
    var item = item.at(local)
    if isPerhapsDone { perhapsDone.insert(item.id) }
    item.source.link = links.link(to: item)
    let since = period.since.microseconds
    if item.isComplete {
      guard let time = item.completedAt, time.microseconds >= since else { return }
      if isClosedByChat { finished.add(item) } else { done.add(item) }
    } else if isLate {
      late.add(item)
    } else if let deadline = item.deadline, deadline.date <= period.horizon {
      due.add(item)
    } else if item.extractedAt.microseconds >= since {
      fresh.add(item)
    }
  }

  private var all: [Section] { [late, due, fresh, finished, done] }

  var sections: [Section] { all.filter { $0.count > 0 } }

  /// `3 overdue, 2 due by 2026-12-02, 5 also new, 0 finished, 4 done`.
  var summary: String { all.map { "\($0.count) \($0.word)" }.joined(separator: ", ") }

  /// `Action items, 2026-11-18 to 2026-11-25`.
  var title: String {
    "Action items, \(local(period.since).civil.date) to \(period.now.civil.date)"
  }

  /// The facts in parentheses after a task: its deadline or completion, high priority, and whether it may be done.
  func facts(of item: ActionItem) -> String {
    var facts: [String] = []
    if let time = item.completedAt, item.isComplete {
      facts.append("done \(local(time).civil.date)")
    } else if let deadline = item.deadline {
      facts.append("due \(deadline.words)")
    }
    if item.priority == .high, !item.isComplete { facts.append("high priority") }
    if perhapsDone.contains(item.id) { facts.append("perhaps done") }
    return facts.isEmpty ? "" : " (\(facts.joined(separator: ", ")))"
  }
}
