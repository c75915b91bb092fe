package import ActionItems
package import CivilTime
import Encoding

/// Brings what a window yielded together with the items that a conversation already has.
///
/// Pure: the same items and the same reading always give the same changes. Readings have to come in the
/// order of the conversation's windows.
package struct Merger: Sendable {
  /// What was read of a window, and by whom.
  package struct Reading: Sendable {
    /// The conversation.
    package var conversation: Conversation
    /// The messages in which items were looked for, each as a whole.
    package var messages: [ReadMessage]
    /// What was found, in the order of the messages.
    package var findings: [Finding]
    /// The model's name.
    package var model: String
    /// The number of the run.
    package var run: Int

    package init(
      conversation: Conversation, messages: [Message], findings: [Finding], model: String, run: Int
    ) {
      self.conversation = conversation
      self.messages = messages.map(ReadMessage.init)
      self.findings = findings
      self.model = model
      self.run = run
    }
  }

  private let reading: Reading
  private let now: Timestamp
  /// What the conversation is called by now.
  private let title: String?
  /// When the messages were written, in seconds, where that is known of all: most of what is asked about was
  /// written at another time.
  private let written: ClosedRange<Int>?
  /// The same by the messages' ids, where very many items are looked at.
  private var readAt: [String: [Int?]]?
  private var items: ConversationItems
  private var changes: [ItemChange] = []
  /// The findings of each item, by the item's place, in the order of the messages.
  private var findings: [Int: [Finding]] = [:]

  private init(reading: Reading, items: consuming ConversationItems, now: Timestamp) {
    self.reading = reading
    self.now = now
    title = Self.title(of: reading, items.newestTitle())
    written = Self.times(of: reading.messages)
    self.items = items
  }

  /// Brings a conversation's items to where a reading leaves them, committed at some time; returns the changes,
  /// those of items that were taken away among them.
  package static func changes(
    of reading: Reading, to items: inout ConversationItems, at now: Timestamp
  ) -> [ItemChange] {
    var merger = Merger(reading: reading, items: items, now: now)
    // Held in one place only: to change what two hold is to copy all.
    items = ConversationItems()
    let retitled = merger.retitle()
    let created = merger.assign()
    let concerned = merger.concerned
    if concerned.count > Self.fewItems { merger.noteReadMessages() }
    for place in concerned {
      if merger.findings[place] != nil {
        merger.update(place, isNew: place >= created)
      } else {
        merger.withdrawIfMissing(place)
      }
    }
    merger.note(retitled)
    items = merger.items
    return merger.changes
  }

  /// The items that were found, and those that may rest on what was read, in their order.
  private var concerned: [Int] {
    var places = Set(findings.keys)
    // What has no time may be what any item rests on, and the other way round.
    var isById = written == nil || items.undated.count > reading.messages.count
    // So are those of one time where more items than messages are of it.
    if let written, items.count(writtenIn: written) > reading.messages.count { isById = true }
    if isById {
      for message in reading.messages { places.formUnion(items.places(ofMessage: message.id)) }
    } else if let written {
      // Most messages of a window have no item, and to look each up by its id is dear.
      places.formUnion(items.places(writtenIn: written))
      places.formUnion(items.undated)
    }
    return places.sorted()
  }

  /// From the first to the last second of some messages; nil where it is not known of all of them.
  private static func times(of messages: [ReadMessage]) -> ClosedRange<Int>? {
    guard var range = messages.first?.timestamp.map({ $0.seconds...$0.seconds }) else { return nil }
    for message in messages {
      guard let seconds = message.timestamp?.seconds else { return nil }
      range = min(range.lowerBound, seconds)...max(range.upperBound, seconds)
    }
    return range
  }

  /// Whether a message was read: one of its id and its time, where both are known.
  private func isRead(_ id: String, writtenAt time: Timestamp?) -> Bool {
    if let time, let written, !written.contains(time.seconds) { return false }
    func isThis(_ seconds: Int?) -> Bool {
      guard let time, let seconds else { return true }
      return seconds == time.seconds
    }
    if let readAt { return readAt[id]?.contains(where: isThis) ?? false }
    return reading.messages.contains { isThis($0.timestamp?.seconds) && $0.id == id }
  }

  /// For so few items it does not pay to look up all messages by id.
  private static let fewItems = 64

  /// Looks up when the messages that were read were written, by id.
  private mutating func noteReadMessages() {
    readAt = Dictionary(grouping: reading.messages) { $0.id }
      .mapValues { $0.map { $0.timestamp?.seconds } }
  }

  // MARK: - What the conversation is called

  /// Has all items that are there bear the title that the conversation goes by now; returns those that had another.
  private mutating func retitle() -> [Int] {
    guard let title, items.mayRetitle(to: title, reading: reading.messages.count) else { return [] }
    let places = items.places(withoutTitle: title)
    for place in places {
      var known = items[place]
      known.item.conversationTitle = title
      items.replace(place, with: known)
    }
    return places
  }

  /// What the conversation is called: what the export of the newest message says, for they may be read in any order.
  private static func title(
    of reading: Reading, _ newest: (time: Int64, title: String?)?
  ) -> String? {
    guard let newest, newest.time > .min, let title = newest.title else {
      return reading.conversation.title
    }
    let read = reading.messages.lazy.compactMap { $0.timestamp?.microseconds }.max()
    let isNewer = read.map { $0 >= newest.time } ?? false
    return isNewer ? reading.conversation.title ?? title : title
  }

  /// Notes the changes of items that changed in nothing but their title.
  private mutating func note(_ retitled: [Int]) {
    if retitled.isEmpty { return }
    let changed = Set(changes.map(\.known.item.id))
    for place in retitled where !changed.contains(items[place].item.id) {
      changes.append(Self.noteTitle(ofItem: place, &items, at: now))
    }
  }

  private static func noteTitle(
    ofItem place: Int, _ items: inout ConversationItems, at now: Timestamp
  ) -> ItemChange {
    var known = items[place]
    known.touch(at: now)
    known.noteSettings(by: .model, since: known, also: [.source])
    items.replace(place, with: known)
    return ItemChange(.updated, known, by: .model)
  }

  /// Gives all items that are there a title that was put off; returns the changes.
  package static func retitle(
    _ items: inout ConversationItems, to title: String, at now: Timestamp
  ) -> [ItemChange] {
    items.places(withoutTitle: title).map { place in
      var known = items[place]
      known.item.conversationTitle = title
      items.replace(place, with: known)
      return noteTitle(ofItem: place, &items, at: now)
    }
  }

  // MARK: - Which item a finding is about

  /// Gives every finding its item, making new ones; returns the place of the first new one.
  private mutating func assign() -> Int {
    let firstNew = items.count
    let found = reading.findings
    if found.isEmpty { return firstNew }
    var matcher = ItemMatcher(found, &items)
    var start = 0
    while start < found.count {
      var end = start + 1
      while end < found.count, found[end].messageId == found[start].messageId { end += 1 }
      var places = matcher.places(of: start..<end, in: found, &items, firstNew: firstNew)
      for index in start..<end {
        // A reply makes no item where there was one.
        let named = found[index].subject.map { matcher.named(by: $0, found[index], items) }
        if case .gone? = named { continue }
        if case .item(let place)? = named {
          places[index - start] = place
        } else if places[index - start] == nil {
          let twin = (start..<end).first { other in
            other != index && places[other - start] != nil
              && matcher.repeats(index, other, in: found)
          }
          places[index - start] = twin.flatMap { places[$0 - start] }
        }
        // What is done and was never open is no item.
        if places[index - start] == nil, !found[index].isDone {
          let number = 1 + (matcher.numbers[found[index].messageId] ?? 0)
          places[index - start] = create(
            found[index], number: number, wording: matcher.wordings[index])
          matcher.add(items[items.count - 1], at: items.count - 1)
        }
        if let place = places[index - start] {
          findings[place, default: []].append(found[index])
          matcher.give(found[index], to: place, &items)
        }
      }
      start = end
    }
    return firstNew
  }

  private mutating func create(_ finding: Finding, number: Int, wording: TaskWording) -> Int {
    var item = ActionItem(
      id: Self.id(
        conversation: reading.conversation.id, message: finding.messageId, number: number),
      conversationId: reading.conversation.id, conversationTitle: title,
      task: finding.task, assignee: finding.assignee, assigneeId: finding.assigneeId,
      deadline: finding.deadline, priority: finding.priority, messageId: finding.messageId,
      quote: finding.quote, source: finding.source, extractedAt: now,
      model: reading.model, run: reading.run, timeZone: finding.timeZone)
    item.conversationKind = reading.conversation.kind
    var known = KnownItem(
      item: item, number: number, firstMessageId: finding.messageId, wordings: [finding.task],
      foundInRun: reading.run, context: finding.context)
    known.statements = [finding.said]
    known.compared.value = [wording]
    items.append(known)
    return items.count - 1
  }

  // MARK: - What becomes of an item

  /// Takes over what the findings say where no person has said otherwise.
  private mutating func update(_ index: Int, isNew: Bool) {
    let before = items[index]
    guard let found = findings[index] else { return }
    let isArchived = before.removal == .archived
    if isArchived, !found.contains(where: before.isBroughtBack) { return }
    if !isArchived, before.removal != nil, before.removal != .withdrawn || before.isHeld(.presence)
    {
      return
    }
    var update = self.update(of: before, found)
    update.apply()
    var known = update.known
    let isBack = known.removal != nil
    known.setRemoval(nil)
    // While it was away, it kept its title.
    if isBack, let title { known.item.conversationTitle = title }
    // Another wording alone is no news.
    guard isNew || isBack || known.item != before.item || update.isNews else { return }
    if !isNew { known.touch(at: now) }
    // Whoever archived it wanted it so; a model's word would not stand against that elsewhere.
    if isArchived { known.set(.presence, to: FieldValue(KnownItem.present), isByRule: true) }
    known.item.model = reading.model
    known.item.run = reading.run
    known.prepareComparison()
    let isCompleted = known.item.isComplete && !before.item.isComplete
    if isCompleted, known.item.completedAt == nil { known.item.completedAt = now }
    if !isNew { known.noteSettings(by: .model, since: before, also: [.source]) }
    items.replace(index, with: known)
    let isReopened = !known.item.isComplete && before.item.isComplete
    let kind: ItemChange.Kind =
      isNew || isBack ? .created : isCompleted ? .completed : isReopened ? .reopened : .updated
    changes.append(ItemChange(kind, known, by: .model))
  }

  private func update(of known: KnownItem, _ found: [Finding]) -> ItemUpdate {
    ItemUpdate(known, found) { isRead($0.messageId, writtenAt: $0.source.timestamp) }
  }

  /// An item whose messages were read again and that was not found again goes, unless it is done or a
  /// person has had a hand in it. Where other messages still prove it, it is what those say.
  private mutating func withdrawIfMissing(_ index: Int) {
    guard items[index].removal == nil, !items[index].item.isComplete,
      items[index].statements.contains(where: {
        isRead($0.messageId, writtenAt: $0.source.timestamp)
      })
    else { return }
    var update = self.update(of: items[index], [])
    guard update.isNews else { return }
    let isGone = update.statements.isEmpty
    if isGone, items[index].isTouched { return }
    let before = items[index]
    if !isGone { update.apply() }
    var known = update.known
    if isGone { known.removal = .withdrawn }
    known.touch(at: now)
    known.noteSettings(by: .model, since: before, also: [.source])
    known.item.run = reading.run
    items.replace(index, with: known)
    changes.append(ItemChange(isGone ? .deleted : .updated, known, by: .model))
  }

  /// The name space of item ids.
  private static let namespace = UUIDv5.Namespace(
    high: 0x8f0e_63a4_5d1b_4c7e, low: 0x9a2d_71c6_04b8_e35f)

  /// The number of an item among the findings of its message; zero where its id does not come from there.
  static func number(of item: ActionItem) -> Int {
    (1...Self.mostOfMessage).first {
      id(conversation: item.conversationId, message: item.messageId, number: $0) == item.id
    } ?? 0
  }

  /// More findings of one message are not looked for.
  private static let mostOfMessage = 32

  /// An item's id: a UUIDv5 of conversation, message and the finding's number within that message.
  static func id(conversation: String, message: String, number: Int) -> String {
    UUIDv5.string(namespace: namespace, name: "\(conversation)\u{0}\(message)\u{0}\(number)")
  }
}
