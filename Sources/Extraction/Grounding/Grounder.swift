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

  /// Makes a grounder; `contextLines` messages around an item's own are kept with it.
  public init(zone: Zone, zones: ZoneDatabase, deadlines: DueDateReader, contextLines: Int) {
    self.zones = AuthorZones(team: zone, database: zones)
    self.deadlines = deadlines
    self.contextLines = contextLines
  }

  /// What became of a reply.
  public struct Result: Sendable {
    /// The items that stand, in the order of the messages.
    public var findings: [Finding] = []
    /// What was refused.
    public var rejections: [Rejection] = []
  }

  /// Holds items against the window that they were found in.
  public func ground(_ items: [ActionItemJSON], in window: Window, people: People) -> Result {
    var result = Result()
    var found: [(line: Int, finding: Finding)] = []
    for item in items {
      guard let line = window.line(forShortId: item.messageId), window.lines[line].isNew else {
        result.rejections.append(Rejection(item: item, reason: .unknownMessage))
        continue
      }
      let task = Self.oneLine(item.task)
      guard !task.isEmpty else {
        result.rejections.append(Rejection(item: item, reason: .emptyTask))
        continue
      }
      let finding = finding(
        item, task: task, line: line, window: window, people: people, &result.rejections)
      found.append((line, finding))
    }
    // Replies list items in any order; numbering and merging go by the order of the messages.
    result.findings = found.enumerated()
      .sorted { ($0.element.line, $0.offset) < ($1.element.line, $1.offset) }
      .map(\.element.finding)
    return result
  }

  private func finding(
    _ item: ActionItemJSON, task: String, line: Int, window: Window, people: People,
    _ rejections: inout [Rejection]
  ) -> Finding {
    let message = window.lines[line].message
    let zone = zones.zone(of: message, people)
    let (assignee, assigneeId) = assignee(item.assignee, message, window, people)
    var deadline: Deadline?
    if let words = Self.meaningful(item.deadline) {
      deadline = self.deadline(words, message: message, zone: zone)
      if deadline == nil {
        rejections.append(Rejection(item: item, reason: .deadline(words: words)))
      }
    }
    var quote: String?
    if let words = Self.meaningful(item.quote) {
      quote = Quotation.find(words, in: message.text)
      if quote == nil { rejections.append(Rejection(item: item, reason: .quote)) }
    }
    return Finding(
      task: task, assignee: assignee, assigneeId: assigneeId, deadline: deadline,
      timeZone: deadline == nil ? nil : zone.identifier,
      priority: PriorityWords.read(item.priority),
      messageId: message.id, quote: quote,
      source: ActionItem.Source(
        platform: window.conversation.platform, sender: message.sender,
        timestamp: message.timestamp, link: message.link),
      context: context(around: line, in: window))
  }

  // MARK: - Fields

  /// Words by which models say that there is nobody or nothing.
  private static let nothings: Set<String> = [
    "", "null", "none", "nil", "n/a", "na", "unknown", "unassigned", "nobody", "no one",
    "unspecified", "not specified", "tbd", "-", "?", "everyone", "everybody", "all", "team",
    "the team", "anyone", "someone", "somebody", "group",
  ]

  /// A field that says something; nil where it says that there is nothing.
  static func meaningful(_ text: String?) -> String? {
    guard let text = text.map(oneLine), !nothings.contains(text.lowercased()) else { return nil }
    return text
  }

  private func assignee(
    _ name: String?, _ message: Message, _ window: Window, _ people: People
  ) -> (name: String?, id: String?) {
    guard let name = Self.meaningful(name) else { return (nil, nil) }
    if ["i", "me", "myself", "speaker", "ich"].contains(name.lowercased()) {
      return (message.sender, message.senderId)
    }
    if let person = people.match(name) { return (person.name, person.id) }
    // Somebody who is not in the conversation has to be named in it.
    let core = name.drop { $0 == "@" }
    let isNamed = window.lines.contains { $0.message.text.lowercased().contains(core.lowercased()) }
    return isNamed ? (people.knownName(name) ?? String(core), nil) : (nil, nil)
  }

  private func deadline(_ words: String, message: Message, zone: Zone) -> Deadline? {
    if let deadline = Deadline(words) { return deadline }
    if let reading = ISO8601.read(words), reading.hasTime {
      return zone.timestamp(of: reading.civil).map(Deadline.time)
    }
    guard let reference = message.timestamp,
      let due = deadlines.firstDeadline(in: words, reference: reference, zone: zone)
    else { return nil }
    return due.timestamp.map(Deadline.time) ?? .day(due.date)
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

  /// White space and line ends become single spaces.
  private static func oneLine(_ text: String) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}
