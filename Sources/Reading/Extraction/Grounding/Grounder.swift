import ActionItems
package import CivilTime
package import DueDates
package import ItemRecords
package import Windowing

/// Checks the items of model replies against the chat, corrects them, and rejects those that the chat does not support.
/// It has the settings of a run; `Grounding` checks one reply. `findings` converts the offline model's claims.
/// `AuthorZones` chooses the time zone of a message.
package struct Grounder: Sendable {
  let zones: AuthorZones
  let deadlines: DueDateReader
  /// Number of messages kept on each side of an item's own message.
  let keepContext: Int
  let strictness: Strictness
  /// Returns whether a window shows a sign of an item. Nil disables the note about musings.
  let mayContainItem: (@Sendable (Window) -> Bool)?
  /// The handling of items whose quote is in no message.
  package enum Strictness: String, CaseIterable, Sendable {
    /// Rejects these items.
    case strict
    /// Keeps these items without a quote if they cite a message.
    case lenient
  }

  package init(
    zone: Zone, zones: ZoneDatabase, deadlines: DueDateReader, keepContext: Int,
    strictness: Strictness = .strict, mayContainItem: (@Sendable (Window) -> Bool)? = nil
  ) {
    self.zones = AuthorZones(team: zone, database: zones)
    self.deadlines = deadlines
    self.keepContext = keepContext
    self.strictness = strictness
    self.mayContainItem = mayContainItem
  }

  /// The result of checking a reply.
  package struct Result: Sendable {
    /// The accepted items, in message order.
    package var findings: [Finding] = []
    /// The items that became findings, in the order of the reply.
    package var kept: [ActionItemJSON] = []
    /// The rejections and notes, in the order of the reply. The notes about unlinked items come last.
    package var diagnostics: [Diagnostic] = []
    /// The number of items that were moved to the message that contains their quote.
    package var moved = 0

    /// The reasons for rejections.
    package var rejections: [Rejection] { diagnostics.compactMap(\.rejection) }
    /// The notes about accepted items.
    package var notes: [Note] { diagnostics.compactMap(\.note) }
  }

  package func ground(_ items: [ActionItemJSON], in window: Window, people: People) -> Result {
    if items.isEmpty { return Result() }
    var grounding = Grounding(of: items, in: window, people, by: self)
    for (number, item) in items.enumerated() { grounding.take(item, number: number) }
    return grounding.finish()
  }
}

extension Grounder {
  /// Returns the findings of claims, in message order. Claims that refer to no line of the window are left out.
  package func findings(of claims: [Window.Claim], in window: Window, _ people: People) -> [Finding]
  {
    claims.filter { window.lines.indices.contains($0.line) }.map { claim in
      let message = window.lines[claim.line].message
      let source = ActionItem.Source(
        platform: window.conversation.platform, sender: message.sender,
        timestamp: message.timestamp, link: message.link)
      let said = Mention(
        messageId: message.id, quote: FieldText.oneLine(claim.quote), source: source,
        order: message.order, task: FieldText.task(claim.text), assignee: claim.assignee?.name,
        assigneeId: claim.assignee.flatMap { $0.id.isEmpty ? nil : $0.id },
        deadline: claim.deadline,
        timeZone: claim.deadline == nil ? nil : zones.zone(of: message, people).identifier,
        priority: claim.isUrgent ? .high : .medium, isDone: claim.isDone,
        handsOver: claim.handsOver, isReport: claim.isDone, isReleased: claim.isReleased,
        isPerhapsDone: claim.isPerhapsDone)
      var finding = Finding(
        said, senderId: message.senderId,
        context: window.context(around: claim.line, keepContext))
      switch claim.task {
      case .open(let id): finding.subject = .item(id: id)
      case .stated(let line, let quote)
      where window.lines.indices.contains(line) && line != claim.line:
        finding.subject = .statedIn(
          message: window.lines[line].message.id, quote: FieldText.oneLine(quote))
      case .stated: break
      }
      return finding
    }
  }
}

extension Window {
  /// Returns the messages around a line that are stored with an item, `count` on each side.
  func context(around line: Int, _ count: Int) -> [Finding.ContextLine] {
    guard count > 0, lines.indices.contains(line) else { return [] }
    return lines[max(0, line - count)...min(lines.count - 1, line + count)].lazy.map(\.message)
      // A line that a batch could not restore is blank.
      .filter { !$0.text.isEmpty }.map {
        Finding.ContextLine(sender: $0.sender, timestamp: $0.timestamp, text: $0.text)
      }
  }
}

/// Chooses the zone in which a message's author counts days and hours.
struct AuthorZones: Sendable {
  let team: Zone
  let database: ZoneDatabase

  /// Returns the author's own zone if the export has it. Otherwise returns the UTC offset of the message's timestamp if
  /// it differs from the team's zone, and the team's zone if not.
  func zone(of message: Message, _ people: People) -> Zone {
    if let name = message.senderId.flatMap({ people.participant(withId: $0) })?.timeZone,
      // If the system does not know the zone's name, the message's offset is more reliable.
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
