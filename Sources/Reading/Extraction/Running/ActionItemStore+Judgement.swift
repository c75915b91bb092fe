import ActionItems
package import ItemRecords
package import Store
import Synchronization

/// Finds the items of a store that people confirmed or rejected, as labels for evaluation and training.
extension ActionItemStore {
  /// The items that people judged, and whether they are real action items.
  package func judgedItems() throws -> [(known: ItemRecord, isItem: Bool)] {
    let there = Mutex<[(known: ItemRecord, isItem: Bool)]>([])
    try forEachItem { known in
      if let isItem = known.isItemByPeople { there.withLock { $0.append((known, isItem)) } }
      return true
    }
    let removed = try removedItems().compactMap { known in
      known.isItemByPeople.map { (known: known, isItem: $0) }
    }
    return there.withLock { $0 } + removed
  }
}

extension ItemRecord {
  /// Whether people confirmed the item: true if they kept, edited, added or completed it, false if they removed it.
  ///
  /// Nil if people did none of these, or undid it. Archiving, and removal as done or as a duplicate, decide nothing.
  package var isItemByPeople: Bool? {
    switch removal {
    case nil: isJudged ? true : nil
    case .person: item.isComplete || isOfOther(removalReason ?? "") ? nil : false
    case .archived, .withdrawn, .purged: nil
    }
  }

  private func isOfOther(_ reason: String) -> Bool {
    reason.lowercased().split { ",;.:!?()\n".contains($0) }.contains(where: Self.isOfOther)
  }

  /// Whether the words mean that a task is done or is listed elsewhere. "Nothing to be done" means neither.
  private static func isOfOther(_ clause: Substring) -> Bool {
    var last: Substring = ""
    for word in clause.split(whereSeparator: { !$0.isLetter }) {
      if denials.contains(String(word)) || last == "to" && word == "be" { return false }
      if word.hasPrefix("dup") || word.hasPrefix("doppel") || otherReasons.contains(String(word)) {
        return true
      }
      last = word
    }
    return false
  }

  private static let denials: Set = [
    "nothing", "not", "never", "nichts", "nicht", "nie", "kein", "keine",
  ]
  private static let otherReasons: Set = [
    "done", "finished", "twice", "already", "erledigt", "fertig", "zweimal", "schon", "bereits",
  ]
}
