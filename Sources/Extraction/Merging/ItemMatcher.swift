import ActionItemModel
import CivilTime

/// Tells which known item a finding is about.
///
/// A finding of a message that an item rests on is that item where it names nearly the same task; each
/// item takes one finding of a message, the likeliest, so that two tasks of one message stay two. A
/// finding of another message is that item where one wording says all that the other says, nothing
/// says that it is for somebody else, and the two are not far apart in time.
///
/// A conversation may have thousands of items: they are gone through once for all findings.
struct ItemMatcher {
  /// For each finding the place of the item that rests on the same message or that the reply names;
  /// nil where none does.
  private(set) var sameMessage: [Int?]
  /// The highest number of an item whose first message is one of those of the findings.
  private(set) var numbers: [String: Int] = [:]
  /// The places of items that rest on messages of the findings.
  private var byMessage: [String: [Int]] = [:]
  /// The places of items that are near to any finding in time.
  private var near: [Int] = []

  /// Seconds between a task and its being spoken of again.
  private static let reach = 7 * 86_400

  init(_ findings: [Finding], _ items: inout [KnownItem]) {
    sameMessage = Array(repeating: nil, count: findings.count)
    if findings.isEmpty { return }
    survey(findings, items)
    var pairs: [(likeness: Double, finding: Int, item: Int)] = []
    for (index, finding) in findings.enumerated() {
      if let id = finding.known, let place = items.firstIndex(where: { $0.item.id == id }) {
        sameMessage[index] = place
        continue
      }
      guard let places = byMessage[finding.messageId] else { continue }
      let wording = TaskWording(finding.task)
      for place in places {
        if let likeness = Self.likeness(wording, finding, place, &items) {
          pairs.append((likeness, index, place))
        }
      }
    }
    pairs.sort { ($1.likeness, $0.finding, $0.item) < ($0.likeness, $1.finding, $1.item) }
    var taken: Set<Taken> = []
    for pair in pairs where sameMessage[pair.finding] == nil {
      let key = Taken(item: pair.item, message: findings[pair.finding].messageId)
      if taken.insert(key).inserted { sameMessage[pair.finding] = pair.item }
    }
  }

  private struct Taken: Hashable {
    let item: Int
    let message: String
  }

  /// Finds the items that may matter: those of the findings' messages, and those near in time.
  private mutating func survey(_ findings: [Finding], _ items: [KnownItem]) {
    let messages = Set(findings.map(\.messageId))
    let times = findings.compactMap { $0.source.timestamp?.seconds }
    let range = (times.min() ?? 0) - Self.reach...(times.max() ?? 0) + Self.reach
    for place in items.indices {
      if messages.contains(items[place].firstMessageId) {
        let message = items[place].firstMessageId
        numbers[message] = max(numbers[message] ?? 0, items[place].number)
        byMessage[message, default: []].append(place)
      }
      let first = items[place].firstMessageId
      for evidence in items[place].item.evidence
      where evidence.messageId != first && messages.contains(evidence.messageId) {
        byMessage[evidence.messageId, default: []].append(place)
      }
      if let time = items[place].item.source.timestamp?.seconds, range.contains(time) {
        near.append(place)
      }
    }
  }

  /// Takes note of an item that was made for a finding.
  mutating func add(_ known: KnownItem, at place: Int) {
    numbers[known.firstMessageId] = known.number
    byMessage[known.firstMessageId, default: []].append(place)
    near.append(place)
  }

  /// How likely a finding of the same message is the item; nil where it is not.
  private static func likeness(
    _ wording: TaskWording, _ finding: Finding, _ place: Int, _ items: inout [KnownItem]
  ) -> Double? {
    let best = wordings(ofItem: place, &items).filter { $0.isNearly(wording) }
      .map { $0.likeness(wording) }.max()
    guard let best else { return nil }
    // Of two items for two people with one wording each keeps its own.
    return best + (isSamePerson(finding, items[place].item) ? 1 : 0)
  }

  private static func wordings(ofItem place: Int, _ items: inout [KnownItem]) -> [TaskWording] {
    // Looked at first: to change one item is to copy all, where others hold them, too.
    if let made = items[place].compared.value, made.count == items[place].wordings.count {
      return made
    }
    items[place].prepareComparison()
    return items[place].compared.value ?? []
  }

  private static func isSamePerson(_ finding: Finding, _ item: ActionItem) -> Bool {
    if let id = finding.assigneeId, let other = item.assigneeId { return id == other }
    return finding.assignee == item.assignee
  }

  // MARK: - Other messages

  /// The place of an item that a finding of another message is about; nil where there is none.
  ///
  /// Items from `firstNew` on were found in the same window.
  func elsewhere(_ finding: Finding, _ items: inout [KnownItem], firstNew: Int) -> Int? {
    let wording = TaskWording(finding.task)
    // What was not told apart in one message is another task, unless it says the very same.
    let own = byMessage[finding.messageId] ?? []
    for place in own where isOpen(items[place]) && Self.isSamePerson(finding, items[place].item) {
      let same = Self.wordings(ofItem: place, &items).contains { $0.hasSameWords(as: wording) }
      if same { return place }
    }
    var best: (likeness: Double, place: Int)?
    for place in near {
      let same = Self.wordings(ofItem: place, &items).filter { $0.isSame(as: wording) }
      guard let likeness = same.map({ $0.likeness(wording) }).max(),
        best.map({ likeness > $0.likeness }) ?? true, !own.contains(place), isOpen(items[place]),
        Self.mayBeFor(finding, items[place].item),
        Self.isNear(finding, items[place].item, isNew: place >= firstNew)
      else { continue }
      best = (likeness, place)
    }
    return best?.place
  }

  private func isOpen(_ known: KnownItem) -> Bool {
    known.removal != .purged && known.removal != .withdrawn
  }

  /// Whether nothing says that the finding is for somebody else than the item.
  private static func mayBeFor(_ finding: Finding, _ item: ActionItem) -> Bool {
    finding.assignee == nil || item.assignee == nil || isSamePerson(finding, item)
      || finding.handsOver
  }

  /// Whether the finding can speak of the item as it was then: not long after, and not of one that was
  /// done or due before.
  private static func isNear(_ finding: Finding, _ item: ActionItem, isNew: Bool) -> Bool {
    guard let time = finding.source.timestamp, let first = item.source.timestamp else {
      return isNew
    }
    if item.isComplete {
      guard let completed = item.completedAt, time.seconds <= completed.seconds else {
        return false
      }
    }
    if let deadline = item.deadline, time.civil.date > deadline.date { return false }
    return abs(time.seconds - first.seconds) <= reach
  }
}
