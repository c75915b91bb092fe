import ActionItems
import CivilTime

/// Counts items for the heading of `PageItemWriter`'s page, and makes its two charts: by due week and by person.
struct PageTally {
  private(set) var open = 0
  private(set) var late = 0
  private(set) var done = 0
  /// Open items by the Monday of the week in which they are due, without late and undated ones.
  private var weeks: [CivilDate: Int] = [:]
  private var undated = 0
  /// Open items by person in lower case; the empty name is for items without an assignee.
  private var people: [String: BarChart.Row] = [:]
  private let monday: CivilDate

  init(today: CivilDate) { monday = today.monday }

  mutating func add(_ item: ActionItem, isLate: Bool) {
    if item.isComplete {
      done += 1
      return
    }
    open += 1
    if isLate {
      late += 1
    } else if let deadline = item.deadline {
      weeks[deadline.date.monday, default: 0] += 1
    } else {
      undated += 1
    }
    let name = PlainText.line(item.assignee ?? "")
    people[name.lowercased(), default: BarChart.Row(label: name)].add(isLate: isLate)
  }

  var charts: String {
    let byWeek = BarChart(
      id: "weeks", title: "Open items by due week", rows: weekRows.filter { $0.count > 0 })
    let byPerson = BarChart(id: "people", title: "Who owes what", rows: peopleRows)
    return "<div class=\"charts\">\n\(byWeek.section)\(byPerson.section)</div>"
  }

  /// Eight single weeks, and all later ones together.
  private var weekRows: [BarChart.Row] {
    var rows = [BarChart.Row(label: "overdue", count: late, late: late)]
    var rest = weeks
    for number in 0..<8 {
      let week = monday.adding(days: 7 * number)
      let label = ["this week", "next week"].dropFirst(number).first ?? "from \(week)"
      rows.append(BarChart.Row(label: label, count: rest.removeValue(forKey: week) ?? 0))
    }
    rows.append(BarChart.Row(label: "later", count: rest.values.reduce(0, +)))
    rows.append(BarChart.Row(label: "no date", count: undated))
    return rows
  }

  /// The twelve people with most items, then the others together, then items without an assignee.
  private var peopleRows: [BarChart.Row] {
    let sorted = people.filter { !$0.key.isEmpty }.sorted {
      $0.value.count != $1.value.count ? $0.value.count > $1.value.count : $0.key < $1.key
    }.map(\.value)
    var rows = Array(sorted.prefix(12))
    let others = sorted.dropFirst(12)
    if !others.isEmpty {
      rows.append(
        BarChart.Row(
          label: "\(others.count) others", count: others.reduce(0) { $0 + $1.count },
          late: others.reduce(0) { $0 + $1.late }))
    }
    if var nobody = people[""] {
      nobody.label = "unassigned"
      rows.append(nobody)
    }
    return rows
  }
}
