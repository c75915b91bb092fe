import ActionItemModel
import CivilTime
public import DueDates
public import ReplyDecoding
public import TimeZones
public import Windowing

/// Holds a reply against the chat: what does not stand up to it is refused and reported.
public struct Grounder: Sendable {
  private let zones: AuthorZones
  private let deadlines: DueDateReader
  private let contextLines: Int
  private let strictness: Strictness
  /// Whether it is looked into whether a task comes from the message that it is said to come from; a
  /// model that takes each task from its message needs no such look.
  public var doubtsTasks = true

  /// What becomes of an item whose quote stands nowhere.
  public enum Strictness: String, CaseIterable, Sendable {
    /// It is refused.
    case strict
    /// It is kept without a quote, if it cites a message.
    case lenient
  }

  /// Makes a grounder; `contextLines` messages around an item's own are kept with it.
  public init(
    zone: Zone, zones: ZoneDatabase, deadlines: DueDateReader, contextLines: Int,
    strictness: Strictness = .strict
  ) {
    self.zones = AuthorZones(team: zone, database: zones)
    self.deadlines = deadlines
    self.contextLines = contextLines
    self.strictness = strictness
  }

  /// What became of a reply.
  public struct Result: Sendable {
    /// The items that stand, in the order of the messages.
    public var findings: [Finding] = []
    /// What was refused.
    public var rejections: [Rejection] = []
    /// Items that went to another message of the window, the one in which their quote stands.
    public var moved = 0
  }

  /// Holds items against the window that they were found in.
  public func ground(_ items: [ActionItemJSON], in window: Window, people: People) -> Result {
    var result = Result()
    var text = WindowText(window)
    let citation = Citation(strictness: strictness)
    var proof = DeadlineProof(window, people, reader: deadlines, zones: zones)
    var found: [(line: Int, finding: Finding)] = []
    let limit = max(Self.fewestItems, Self.itemsPerMessage * window.newCount)
    for (number, item) in items.enumerated() {
      func reject(_ reason: Rejection.Reason, _ line: Int?) {
        result.rejections.append(
          Rejection(
            item: item, reason: reason, conversationId: window.conversation.id,
            sourceMessageId: line.map { window.lines[$0].message.id }))
      }
      let cited = window.line(forShortId: item.messageId)
      guard number < limit else {
        reject(.tooMany, cited)
        continue
      }
      guard ReplyField.isReadable(item) else {
        reject(.tooLong, cited)
        continue
      }
      let task = ReplyField.oneLine(item.task)
      switch task.isEmpty ? .refused(.emptyTask) : citation.place(of: item, window, &text) {
      case .refused(let reason): reject(reason, cited)
      case .line(let line, let quote, let isMoved):
        if doubtsTasks, TaskOrigin.isForeign(task, quote: quote, line: line, window, &text) {
          reject(.foreignTask, line)
          continue
        }
        if let known = item.update.flatMap({ window.openItem(forShortId: $0) }),
          !Self.concerns(known, window.lines[line].message, people)
        {
          reject(.notTheirs, line)
          continue
        }
        if isMoved { result.moved += 1 }
        if quote == nil { reject(.unproven, line) }
        var reasons: [Rejection.Reason] = []
        let finding = finding(
          item, task: task, line: line, quote: quote, window, people, &text, &proof, &reasons)
        for reason in reasons { reject(reason, line) }
        found.append((line, finding))
      }
    }
    // Replies list items in any order; numbering and merging go by the order of the messages.
    result.findings = found.enumerated()
      .sorted { ($0.element.line, $0.offset) < ($1.element.line, $1.offset) }
      .map(\.element.finding)
    return result
  }

  /// Items of a reply that are looked at: for each new message, and whatever the window.
  private static let itemsPerMessage = 8
  private static let fewestItems = 64

  /// Whether an open item is its writer's own: who is to do it or who stated it, or anybody where
  /// nobody is to do it.
  private static func concerns(
    _ known: Window.OpenItem, _ message: Message, _ people: People
  ) -> Bool {
    guard let assignee = known.assignee, let sender = message.sender else { return true }
    if sender == known.statedBy { return true }
    // Two people may have one name.
    if let id = known.assigneeId, let senderId = message.senderId { return id == senderId }
    return people.match(assignee)?.name == sender || assignee == sender
  }

  private func finding(
    _ item: ActionItemJSON, task: String, line: Int, quote: String?, _ window: Window,
    _ people: People, _ text: inout WindowText, _ proof: inout DeadlineProof,
    _ reasons: inout [Rejection.Reason]
  ) -> Finding {
    let message = window.lines[line].message
    let assignee = AssigneeProof(window: window, people: people).assignee(
      item.assignee, line: line, quote: quote, &text)
    if assignee.isCorrected, let name = item.assignee {
      reasons.append(.assignee(name: name))
    }
    var deadline: Deadline?
    if let words = ReplyField.meaningful(item.deadline) {
      deadline = proof.deadline(words, line: line, &text)
      if deadline == nil {
        reasons.append(.deadline(words: words))
      }
    }
    let known = item.update.flatMap { window.openItem(forShortId: $0) }
    // "I'll do it" says that it is not done yet, whatever the reply makes of it.
    let isDone = item.isDone && !(quote.map { AssigneeProof.isCommitment(FoldedText($0)) } ?? false)
    if isDone, known == nil { reasons.append(.unlinked) }
    return Finding(
      task: task, assignee: assignee.name, assigneeId: assignee.id, deadline: deadline,
      timeZone: deadline == nil ? nil : proof.zone(ofLine: line).identifier,
      priority: PriorityWords.read(item.priority),
      messageId: message.id, quote: quote,
      source: ActionItem.Source(
        platform: window.conversation.platform, sender: message.sender,
        timestamp: message.timestamp, link: message.link),
      order: message.order, senderId: message.senderId, context: context(around: line, in: window),
      known: known?.id,
      isDone: isDone,
      handsOver: text.handsOver(line: line))
  }

  private func context(around line: Int, in window: Window) -> [Finding.ContextLine] {
    guard contextLines > 0 else { return [] }
    let range = max(0, line - contextLines)...min(window.lines.count - 1, line + contextLines)
    return range.map { index in
      let message = window.lines[index].message
      return Finding.ContextLine(
        sender: message.sender, timestamp: message.timestamp, text: message.text)
    }
  }
}
