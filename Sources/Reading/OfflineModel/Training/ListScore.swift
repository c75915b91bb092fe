import ActionItems
import DueDates
import Windowing

/// Counts the correct entries in the lists for some chats.
///
/// An item is found if a task points at its message or one of its alternatives. Each task counts once, clear items
/// first. Arguable items count as correct if found, and are ignored if missed.
package struct ListScore: Sendable {
  /// Items found, false positives, and clear items missed.
  private(set) var (found, wrong, missed) = (0, 0, 0)
  /// Found items with the correct person, with the correct day or correctly without one, with any day, and with a
  /// correct day.
  package private(set) var (person, rightDays, dated, datedRight) = (0, 0, 0, 0)
  /// Found items that are finished or dropped, and how many of them are closed; then the same for open ones.
  private(set) var (gone, closed) = (0, 0)
  package private(set) var (open, wrongly) = (0, 0)
  /// How many of each are shown as open and marked as perhaps done.
  package private(set) var (goneMarked, openMarked) = (0, 0)
  /// Lines shown as open, and how many of them are correct, including person and day.
  private(set) var (lines, right) = (0, 0)
  /// Clear items, and found ones: the speaker's own, another person's, without a person.
  private(set) var (kinds, foundKinds) = (SIMD4<Int>(), SIMD4<Int>())

  package init() {}

  /// Returns the item that each found task matches, by index. Clear items come first, and each task is used once.
  package static func items(of lesson: Lesson, _ tasks: [FoundTask]) -> [Int: Int] {
    let talk = lesson.talk
    let items = lesson.chat.items
    let ids = tasks.map { $0.unit.map { talk.message($0).id } }
    var itemOf: [Int: Int] = [:]
    let order =
      items.indices.filter { !items[$0].isArguable } + items.indices.filter { items[$0].isArguable }
    for index in order {
      for id in [items[index].messageId] + items[index].alternatives {
        let places = ids.indices.filter { ids[$0] == id && itemOf[$0] == nil }
        // Of a message's tasks, the one whose unit states the item.
        guard
          let place = places.first(where: { tasks[$0].unit == lesson.unitOfItem[index] })
            ?? places.first
        else { continue }
        itemOf[place] = index
        break
      }
    }
    return itemOf
  }

  package mutating func add(_ lesson: Lesson, _ tasks: [FoundTask]) {
    let talk = lesson.talk
    let items = lesson.chat.items
    let itemOf = Self.items(of: lesson, tasks)
    let taskOf = Dictionary(itemOf.map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    for (index, item) in items.enumerated() {
      let kind = lesson.unitOfItem[index].map { item.kind(saidBy: talk.message($0).sender) } ?? 2
      if !item.isArguable { kinds[kind] += 1 }
      guard let place = taskOf[index] else {
        if !item.isArguable { missed += 1 }
        continue
      }
      if !item.isArguable { foundKinds[kind] += 1 }
      add(item, tasks[place], talk)
    }
    for place in tasks.indices where itemOf[place] == nil {
      wrong += 1
      if tasks[place].closedBy == nil { lines += 1 }
    }
  }

  private mutating func add(_ item: LabelledChat.Item, _ task: FoundTask, _ talk: Talk) {
    found += 1
    let name =
      talk.names.people.indices.contains(task.lastAssignee)
      ? talk.names.people[task.lastAssignee].name : nil
    let isPerson = name?.lowercased() == (item.finalAssignee ?? item.assignee)?.lowercased()
    let due = item.finalDeadline ?? item.deadline
    let isDay = task.day?.due.date == due
    let isClosed = task.closedBy != nil
    person += isPerson ? 1 : 0
    rightDays += isDay ? 1 : 0
    dated += due == nil ? 0 : 1
    datedRight += due != nil && isDay ? 1 : 0
    if item.isGone {
      gone += 1
      closed += isClosed ? 1 : 0
      goneMarked += task.perhapsClosedBy != nil ? 1 : 0
    } else {
      open += 1
      wrongly += isClosed ? 1 : 0
      openMarked += task.perhapsClosedBy != nil ? 1 : 0
    }
    if !isClosed {
      lines += 1
      right += !item.isGone && isPerson && isDay ? 1 : 0
    }
  }

  static func += (a: inout ListScore, b: ListScore) {
    (a.found, a.wrong, a.missed) = (a.found + b.found, a.wrong + b.wrong, a.missed + b.missed)
    (a.person, a.rightDays) = (a.person + b.person, a.rightDays + b.rightDays)
    (a.dated, a.datedRight) = (a.dated + b.dated, a.datedRight + b.datedRight)
    (a.gone, a.closed) = (a.gone + b.gone, a.closed + b.closed)
    (a.open, a.wrongly) = (a.open + b.open, a.wrongly + b.wrongly)
    (a.goneMarked, a.openMarked) = (a.goneMarked + b.goneMarked, a.openMarked + b.openMarked)
    (a.lines, a.right) = (a.lines + b.lines, a.right + b.right)
    (a.kinds, a.foundKinds) = (a.kinds &+ b.kinds, a.foundKinds &+ b.foundKinds)
  }

  // MARK: - Figures

  package var precision: Double { Double(found) / Double(max(1, found + wrong)) }
  package var recall: Double { Double(found) / Double(max(1, found + missed)) }
  package var f1: Double {
    precision + recall > 0 ? 2 * precision * recall / (precision + recall) : 0
  }

  var rightShare: Double { Double(right) / Double(max(1, lines)) }

  package var finding: String {
    "F1 \(Self.text(f1)) precision \(Self.text(precision)) recall \(Self.text(recall))"
  }

  package var text: String {
    func share(_ a: Int, _ b: Int) -> String { b == 0 ? "-" : Self.text(Double(a) / Double(b)) }
    return finding
      + " | own \(share(foundKinds[0], kinds[0])) asked \(share(foundKinds[1], kinds[1]))"
      + " nobody \(share(foundKinds[2], kinds[2])) | person \(share(person, found))"
      + " day \(share(rightDays, found)), of dated \(share(datedRight, dated))"
      + " | closed \(closed) of \(gone), wrongly \(wrongly) of \(open)"
      + ", marked as perhaps over \(goneMarked) and \(openMarked) of these"
      + " | lines right \(right) of \(lines), \(share(right, lines))"
  }

  static func text(_ value: Double) -> String {
    let digits = String(Int((value * 1000).rounded()))
    return value >= 0.9995 ? "1.0" : "." + String(repeating: "0", count: 3 - digits.count) + digits
  }
}

extension LabelledChat.Item {
  /// Returns 0 for the speaker's own item, 1 for another person's, 2 for an item without an assignee.
  fileprivate func kind(saidBy sender: String?) -> Int {
    assignee == nil ? 2 : assignee == sender ? 0 : 1
  }
}
