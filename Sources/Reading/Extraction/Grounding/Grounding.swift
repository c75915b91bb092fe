import ActionItems
import CivilTime
import ItemRecords
import Windowing

/// Checks one reply against its window, for `Grounder`. It takes one item after the other, in steps: message, origin of
/// the task, open item, assignee, deadline.
struct Grounding {
  private let grounder: Grounder
  private let window: Window
  private let people: People
  private let citation: Citation
  private let links: LinkProof
  private let assignees: AssigneeProof
  private var deadlines: DeadlineProof
  private var text: WindowText
  /// The number of items with each quote.
  private let quotes: [String: Int]
  private let limit: Int
  private var found: [(line: Int, finding: Finding)] = []
  /// Items reported as done that name no open item.
  private var unlinked: [(item: ActionItemJSON, line: Int)] = []
  private var result = Grounder.Result()

  /// Maximum items of a reply that are checked: per new message, and at least for any window.
  private static let itemsPerMessage = 8
  private static let fewestItems = 64

  init(of items: [ActionItemJSON], in window: Window, _ people: People, by grounder: Grounder) {
    self.grounder = grounder
    self.window = window
    self.people = people
    citation = Citation(strictness: grounder.strictness)
    links = LinkProof(window, people)
    assignees = AssigneeProof(window: window, people: people)
    deadlines = DeadlineProof(
      window, people, of: items, reader: grounder.deadlines, zones: grounder.zones)
    text = WindowText(window)
    quotes = Dictionary(items.compactMap(\.quote).map { ($0, 1) }, uniquingKeysWith: +)
    limit = max(Self.fewestItems, Self.itemsPerMessage * window.newCount)
  }

  mutating func take(_ item: ActionItemJSON, number: Int) {
    var line = window.line(forShortId: item.messageId)
    do throws(Rejection) { try ground(item, number, &line) } catch {
      diagnostic(.rejection(error), item, line)
    }
  }

  /// Returns the result of checking the reply.
  consuming func finish() -> Grounder.Result {
    for (item, line) in unknown { diagnostic(.note(.unlinked), item, line) }
    // Replies list items in any order. Numbering and merging follow the order of messages.
    result.findings = found.enumerated()
      .sorted { ($0.element.line, $0.offset) < ($1.element.line, $1.offset) }
      .map(\.element.finding)
    return result
  }

  // MARK: - Steps

  /// Checks an item. Sets `line` to the line that the item belongs to.
  ///
  /// - Throws: `Rejection` if the item is not accepted.
  private mutating func ground(
    _ item: ActionItemJSON, _ number: Int, _ line: inout Int?
  ) throws(Rejection) {
    if number >= limit { throw .tooMany }
    guard FieldText.isReadable(item) else { throw .tooLong }
    let task = FieldText.task(item.task)
    if task.isEmpty { throw .emptyTask }
    var place = try citation.place(of: item, window, &text)
    line = place.line
    try doubt(item, task, &place, &line)
    let update = UpdateProof(
      of: item, task: task, quote: place.quote, line: place.line, links,
      &text)
    if update.isRefused { throw .notTheirs }
    note(place, update, item)
    if update.isDone, update.known == nil {
      unlinked.append((item, place.line))
    }
    let all = assignees.assignees(
      item.assignee, task: task, line: place.line, quote: place.quote, &text)
    for assignee in all where found.count < limit {
      note(assignee, item, place.line)
      let deadline = deadline(of: item, task, place, assignee)
      found.append((place.line, finding(item, task, place, update, assignee, deadline)))
    }
    result.kept.append(item)
  }

  /// Rejects a task that was made up or is already done. Moves a task that belongs to another line to that line.
  private mutating func doubt(
    _ item: ActionItemJSON, _ task: String, _ place: inout Citation.Place, _ line: inout Int?
  ) throws(Rejection) {
    let isForeign = TaskOrigin.isForeign(
      task, quote: place.quote, line: place.line,
      isOfKnown: item.isDone || links.named(by: item) != nil,
      isShared: item.quote.map { (quotes[$0] ?? 0) > 1 } ?? false, people, &text)
    if isForeign { throw .foreignTask }
    if item.isDone { return }
    if let home = TaskOrigin.home(of: task, quote: place.quote, line: place.line, &text),
      window.lines[home].isNew, !text.imitatesPrompt(line: home)
    {
      line = home
      (place.line, place.isMoved) = (home, true)
      place.quote = FieldText.quote(of: window.lines[home].message)
    }
    if CompletionProof.isFinished(task, place.quote, in: text.text(ofLine: place.line)) {
      throw .finished
    }
  }

