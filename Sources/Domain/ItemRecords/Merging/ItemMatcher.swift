import ActionItems
import CivilTime
import Encoding

/// Decides which known item a finding is about.
///
/// A finding in a message that supports an item is that item if it names nearly the same task. A finding in another
/// message is that item under three conditions: the words of one wording include all words of the other, nothing
/// assigns it to another person, and the two are close in time.
///
/// Each item takes only the likeliest finding of a message, so that two tasks in one message stay two. Only exact
/// repetitions are merged.
///
/// A conversation may have thousands of items, so only those that may match are compared.
struct ItemMatcher {
  /// For each finding, the place of the item that the same message supports or that the reply names; nil for none.
  private(set) var sameMessage: [Int?]
  /// The highest number of an item for each message in which it was found first.
  private(set) var numbers: [String: Int] = [:]
  let wordings: [TaskWording]
  /// The places of the items that the findings' messages support.
  var byMessage: [String: [Int]] = [:]
  /// The places of the items close to any finding in time, in ascending order; in chats without times, the latest ones.
  private(set) var near: [Int] = []
  /// Those among them that may be anybody's; nil until needed.
  private var anybodysNear: [Int]?
  /// Whether the items in `near` are indexed by word.
  private var hasNotedWords = false
  /// The latest items without times, if a finding has no time either.
  private(set) var latestUntimed: Set<Int> = []
  /// The mentions of the items that were compared, by place.
  private var mentionTimeline: [Int: MentionTimeline] = [:]

  /// Below this number of items, all are compared, regardless of their people.
  private let few: Int
  /// Below this number of items with the same words, all are compared, regardless of their people.
  private let fewAlike: Int

  /// The most seconds between a task and a later mention.
  static let reach = 7 * 86_400
  /// The number of latest items without times that may be mentioned again.
  private static let latestWithoutTime = 50
  /// The likelihood of the item that the reply names, which exceeds any other.
  private static let named = 4.0

