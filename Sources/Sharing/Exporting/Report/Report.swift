package import ActionItems
package import CivilTime

/// How things stand and what happened since some day: what is late, due, new and done, by person.
/// An item stands in one section only, the first that it fits.
package struct Report: Sendable {
  /// What a report is about: what happened since a time, `now` on the team's clock, and what is due by the end of
  /// a day.
  package typealias Period = (since: Timestamp, now: Timestamp, horizon: CivilDate)

  /// What is told together.
  struct Section: Sendable {
    let title: String
    /// How the summary counts it, as in "overdue".
    let word: String
    /// The items, by person in lower case; the empty name is nobody.
    private var people: [String: [ActionItem]] = [:]

    init(title: String, word: String) { (self.title, self.word) = (title, word) }

    mutating func add(_ item: ActionItem) {
      people[PlainText.line(item.assignee ?? "").lowercased(), default: []].append(item)
    }

    var count: Int { people.values.reduce(0) { $0 + $1.count } }

    /// Everybody with something to tell of, by name, nobody last.
    var groups: [(name: String, items: [ActionItem])] {
      let keys = people.keys.filter { !$0.isEmpty }.sorted() + (people[""] == nil ? [] : [""])
      return keys.map { key in
        let items = people[key] ?? []
        return (
          key.isEmpty ? "Nobody in particular" : PlainText.line(items[0].assignee ?? ""), items
        )
      }
    }
  }

  private let period: Period
  private let links: MessageLinks
  private var late = Section(title: "Overdue", word: "overdue")
  private var due: Section
  private var fresh = Section(title: "New, due later or without a date", word: "new besides")
  private var done = Section(title: "Done", word: "done")
  /// The ids of open items that a message may have finished.
  private var perhapsDone: Set<String> = []

  package init(_ period: Period, links: MessageLinks = MessageLinks()) {
    (self.period, self.links) = (period, links)
    due = Section(title: "Due by \(period.horizon)", word: "due by \(period.horizon)")
  }

  /// Takes an item, where it belongs to the report.
  package mutating func add(_ item: ActionItem, isLate: Bool, isPerhapsDone: Bool = false) {
    var item = item
    if isPerhapsDone { perhapsDone.insert(item.id) }
    item.source.link = links.link(to: item)
    let since = period.since.microseconds
    if item.isComplete {
      guard let time = item.completedAt, time.microseconds >= since else { return }
      done.add(item)
    } else if isLate {
      late.add(item)
    } else if let deadline = item.deadline, deadline.date <= period.horizon {
      due.add(item)
    } else if item.extractedAt.microseconds >= since {
      fresh.add(item)
    }
  }

  private var all: [Section] { [late, due, fresh, done] }

  var sections: [Section] { all.filter { $0.count > 0 } }

  /// `3 overdue, 2 due by 2026-12-02, 5 new besides, 4 done`.
  var summary: String { all.map { "\($0.count) \($0.word)" }.joined(separator: ", ") }

  /// `Action items, 2026-11-18 to 2026-11-25`.
  var title: String {
    let since = period.since.at(offset: Int(period.now.offset))
    return "Action items, \(since.civil.date) to \(period.now.civil.date)"
  }

  /// What stands behind a task: when it is due or was done, how urgent it is, and whether it may be done.
  func facts(of item: ActionItem) -> String {
    var facts: [String] = []
    if let time = item.completedAt, item.isComplete {
      facts.append("done \(time.at(offset: Int(period.now.offset)).civil.date)")
    } else if let deadline = item.deadline {
      facts.append("due \(deadline.words)")
    }
    if item.priority == .high, !item.isComplete { facts.append("high priority") }
    if perhapsDone.contains(item.id) { facts.append("perhaps done") }
    return facts.isEmpty ? "" : " (\(facts.joined(separator: ", ")))"
  }
}