  private mutating func note(_ place: Citation.Place, _ update: UpdateProof, _ item: ActionItemJSON)
  {
    if place.isMoved { result.moved += 1 }
    if let quote = place.quote {
      if place.isMended { diagnostic(.note(.mended), item, place.line, quote) }
    } else {
      diagnostic(.note(.unproven), item, place.line)
    }
    for (note, words) in update.notes { diagnostic(.note(note), item, place.line, words) }
    if FieldText.priority(item.priority) == .high, !isUrgent(place.line) {
      diagnostic(.note(.priority), item, place.line)
    }
    if isMusing(item, place.line) { diagnostic(.note(.musing), item, place.line) }
  }

  private mutating func note(
    _ assignee: AssigneeProof.Assignee, _ item: ActionItemJSON, _ line: Int
  ) {
    guard assignee.isCorrected, let name = item.assignee else { return }
    if let taken = assignee.name {
      diagnostic(.note(.person), item, line, name, taken: taken)
    } else {
      diagnostic(.note(.assignee), item, line, name)
    }
  }

  /// Returns the deadline of an item for one of its assignees. Adds a note if it was changed or is in doubt.
  private mutating func deadline(
    of item: ActionItemJSON, _ task: String, _ place: Citation.Place,
    _ assignee: AssigneeProof.Assignee
  ) -> DeadlineProof.Proof? {
    guard let words = FieldText.meaningful(item.deadline) else { return nil }
    let subject = DeadlineProof.Subject(
      task: task, quote: place.quote, assignee: assignee, line: place.line)
    let proof = deadlines.deadline(words, of: subject, &text)
    if let note = proof.note {
      let taken = note == .deadlineElsewhere ? proof.messageId : proof.deadline?.description
      diagnostic(.note(note), item, place.line, words, taken: taken ?? "")
    }
    return proof
  }

  private mutating func finding(
    _ item: ActionItemJSON, _ task: String, _ place: Citation.Place, _ update: UpdateProof,
    _ assignee: AssigneeProof.Assignee, _ deadline: DeadlineProof.Proof?
  ) -> Finding {
    let message = window.lines[place.line].message
    let source = ActionItem.Source(
      platform: window.conversation.platform, sender: message.sender,
      timestamp: message.timestamp, link: message.link)
    let said = Mention(
      messageId: message.id, quote: place.quote, source: source, order: message.order, task: task,
      assignee: assignee.name, assigneeId: assignee.id, deadline: deadline?.deadline,
      timeZone: deadline?.timeZone, priority: priority(of: item, place.line),
      isDone: update.isDone, handsOver: text.handsOver(line: place.line), isReport: update.isReport)
    return Finding(
      said, senderId: message.senderId,
      context: window.context(around: place.line, grounder.keepContext),
      openItemId: update.known?.id)
  }

  // MARK: - Priority and doubt

  /// Maximum lines between an item's message and one that says that it is urgent.
  private static let urgencyReach = 1

  /// Returns the priority that a model gives, as far as the chat supports it.
  private mutating func priority(of item: ActionItemJSON, _ line: Int) -> Priority {
    let priority = FieldText.priority(item.priority)
    return priority == .high && !isUrgent(line) ? .medium : priority
  }

  /// Returns whether an item's message, or one near it, says that something is urgent.
  private mutating func isUrgent(_ line: Int) -> Bool {
    let near =
      max(
        0, line - Self.urgencyReach)...min(
        window.lines.count - 1, line + Self.urgencyReach)
    for other in near where Urgency.isStated(in: text.text(ofLine: other)) { return true }
    return false
  }

  /// Returns whether a task only repeats its message, and nothing in it asks or promises.
  private mutating func isMusing(_ item: ActionItemJSON, _ line: Int) -> Bool {
    guard let mayContainItem = grounder.mayContainItem, !item.isDone else { return false }
    let words = WordList.all(NormalisedText(item.task))
    return words.count >= Self.fewestWords && words == WordList.all(text.text(ofLine: line))
      && !mayContainItem(window.part { $0 == line })
  }

  /// A shorter message says too little to be a musing.
  private static let fewestWords = 4

  private mutating func diagnostic(
    _ what: Diagnostic.What, _ item: ActionItemJSON, _ line: Int?, _ words: String = "",
    taken: String = ""
  ) {
    result.diagnostics.append(
      Diagnostic(
        item: item, what: what, words: words, taken: taken, conversationId: window.conversation.id,
        sourceMessageId: line.map { window.lines[$0].message.id }))
  }

  /// The items reported as done that match no item of the same reply and no open item. Contains all of `unlinked`,
  /// unchecked, if there are more than people complete in one window.
  private var unknown: [(item: ActionItemJSON, line: Int)] {
    guard !unlinked.isEmpty, unlinked.count <= Self.fewestItems else { return unlinked }
    let tasks =
      window.openItems.map(\.task) + found.map(\.finding).filter { !$0.isDone }.map(\.task)
    let known = tasks.map { TaskWording($0) }
    return unlinked.filter { item, _ in
      let wording = TaskWording(FieldText.task(item.task))
      return !known.contains { $0.isSame(as: wording) }
    }
  }
}
