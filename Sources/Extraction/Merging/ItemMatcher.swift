import ActionItemModel
import CivilTime

/// Tells which known item a finding is about.
///
/// A finding of a message that an item rests on is that item where it names nearly the same task. A
/// finding of another message is that item where one wording says all that the other says, nothing
/// says that it is for somebody else, and the two are not far apart in time. Of the findings of one
/// message each item takes one, the likeliest, so that two tasks of one message stay two; only what
/// says the very same twice is one.
///
/// A conversation may have thousands of items: they are gone through once for all findings.
struct ItemMatcher {
  /// For each finding the place of the item that rests on the same message or that the reply names;
  /// nil where none does.
  private(set) var sameMessage: [Int?]
  /// The highest number of an item whose first message is one of those of the findings.
  private(set) var numbers: [String: Int] = [:]
  /// The wordings of the findings, in their order.
  private let wordings: [TaskWording]
  /// The places of items that rest on messages of the findings.
  private var byMessage: [String: [Int]] = [:]
  /// The places of items that are near to any finding in time; in chats without times, the latest.
  private var near: [Int] = []

  /// Seconds between a task and its being spoken of again.
  private static let reach = 7 * 86_400
  /// So many of the latest items of a chat without times may be spoken of again.
  private static let latestWithoutTime = 50
  /// How likely a finding is the item that the reply names; more than any other can be.
  private static let named = 4.0

  init(_ findings: [Finding], _ items: inout [KnownItem]) {
    sameMessage = Array(repeating: nil, count: findings.count)
    wordings = findings.map { TaskWording($0.task) }
    if findings.isEmpty { return }
    survey(findings, items)
    var pairs: [(likeness: Double, finding: Int, item: Int)] = []
    let named = Set(findings.compactMap(\.known))
    var placesOfNamed: [String: Int] = [:]
    if !named.isEmpty {
      for place in items.indices where named.contains(items[place].item.id) {
        placesOfNamed[items[place].item.id] = place
      }
    }
    for (index, finding) in findings.enumerated() {
      let wording = wordings[index]
      if let id = finding.known, let place = placesOfNamed[id] {
        let alike = Self.wordings(ofItem: place, &items).map { $0.likeness(wording) }.max() ?? 0
        pairs.append((Self.named + alike, index, place))
      }
      for place in byMessage[finding.messageId] ?? [] {
        // Who has spoken of an item before may still have no say in it.
        if finding.isDone, !ItemThen(items[place], at: finding).concernsWriter { continue }
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
    var written: [String: Int] = [:]
    for finding in findings {
      if let time = finding.source.timestamp { written[finding.messageId] = time.seconds }
    }
    let range = (times.min() ?? 0) - Self.reach...(times.max() ?? 0) + Self.reach
    for place in items.indices {
      let first = items[place].firstMessageId
      if messages.contains(first) {
        numbers[first] = max(numbers[first] ?? 0, items[place].number)
        if items[place].rests(onMessage: first, writtenAt: written[first]) {
          byMessage[first, default: []].append(place)
        }
      }
      for evidence in items[place].item.evidence
      where evidence.messageId != first && messages.contains(evidence.messageId)
        && items[place].rests(
          onMessage: evidence.messageId, writtenAt: written[evidence.messageId])
      {
        byMessage[evidence.messageId, default: []].append(place)
      }
      if items[place].times.contains(where: range.contains) { near.append(place) }
    }
    if findings.contains(where: { $0.source.timestamp == nil }) {
      near += items.indices.reversed().lazy.filter { items[$0].times.isEmpty }
        .prefix(Self.latestWithoutTime).reversed()
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
    let item = items[place].item
    // Of two items with one wording, for two people or two days, each keeps its own.
    let sameDay = finding.deadline != nil && finding.deadline?.date == item.deadline?.date
    return best + (isSamePerson(finding, item) ? 1 : 0) + (sameDay ? 0.1 : 0)
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

  /// The places of the items that the findings of one message are about; nil where there is none.
  ///
  /// Items from `firstNew` on were found in the same window; `joined` are the findings that items have
  /// got from it so far, by the items' places.
  func places(
    of message: Range<Int>, in findings: [Finding], _ items: inout [KnownItem], firstNew: Int,
    joined: [Int: [Finding]]
  ) -> [Int?] {
    var places = Array(sameMessage[message])
    if places.allSatisfy({ $0 != nil }) { return places }
    let own = Set(byMessage[findings[message.lowerBound].messageId] ?? [])
    var taken = Set(places.compactMap { $0 })
    var pairs: [(likeness: Double, finding: Int, item: Int)] = []
    for (index, number) in message.enumerated() where places[index] == nil {
      let start = pairs.count
      for place in near where !own.contains(place) && !taken.contains(place) {
        let same = Self.wordings(ofItem: place, &items).filter { $0.isSame(as: wordings[number]) }
        guard let likeness = same.map({ $0.likeness(wordings[number]) }).max(),
          isOpen(items[place]),
          Self.isNear(findings[number], items[place], isNew: place >= firstNew),
          ItemThen(items[place], joined[place] ?? [], at: findings[number]).mayBeMeant
        else { continue }
        pairs.append((likeness, index, place))
      }
      if findings[number].isDone, findings[number].assignee == nil {
        keepTheirs(&pairs, from: start, findings[number], items)
      }
    }
    pairs.sort { ($1.likeness, $0.finding, $0.item) < ($0.likeness, $1.finding, $1.item) }
    for pair in pairs where places[pair.finding] == nil && !taken.contains(pair.item) {
      places[pair.finding] = pair.item
      taken.insert(pair.item)
    }
    return places
  }

  /// Of items that may be meant by a message that calls something done and does not say whose it was,
  /// keeps the likeliest if those are one person's: its writer's own first. Otherwise none is meant more
  /// than another.
  private func keepTheirs(
    _ pairs: inout [(likeness: Double, finding: Int, item: Int)], from start: Int,
    _ finding: Finding, _ items: [KnownItem]
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

  /// Whether two findings of one message say the very same: the same task of the same person, and
  /// not by two different days.
  func repeats(_ number: Int, _ otherNumber: Int, in findings: [Finding]) -> Bool {
    let (finding, other) = (findings[number], findings[otherNumber])
    let days = (finding.deadline?.date, other.deadline?.date)
    return (days.0 == nil || days.1 == nil || days.0 == days.1)
      && finding.assignee == other.assignee
      && wordings[number].hasSameWords(as: wordings[otherNumber])
  }

  private func isOpen(_ known: KnownItem) -> Bool {
    known.removal != .purged && known.removal != .withdrawn
  }

  /// Whether the finding was made not long before or after the item, and not of what a person had done
  /// before.
  private static func isNear(_ finding: Finding, _ known: KnownItem, isNew: Bool) -> Bool {
    let item = known.item
    let times = known.times
    guard let time = finding.source.timestamp else { return isNew || times.isEmpty }
    if times.isEmpty { return isNew }
    if item.isComplete, known.held.contains(.isComplete) {
      guard let completed = item.completedAt, time.seconds <= completed.seconds else {
        return false
      }
    }
    return times.contains { abs(time.seconds - $0) <= reach }
  }
}
