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
  /// Whether a model is doubted that reads as it likes. One that takes each task from its message, and is not told
  /// of open items, is not: where its tasks come from is not looked into, what it calls done is no task where
  /// the message denies it, and that it names no open item is no news.
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
    if items.isEmpty { return result }
    var text = WindowText(window)
    let citation = Citation(strictness: strictness)
    let links = LinkProof(window, people)
    var proof = DeadlineProof(window, people, reader: deadlines, zones: zones)
    var found: [(line: Int, finding: Finding)] = []
    var unlinked: [(item: ActionItemJSON, line: Int)] = []
    let quotes = Dictionary(items.compactMap(\.quote).map { ($0, 1) }, uniquingKeysWith: +)
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
      let task = ReplyField.task(item.task)
      switch task.isEmpty ? .refused(.emptyTask) : citation.place(of: item, window, &text) {
      case .refused(let reason): reject(reason, cited)
      case .line(var line, var quote, var isMoved, let isMended):
        let isOfKnown = item.isDone || links.named(by: item).item != nil
        if doubtsTasks,
          TaskOrigin.isForeign(
            task, quote: quote, line: line, isOfKnown: isOfKnown,
            isShared: item.quote.map { (quotes[$0] ?? 0) > 1 } ?? false, people, &text)
        {
          reject(.foreignTask, line)
          continue
        }
        if doubtsTasks, !item.isDone,
          let home = TaskOrigin.home(of: task, quote: quote, line: line, &text),
          window.lines[home].isNew, !text.imitatesPrompt(line: home)
        {
          (line, quote, isMoved) = (home, ReplyField.quote(of: window.lines[home].message), true)
        }
        let message = window.lines[line].message
        if doubtsTasks, !item.isDone,
          CompletionProof.isFinished(task, quote, in: text.text(ofLine: line))
        {
          reject(.finished, line)
          continue
        }
        let claim = Claim(
          of: item, task: task, quote: quote, line: line, links, isDoubted: doubtsTasks, &text)
        if claim.isRefused {
          reject(.notTheirs, line)
          continue
        }
        if isMoved { result.moved += 1 }
        if isMended, let quote { reject(.mended(words: quote), line) }
        if quote == nil { reject(.unproven, line) }
        for note in claim.notes { reject(note, line) }
        if item.isDone, !claim.isDone, !doubtsTasks { continue }
        if claim.isDone, claim.known == nil, doubtsTasks { unlinked.append((item, line)) }
        let assignees = AssigneeProof(window: window, people: people).assignees(
          item.assignee, task: task, line: line, quote: quote, &text)
        for assignee in assignees where found.count < limit {
          if assignee.isCorrected, let name = item.assignee {
            reject(
              assignee.name.map { .person(name: name, taken: $0) } ?? .assignee(name: name), line)
          }
          var deadline: DeadlineProof.Proof?
          if let words = ReplyField.meaningful(item.deadline) {
            deadline = proof.deadline(words, of: task, assignee: assignee, line: line, &text)
            if let deadline, deadline.isReplaced {
              reject(.day(words: words, taken: deadline.deadline.description), line)
            } else if let deadline, deadline.isUnread {
              reject(.unread(words: deadline.deadline.description), line)
            } else if deadline == nil {
              reject(.deadline(words: words), line)
            }
          }
          let finding = Finding(
            task: task, assignee: assignee.name, assigneeId: assignee.id,
            deadline: deadline?.deadline, timeZone: deadline?.timeZone,
            priority: PriorityWords.read(item.priority), messageId: message.id, quote: quote,
            source: ActionItem.Source(
              platform: window.conversation.platform, sender: message.sender,
              timestamp: message.timestamp, link: message.link),
            order: message.order, senderId: message.senderId,
            context: context(around: line, in: window), known: claim.known?.id,
            isDone: claim.isDone, handsOver: text.handsOver(line: line), isReport: claim.isReport)
          found.append((line, finding))
        }
      }
    }
    for (item, line) in Self.unknown(unlinked, found.map(\.finding), window) {
      result.rejections.append(
        Rejection(
          item: item, reason: .unlinked, conversationId: window.conversation.id,
          sourceMessageId: window.lines[line].message.id))
    }
    // Replies list items in any order; numbering and merging go by the order of the messages.
    result.findings = found.enumerated()
      .sorted { ($0.element.line, $0.offset) < ($1.element.line, $1.offset) }
      .map(\.element.finding)
    return result
  }

  /// Of what is called done, all that neither the same reply nor the list of open items has. Where there is more
  /// than people do in one window, nothing is looked up.
  private static func unknown(
    _ unlinked: [(item: ActionItemJSON, line: Int)], _ found: [Finding], _ window: Window
  ) -> [(item: ActionItemJSON, line: Int)] {
    guard !unlinked.isEmpty, unlinked.count <= fewestItems else { return unlinked }
    let known =
      window.openItems.map { TaskWording($0.task) }
      + found.filter { !$0.isDone }.map { TaskWording($0.task) }
    return unlinked.filter { item, _ in
      let wording = TaskWording(ReplyField.task(item.task))
      return !known.contains { $0.isSame(as: wording) }
    }
  }

  /// Items of a reply that are looked at: for each new message, and whatever the window.
  private static let itemsPerMessage = 8
  private static let fewestItems = 64

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