  init(_ findings: [Finding], _ items: inout ConversationItems, few: Int = 64, fewAlike: Int = 64) {
    self.few = few
    self.fewAlike = fewAlike
    sameMessage = Array(repeating: nil, count: findings.count)
    wordings = findings.map { TaskWording($0.task) }
    survey(findings, items)
    var pairs: [(likeness: Double, finding: Int, item: Int)] = []
    for (index, finding) in findings.enumerated() {
      let wording = wordings[index]
      if let place = finding.openItemId.flatMap({ items.place(ofItem: $0) }) {
        let alike = items.wordings(at: place).map { $0.likeness(wording) }.max() ?? 0
        pairs.append((Self.named + alike, index, place))
      }
      for place in byMessage[finding.messageId] ?? [] {
        // A person who mentioned an item before may still not be allowed to decide about it.
        if finding.isDone, !finding.isReport,
          !ItemAtTime(items[place], MentionTimeline(items[place]), at: finding).concernsWriter
        {
          continue
        }
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

  /// Finds the items that may match: those of the findings' messages, and those close in time.
  private mutating func survey(_ findings: [Finding], _ items: ConversationItems) {
    let times = findings.compactMap { $0.source.timestamp?.seconds }
    var written: [String: Int] = [:]
    for finding in findings {
      if let time = finding.source.timestamp { written[finding.messageId] = time.seconds }
    }
    for message in Set(findings.map(\.messageId)) {
      for place in items.places(ofMessage: message).sorted() {
        if items[place].firstMessageId == message, items[place].number < Self.mostNumbers {
          numbers[message] = max(numbers[message] ?? 0, items[place].number)
        }
        if items[place].rests(onMessage: message, writtenAt: written[message]) {
          byMessage[message, default: []].append(place)
        }
      }
    }
    near = items.places(
      writtenIn: (times.min() ?? 0) - Self.reach...(times.max() ?? 0) + Self.reach)
    if findings.contains(where: { $0.source.timestamp == nil }) {
      latestUntimed = Set(items.latestUntimed(Self.latestWithoutTime))
      near = Set(near).union(latestUntimed).sorted()
    }
  }

  /// Higher numbers are invalid; another device can send any.
  private static let mostNumbers = 1 << 32

  /// The item that the subject of a finding refers to, as the offline model linked it.
  enum Named {
    case item(Int)
    /// The item was removed, or was already done when the message was written, so nothing more can be said of it.
    case gone
    /// The message that states it did not yield an item.
    case unknown
  }

  func named(by subject: Finding.Subject, _ finding: Finding, _ items: ConversationItems) -> Named {
    let place: Int?
    switch subject {
    case .item(let id): place = items.place(ofItem: id)
    case .statedIn(let message, let quote):
      let places = items.places(ofMessage: message)
      if places.isEmpty { return .unknown }
      let words = ActionItem.Evidence(messageId: message, quote: quote)
      let quoted = places.filter { items[$0].item.evidence.contains(words) }
      let alike = places.filter { items[$0].wordings.contains(finding.task) }
      // A message may word several tasks alike, for several people.
      let best = [alike.filter(quoted.contains), quoted, alike].first { !$0.isEmpty } ?? []
      place =
        best.first { items[$0].removal == nil } ?? best.first
        ?? only(places, finding, message, items)
    }
    guard let place = place.map(items.standing), items[place].removal == nil else { return .gone }
    if finding.isDone { return .item(place) }
    let known = items[place]
    if known.isHeld(.isComplete) { return known.item.isComplete ? .gone : .item(place) }
    let said = mentionTimeline[place] ?? MentionTimeline(known)
    return said.before(finding.mention).last()?.isDone == true ? .gone : .item(place)
  }

  /// Returns the only item of a message, if the finding names nearly the same task.
  private func only(
    _ places: [Int], _ finding: Finding, _ message: String, _ items: ConversationItems
  ) -> Int? {
    let own = places.filter { items[$0].firstMessageId == message }
    guard let place = own.count == 1 ? own.first : places.count == 1 ? places.first : nil,
      TaskWording(items[place].item.task).isNearly(TaskWording(finding.task))
    else { return nil }
    return place
  }

  mutating func add(_ known: ItemRecord, at place: Int) {
    numbers[known.firstMessageId] = known.number
    byMessage[known.firstMessageId, default: []].append(place)
    near.append(place)
    if known.item.assignee == nil { anybodysNear?.append(place) }
  }

  mutating func give(_ finding: Finding, to place: Int, _ items: inout ConversationItems) {
    mentionTimeline[place, default: MentionTimeline(items[place])].add(finding.mention)
    items.note(finding, at: place)
    // An item that a message leaves unassigned may be anybody's from then on.
    guard finding.assignee == nil || finding.handsOver, let known = anybodysNear else { return }
    let index =
      known.last.map { $0 < place } ?? true ? known.count : known.countInFront { $0 < place }
    if index == known.count {
      anybodysNear?.append(place)
    } else if known[index] != place {
      anybodysNear = nil
    }
  }

  /// The places of the items that a finding may be about, judged by people and words, in ascending order.
  mutating func places(
    for finding: Finding, _ wording: TaskWording, _ items: inout ConversationItems
  ) -> [Int] {
    if near.count < few { return near }
    if !hasNotedWords { items.noteWords(ofItems: near) }
    hasNotedWords = true
    if let named = items.places(naming: wording, fewerThan: fewAlike) { return named }
    // If many people say the same, the people in the finding decide.
    let people = items.people()
    guard let own = people.places(for: finding) else { return near }
    let isAnybodys = people.anybodys
    let anybodys = anybodysNear ?? (isAnybodys.isEmpty ? [] : near.filter(isAnybodys.contains))
    anybodysNear = anybodys
    guard own.count + anybodys.count < near.count else { return near }
    return Self.merged(own, anybodys)
  }

  /// Merges two sorted lists of places, without duplicates.
  private static func merged(_ a: [Int], _ b: [Int]) -> [Int] {
    var merged: [Int] = []
    merged.reserveCapacity(a.count + b.count)
    var (i, j) = (0, 0)
    while i < a.count || j < b.count {
      if j == b.count || i < a.count && a[i] < b[j] {
        merged.append(a[i])
        i += 1
      } else {
        if i < a.count, a[i] == b[j] { i += 1 }
        merged.append(b[j])
        j += 1
      }
    }
    return merged
  }

  /// The mentions of an item, including the findings assigned to it.
  mutating func mentionTimeline(ofItem place: Int, _ items: ConversationItems) -> MentionTimeline {
    if let known = mentionTimeline[place] { return known }
    let made = MentionTimeline(items[place])
    mentionTimeline[place] = made
    return made
  }

  /// The likelihood that a finding of the same message is the item; nil if it is not.
  private static func likeness(
    _ wording: TaskWording, _ finding: Finding, _ place: Int, _ items: inout ConversationItems
  ) -> Double? {
    let best = items.wordings(at: place).filter { $0.isNearly(wording) }
      .map { $0.likeness(wording) }.max()
    guard let best, !saysAnother(finding, items[place]) else { return nil }
    let item = items[place].item
    // Two items with one wording, for two people or two days, each keep their own finding.
    let sameDay = finding.deadline != nil && finding.deadline?.date == item.deadline?.date
    return best + (isSamePerson(finding, item) ? 1 : 0) + (sameDay ? 0.1 : 0)
  }

  /// Returns whether the quoted message, not only the model's wording, names other things than the quote stored before.
  /// The message was then edited, or has two tasks.
  private static func saysAnother(_ finding: Finding, _ known: ItemRecord) -> Bool {
    guard let quote = finding.quote,
      let before = known.item.evidence.first(where: { $0.messageId == finding.messageId })?.quote,
      !quote.holds(before), !before.holds(quote)
    else { return false }
    let (task, said) = (TaskObjects.things(in: finding.task), TaskObjects.things(in: quote))
    let saidBefore = TaskObjects.things(in: before)
    return known.wordings.allSatisfy { wording in
      let other = TaskObjects.things(in: wording)
      return !task.subtracting(other).intersection(said).isSubset(of: saidBefore)
        && !other.subtracting(task).intersection(saidBefore).isSubset(of: said)
    }
  }

  private static func isSamePerson(_ finding: Finding, _ item: ActionItem) -> Bool {
    if let id = finding.assigneeId, let other = item.assigneeId { return id == other }
    return finding.assignee == item.assignee
  }

  /// Returns whether two findings of one message are equal: the same task of the same person, and not on two different
  /// days.
  func repeats(_ number: Int, _ otherNumber: Int, in findings: [Finding]) -> Bool {
    let (finding, other) = (findings[number], findings[otherNumber])
    let days = (finding.deadline?.date, other.deadline?.date)
    return (days.0 == nil || days.1 == nil || days.0 == days.1)
      && finding.assignee == other.assignee
      && wordings[number].hasSameWords(as: wordings[otherNumber])
  }
}
