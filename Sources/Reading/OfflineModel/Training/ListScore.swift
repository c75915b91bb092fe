import ActionItems
import DueDates
import Windowing

/// Compares the tasks found in some chats with the labels: counts, precision, recall and the share of correct lines.
///
/// An item is found if a task points at its message or one of its alternatives. Each task counts once: for the item of
/// its unit, or else for a clear item. Arguable items count as correct if found, and are ignored if missed.
package struct ListScore: Sendable {
  package enum Count: Int, CaseIterable, Sendable {
    /// Items found, false positives, and clear items missed.
    case found, wrong, missed
    /// Found items with the correct person, with the correct day or correctly none, with any day, with a correct day.
    case rightPerson, rightDay, dated, datedRight
    /// Found items that are finished or dropped, how many of them are closed, and how many marked as perhaps done.
    case gone, closed, goneMarked
    /// The same for open ones.
    case open, wrongly, openMarked
    /// Lines shown as open, and how many of them are correct, including person and day.
    case lines, right
    /// Clear items: the speaker's own, another person's, without a person.
    case own, asked, nobody
    /// How many of these are found.
    case ownFound, askedFound, nobodyFound
  }

  private var counts = [Int](repeating: 0, count: Count.allCases.count)

  package private(set) subscript(count: Count) -> Int {
    get { counts[count.rawValue] }
    set { counts[count.rawValue] = newValue }
  }

  /// Returns the item that each found task matches, by index. Of a message's tasks, the one whose unit states the item
  /// comes first. Each task is used once, clear items before arguable ones.
  package static func items(of lesson: Lesson, _ tasks: [FoundTask]) -> [Int: Int] {
    let items = lesson.chat.items
    let ids = tasks.map { $0.unit.map { lesson.talk.message($0).id } }
    var itemOf: [Int: Int] = [:]
    let order =
      items.indices.filter { !items[$0].isArguable } + items.indices.filter { items[$0].isArguable }
    for isSameUnit in [true, false] {
      for index in order where !itemOf.values.contains(index) {
        let place = ([items[index].messageId] + items[index].alternatives).lazy.compactMap { id in
          tasks.indices.first {
            ids[$0] == id && itemOf[$0] == nil
              && (!isSameUnit || tasks[$0].unit == lesson.unitOfItem[index])
          }
        }.first
        if let place { itemOf[place] = index }
      }
    }
    return itemOf
  }

  package mutating func add(_ lesson: Lesson, _ tasks: [FoundTask]) {
    let itemOf = Self.items(of: lesson, tasks)
    let taskOf = Dictionary(itemOf.map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    for (index, item) in lesson.chat.items.enumerated() {
      if !item.isArguable {
        let sender = lesson.unitOfItem[index].map { lesson.talk.message($0).sender }
        let isFound = taskOf[index] != nil
        switch item.assignee {
        case let assignee? where assignee == sender: add(.own, isFound ? .ownFound : .missed)
        case .some where sender != nil: add(.asked, isFound ? .askedFound : .missed)
        default: add(.nobody, isFound ? .nobodyFound : .missed)
        }
      }
      if let place = taskOf[index] { add(item, tasks[place], lesson.talk) }
    }
    for place in tasks.indices where itemOf[place] == nil {
      add(.wrong)
      if tasks[place].closedBy == nil { add(.lines) }
    }
  }

  private mutating func add(_ counts: Count...) { for count in counts { self[count] += 1 } }

  private mutating func add(_ item: LabelledChat.Item, _ task: FoundTask, _ talk: Talk) {
    let people = talk.names.people
    let name = people.indices.contains(task.lastAssignee) ? people[task.lastAssignee].name : nil
    let isPerson = name?.lowercased() == item.finalAssignee?.lowercased()
    let isDay = task.day?.due.date == item.deadline
    let isClosed = task.closedBy != nil
    add(.found, item.isGone ? .gone : .open)
    if isPerson { add(.rightPerson) }
    if isDay { add(.rightDay) }
    if item.deadline != nil { add(.dated) }
    if item.deadline != nil, isDay { add(.datedRight) }
    if isClosed { add(item.isGone ? .closed : .wrongly) }
    if task.perhapsClosedBy != nil { add(item.isGone ? .goneMarked : .openMarked) }
    if !isClosed { add(.lines) }
    if !isClosed, !item.isGone, isPerson, isDay { add(.right) }
  }

  static func += (a: inout ListScore, b: ListScore) {
    for count in Count.allCases { a[count] += b[count] }
  }

  package var precision: Double { share(of: .found, in: self[.found] + self[.wrong]) }
  package var recall: Double { share(of: .found, in: self[.found] + self[.missed]) }
  package var f1: Double {
    precision + recall > 0 ? 2 * precision * recall / (precision + recall) : 0
  }

  var rightShare: Double { share(of: .right, in: self[.lines]) }

  private func share(of count: Count, in all: Int) -> Double {
    Double(self[count]) / Double(max(1, all))
  }

  package var finding: String {
    "F1 \(Self.text(f1)) precision \(Self.text(precision)) recall \(Self.text(recall))"
  }

  package var text: String {
    func share(_ a: Count, _ b: Count) -> String {
      self[b] == 0 ? "-" : Self.text(self.share(of: a, in: self[b]))
    }
    return finding
      + " | own \(share(.ownFound, .own)) asked \(share(.askedFound, .asked))"
      + " nobody \(share(.nobodyFound, .nobody)) | person \(share(.rightPerson, .found))"
      + " day \(share(.rightDay, .found)), of dated \(share(.datedRight, .dated))"
      + " | closed \(self[.closed]) of \(self[.gone]), wrongly \(self[.wrongly]) of \(self[.open])"
      + ", marked as perhaps over \(self[.goneMarked]) and \(self[.openMarked]) of these"
      + " | lines right \(self[.right]) of \(self[.lines]), \(share(.right, .lines))"
  }

  static func text(_ value: Double) -> String {
    let digits = String(Int((value * 1000).rounded()))
    return value >= 0.9995 ? "1.0" : "." + String(repeating: "0", count: 3 - digits.count) + digits
  }
}
