package import ActionItems
package import CivilTime
import Encoding

/// Merges the findings of a window, and the conversation's title, into the existing items of the conversation.
///
/// Merging is pure: the same items and reading always give the same changes. Readings must be merged in the order of
/// the conversation's windows.
package struct Merger: Sendable {
  /// The findings of a window, and the model that read it.
  package struct Reading: Sendable {
    /// The conversation.
    package var conversation: Conversation
    /// The messages that were searched for items, each in full.
    package var messages: [ReadMessage]
    /// The findings in message order.
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
  /// The current title of the conversation.
  private let title: String?
  /// The time range of the messages in seconds; nil if any time is unknown. It excludes most candidates quickly.
  private let written: ClosedRange<Int>?
  /// The times of the read messages by id, used if very many items are compared.
  private var readAt: [String: [Int?]]?
  private var items: ConversationItems
  private var changes: [ItemChange] = []
  /// The findings of each item, by the item's place, in message order.
  private var findings: [Int: [Finding]] = [:]

  private init(reading: Reading, items: consuming ConversationItems, now: Timestamp) {
    self.reading = reading
    self.now = now
    title = Self.title(of: reading, items.newestTitle())
    written = Self.times(of: reading.messages)
    self.items = items
  }

  /// Merges a reading into a conversation's items, committed at a given time. Returns the changes, including those of
  /// withdrawn items.
  package static func changes(
    of reading: Reading, to items: inout ConversationItems, at now: Timestamp
  ) -> [ItemChange] {
    var merger = Merger(reading: reading, items: items, now: now)
    // The items have one owner here, so that a change does not copy them all.
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

  /// The places of the items that were found, or that may rest on the read messages, in order.
  private var concerned: [Int] {
    var places = Set(findings.keys)
    // A message without a time may support any item, and an item without times may rest on any message.
    var isById = written == nil || items.undated.count > reading.messages.count
    // Lookup by id is also cheaper if more items than messages are in the time range.
    if let written, items.count(writtenIn: written) > reading.messages.count { isById = true }
    if isById {
      for message in reading.messages { places.formUnion(items.places(ofMessage: message.id)) }
    } else if let written {
      // Most messages of a window have no item, and a lookup by id is expensive.
      places.formUnion(items.places(writtenIn: written))
      places.formUnion(items.undated)
    }
    return places.sorted()
  }

  /// The range from the first to the last second of some messages; nil if any time is unknown.
  private static func times(of messages: [ReadMessage]) -> ClosedRange<Int>? {
    guard var range = messages.first?.timestamp.map({ $0.seconds...$0.seconds }) else { return nil }
    for message in messages {
      guard let seconds = message.timestamp?.seconds else { return nil }
      range = min(range.lowerBound, seconds)...max(range.upperBound, seconds)
    }
    return range
  }

  /// Returns whether a message with an id and, if both are known, a time was read.
  private func isRead(_ id: String, writtenAt time: Timestamp?) -> Bool {
    if let time, let written, !written.contains(time.seconds) { return false }
    func isThis(_ seconds: Int?) -> Bool {
      guard let time, let seconds else { return true }
      return seconds == time.seconds
    }
    if let readAt { return readAt[id]?.contains(where: isThis) ?? false }
    return reading.messages.contains { isThis($0.timestamp?.seconds) && $0.id == id }
  }

  /// Below this number of items, an index of messages by id does not pay off.
  private static let fewItems = 64

  /// Indexes the times of the read messages by id.
  private mutating func noteReadMessages() {
    readAt = Dictionary(grouping: reading.messages) { $0.id }
      .mapValues { $0.map { $0.timestamp?.seconds } }
  }

  // MARK: - Titles

  /// Updates every current item to the current conversation title. Returns the places of those that changed.
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

  /// The conversation's title according to the export with the newest message, because exports may be read in any
  /// order.
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

  /// Records the changes of items in which only the title changed.
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

  /// Gives all current items a postponed title. Returns the changes.
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

  // MARK: - Matching findings with items

  /// Assigns every finding to an item and creates new items. Returns the place of the first new one.
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
      var ofMerged: [(place: Int, finding: Finding)] = []
      for index in start..<end {
        // A reply about an item that is gone does not create a new one.
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
        // A task that is done and was never open is not an item.
        if places[index - start] == nil, !found[index].isDone {
          let number = 1 + (matcher.numbers[found[index].messageId] ?? 0)
          places[index - start] = create(
            found[index], number: number, wording: matcher.wordings[index])
          matcher.add(items[items.count - 1], at: items.count - 1)
        }
        guard let place = places[index - start] else { continue }
        let standing = items.standing(for: place)
        if standing == place {
          findings[place, default: []].append(found[index])
        } else {
          ofMerged.append((standing, found[index]))
        }
        matcher.give(found[index], to: standing, &items)
      }
      // Findings about the item itself come before those about items merged into it, as in `absorb`.
      for (place, finding) in ofMerged { findings[place, default: []].append(finding) }
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
    var known = ItemRecord(
      item: item, number: number, firstMessageId: finding.messageId, wordings: [finding.task],
      foundInRun: reading.run, context: finding.context)
    known.statements = [finding.mention]
    known.compared.value = [wording]
    items.append(known)
    return items.count - 1
  }

  // MARK: - Updating items

  /// Updates an item from its findings, except where a person decided otherwise.
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
    // The title was not updated while the item was not present.
    if isBack, let title { known.item.conversationTitle = title }
    // Another wording alone is not a change.
    guard isNew || isBack || known.item != before.item || update.isNews else { return }
    if !isNew { known.touch(at: now) }
    // The archiving person gave this rule. A model's setting would lose against the archiving on other devices.
    if isArchived { known.set(.presence, to: FieldValue(ItemRecord.present), isByRule: true) }
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

  private func update(of known: ItemRecord, _ found: [Finding]) -> ItemUpdate {
    ItemUpdate(known, found) { isRead($0.messageId, writtenAt: $0.source.timestamp) }
  }

  /// Withdraws an item whose messages were read again without finding it, unless it is done or a person has changed it.
  /// If other messages still prove it, it follows from those.
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

  /// The UUID namespace of item ids.
  private static let namespace = UUIDv5.Namespace(
    high: 0x8f0e_63a4_5d1b_4c7e, low: 0x9a2d_71c6_04b8_e35f)

  /// The number of an item among the findings of its message; zero if its id was made in another way.
  static func number(of item: ActionItem) -> Int {
    (1...Self.mostOfMessage).first {
      id(conversation: item.conversationId, message: item.messageId, number: $0) == item.id
    } ?? 0
  }

  /// The highest number that is tried.
  private static let mostOfMessage = 32

  /// An item's id: a UUIDv5 of the conversation, the message and the finding's number within that message.
  static func id(conversation: String, message: String, number: Int) -> String {
    UUIDv5.string(namespace: namespace, name: "\(conversation)\u{0}\(message)\u{0}\(number)")
  }
}
