import ActionItems
import CivilTime
import Encoding

/// Matches findings with items that only other messages mention; `ItemMatcher.init` handles the same message.
extension ItemMatcher {
  /// Returns the places of the items that the findings of one message are about; nil for none.
  ///
  /// Items from `firstNew` on were found in the same window.
  mutating func places(
    of message: Range<Int>, in findings: [Finding], _ items: inout ConversationItems, firstNew: Int
  ) -> [Int?] {
    var places = Array(sameMessage[message])
    if places.allSatisfy({ $0 != nil }) { return places }
    let own = Set(byMessage[findings[message.lowerBound].messageId] ?? [])
    var taken = Set(places.compactMap { $0 })
    var pairs: [(likeness: Double, finding: Int, item: Int)] = []
    for (index, number) in message.enumerated()
    where places[index] == nil && wordings[number].hasContentWords {
      let start = pairs.count
      let (finding, wording) = (findings[number], wordings[number])
      // As many exact matches as the message has findings suffice: each other finding takes at most one.
      var exact = isPicked(finding) ? .min : 0
      let candidates = self.places(for: finding, wording, &items)
      for place in candidates where items.mayName(wording, at: place) {
        if exact == message.count { break }
        // The condition that hardly any item meets comes first.
        guard
          let likeness = Self.likeness(ofItem: place, to: wording, isDone: finding.isDone, &items),
          !own.contains(place), !taken.contains(place), isOpen(items[place]),
          isNear(finding, items[place], at: place, isNew: place >= firstNew),
          ItemAtTime(items[place], mentionTimeline(ofItem: place, items), at: finding).mayBeMeant
        else { continue }
        pairs.append((likeness, index, place))
        if likeness == 1 { exact += 1 }
      }
      if isPicked(finding) {
        keepTheirs(&pairs, from: start, finding, items)
      }
    }
    pairs.sort { ($1.likeness, $0.finding, $0.item) < ($0.likeness, $1.finding, $1.item) }
    for pair in pairs where places[pair.finding] == nil && !taken.contains(pair.item) {
      places[pair.finding] = pair.item
      taken.insert(pair.item)
    }
    return places
  }

  /// Returns whether all possible items must be known to choose one.
  private func isPicked(_ finding: Finding) -> Bool { finding.isDone && finding.assignee == nil }

  /// Chooses an item for a message that calls something done without naming whose it was. The likeliest candidates are
  /// kept if they belong to one person; the sender's own come first.
  ///
  /// Otherwise no candidate is likelier than another, and none is kept.
  private func keepTheirs(
    _ pairs: inout [(likeness: Double, finding: Int, item: Int)], from start: Int,
    _ finding: Finding, _ items: ConversationItems
  ) {
    guard let best = pairs[start...].map(\.likeness).max() else { return }
    var likeliest = pairs[start...].filter { $0.likeness == best }
    let own = likeliest.filter { pair in
      let item = items[pair.item].item
      if let id = item.assigneeId, let sender = finding.senderId { return id == sender }
      return item.assignee != nil && item.assignee == finding.source.sender
    }
    if !own.isEmpty { likeliest = own }
    let people = Set(
      likeliest.map { pair in
        [items[pair.item].item.assignee, items[pair.item].item.assigneeId]
      })
    let others = pairs[start...].filter { $0.likeness < best }
    pairs.removeSubrange(start...)
    if people.count == 1 { pairs += likeliest + others }
  }

  /// Returns the similarity of a task and an item, by the item's most similar wording that names the same task; nil if
  /// none does.
  ///
  /// A completed part is less than the item: "fix the typo in the report" does not complete "fix the report". A mention
  /// of an item that a person completed must not say more than the item.
  private static func likeness(
    ofItem place: Int, to wording: TaskWording, isDone: Bool, _ items: inout ConversationItems
  ) -> Double? {
    var best: Double?
    // "Ordered the chairs" is half of "order chairs and tables".
    let isList = isDone && Self.isList(items[place].item.task)
    let isClosed = items[place].item.isComplete && items[place].held.contains(.isComplete)
    for said in items.wordings(at: place) where said.isSame(as: wording) {
      if isDone, wording.saysMore(than: said) { continue }
      if isClosed, wording.hasMoreWords(than: said) { continue }
      if isList, said.saysMore(than: wording) { continue }
      best = max(best ?? 0, said.likeness(wording))
    }
    return best
  }

  /// Returns whether a task names several things or consists of several tasks.
  private static func isList(_ task: String) -> Bool {
    task.contains(",")
      || WordList.all(NormalisedText(task)).contains { ["and", "und", "plus"].contains($0) }
      || task.holds(" & ")
  }

  private func isOpen(_ known: ItemRecord) -> Bool {
    known.removal != .purged && known.removal != .withdrawn
  }

  /// Returns whether the finding is close to the item in time. If a person had completed the item, the finding must not
  /// be later.
  private func isNear(_ finding: Finding, _ known: ItemRecord, at place: Int, isNew: Bool) -> Bool {
    let item = known.item
    guard let time = finding.source.timestamp else { return isNew || latestUntimed.contains(place) }
    if !known.isTimed { return isNew }
    if item.isComplete, known.held.contains(.isComplete) {
      guard let completed = item.completedAt, time.seconds <= completed.seconds else {
        return false
      }
    }
    return known.isSpokenOf(within: Self.reach, of: time.seconds)
  }
}
