package import ActionItems
package import CivilTime
package import DueDates
package import ItemRecords
package import Windowing

/// Holds a reply against the chat: what does not stand up to it is refused and reported.
package struct Grounder: Sendable {
  let zones: AuthorZones
  let deadlines: DueDateReader
  /// Messages around an item's own that are kept with it.
  let contextLines: Int
  let strictness: Strictness
  /// What becomes of an item whose quote stands nowhere.
  package enum Strictness: String, CaseIterable, Sendable {
    /// It is refused.
    case strict
    /// It is kept without a quote, if it cites a message.
    case lenient
  }

  /// `contextLines` messages around an item's own are kept with it.
  package init(
    zone: Zone, zones: ZoneDatabase, deadlines: DueDateReader, contextLines: Int,
    strictness: Strictness = .strict
  ) {
    self.zones = AuthorZones(team: zone, database: zones)
    self.deadlines = deadlines
    self.contextLines = contextLines
    self.strictness = strictness
  }

  /// What became of a reply.
  package struct Result: Sendable {
    /// The items that stand, in the order of the messages.
    package var findings: [Finding] = []
    /// What was rejected and what was noted, in the order of the reply.
    package var remarks: [Remark] = []
    /// Items that went to another message of the window, the one in which their quote stands.
    package var moved = 0

    /// Why items were refused.
    package var rejections: [Rejection] { remarks.compactMap(\.rejection) }
    /// What was noted of items that were kept.
    package var notes: [Note] { remarks.compactMap(\.note) }
  }

  package func ground(_ items: [ActionItemJSON], in window: Window, people: People) -> Result {
    if items.isEmpty { return Result() }
    var grounding = Grounding(of: items, in: window, people, by: self)
    for (number, item) in items.enumerated() { grounding.take(item, number: number) }
    return grounding.finish()
  }
}

extension Grounder {
  /// The zone in which whoever wrote a message counts days.
  package func zone(of message: Message, _ people: People) -> Zone {
    zones.zone(of: message, people)
  }

  /// The findings of claims, in the order of the messages. What names no line of the window is left out.
  package func findings(of claims: [Window.Claim], in window: Window, _ people: People) -> [Finding]
  {
    claims.filter { window.lines.indices.contains($0.line) }.map { claim in
      let message = window.lines[claim.line].message
      let source = ActionItem.Source(
        platform: window.conversation.platform, sender: message.sender,
        timestamp: message.timestamp, link: message.link)
      let said = Statement(
        messageId: message.id, quote: ReplyField.oneLine(claim.quote), source: source,
        order: message.order, task: ReplyField.task(claim.text), assignee: claim.assignee?.name,
        assigneeId: claim.assignee.flatMap { $0.id.isEmpty ? nil : $0.id },
        deadline: claim.deadline,
        timeZone: claim.deadline == nil ? nil : zones.zone(of: message, people).identifier,
        priority: claim.isUrgent ? .high : .medium, isDone: claim.isDone,
        handsOver: claim.handsOver, isReport: claim.isDone, isReleased: claim.isReleased,
        isPerhapsDone: claim.isPerhapsDone)
      var finding = Finding(
        said, senderId: message.senderId,
        context: window.context(around: claim.line, contextLines))
      switch claim.task {
      case .open(let id): finding.subject = .item(id: id)
      case .stated(let line) where window.lines.indices.contains(line) && line != claim.line:
        finding.subject = .statedIn(message: window.lines[line].message.id)
      case .stated: break
      }
      return finding
    }
  }
}

extension Window {
  /// The messages around a line, as they are kept with an item; `count` on each side.
  func context(around line: Int, _ count: Int) -> [Finding.ContextLine] {
    guard count > 0, lines.indices.contains(line) else { return [] }
    return lines[max(0, line - count)...min(lines.count - 1, line + count)].map {
      Finding.ContextLine(
        sender: $0.message.sender, timestamp: $0.message.timestamp, text: $0.message.text)
    }
  }
}

/// In which zone a message's author counts days and hours.
struct AuthorZones: Sendable {
  let team: Zone
  let database: ZoneDatabase

  /// The author's own zone where the export tells; else the offset that the message was written
  /// with, where that is not the team's; else the team's zone.
  func zone(of message: Message, _ people: People) -> Zone {
    if let name = message.senderId.flatMap({ people.participant(withId: $0) })?.timeZone,
      // A zone that the system does not know says less than the message's own offset.
      let zone = try? database.zone(named: name)
    {
      return zone
    }
    guard let timestamp = message.timestamp,
      Int(timestamp.offset) != team.offset(at: timestamp.seconds)
    else { return team }
    return Zone(offset: Int(timestamp.offset)) ?? team
  }
}
