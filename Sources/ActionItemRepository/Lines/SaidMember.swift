import ActionItemModel
import CivilTime
public import Extraction
import ItemCoding
public import JSONText

/// The member of an item's object that tells what each of its messages says of it.
///
/// Most items rest on one message and are what it says: they have no such member. Otherwise there is one
/// entry for each piece of evidence, in their order, with what differs from the item or from what is usual.
public struct SaidMember: Sendable {
  /// The member's name.
  public static let name = "said"
  /// The name of the member for an item of one message that tells everything but how many messages of its
  /// minute stand before that one.
  public static let orderName = "order"

  fileprivate struct Entry {
    var sender: String?
    var timestamp: Timestamp?
    var link: String?
    var order = 0
    var since: Timestamp?
    var task: String?
    var assignee: String?
    var assigneeId: String?
    var deadline: Deadline?
    var timeZone: String?
    var priority = Priority.medium
    var isDone = false
    var handsOver = false
    var isReport = false
  }

  private var entries: [Entry] = []

  /// Reads the member's value.
  public init(reading reader: inout JSONReader) throws(JSONError) {
    try reader.beginArray()
    while try reader.nextElement() { entries.append(try Entry(reading: &reader)) }
  }

  /// Tells an item what its messages say; where evidence and entries do not fit together, it stays as it is.
  public func tell(_ known: inout KnownItem) {
    let item = known.item
    guard entries.count == item.evidence.count else { return }
    known.statements = zip(item.evidence, entries).enumerated().map { place, pair in
      let (evidence, entry) = pair
      // The first one is the one that states the item.
      let base = place == 0 ? item.source : .init(platform: item.source.platform)
      let source = ActionItem.Source(
        platform: base.platform, sender: entry.sender ?? base.sender,
        timestamp: entry.timestamp ?? base.timestamp, link: entry.link ?? base.link)
      return Statement(
        messageId: evidence.messageId, quote: evidence.quote, source: source, order: entry.order,
        since: entry.since, task: entry.task ?? item.task, assignee: entry.assignee,
        assigneeId: entry.assigneeId, deadline: entry.deadline, timeZone: entry.timeZone,
        priority: entry.priority, isDone: entry.isDone, handsOver: entry.handsOver,
        isReport: entry.isReport)
    }
  }
}

extension SaidMember.Entry {
  fileprivate init(reading reader: inout JSONReader) throws(JSONError) {
    self.init()
    try reader.beginObject()
    while let key = try reader.nextKey() {
      switch key {
      case "by": sender = try reader.readOptionalString()
      case "at": timestamp = try reader.readTimestamp()
      case "link": link = try reader.readOptionalString()
      case "order": order = try reader.readInt()
      case "since": since = try reader.readTimestamp()
      case "task": task = try reader.readOptionalString()
      case "assignee": assignee = try reader.readOptionalString()
      case "assigneeId": assigneeId = try reader.readOptionalString()
      case "deadline": deadline = try reader.readOptionalString().flatMap(Deadline.init)
      case "timeZone": timeZone = try reader.readOptionalString()
      case "priority":
        priority = try reader.readOptionalString().flatMap(Priority.init) ?? .medium
      case "done": isDone = try reader.readBool()
      case "handsOver": handsOver = try reader.readBool()
      case "report": isReport = try reader.readBool()
      default: try reader.skipValue()
      }
    }
  }
}

extension JSONWriter {
  /// Writes what the messages of an item say, where the item alone does not tell.
  public mutating func said(of known: KnownItem) {
    guard let statements = known.statementsToKeep else { return }
    if let order = known.orderToKeep {
      key(SaidMember.orderName)
      return int(order)
    }
    key(SaidMember.name)
    beginArray()
    for (place, said) in statements.enumerated() { write(said, at: place, of: known.item) }
    endArray()
  }

  private mutating func write(_ said: Statement, at place: Int, of item: ActionItem) {
    let base = place == 0 ? item.source : .init(platform: item.source.platform)
    func other<T: Equatable>(_ value: T?, than usual: T?) -> T? { value == usual ? nil : value }
    beginObject()
    write("by", other(said.source.sender, than: base.sender))
    write("at", other(said.source.timestamp, than: base.timestamp))
    write("link", other(said.source.link, than: base.link))
    if said.order != 0 {
      field("order", said.order)
    }
    write("since", said.since)
    write("task", other(said.task, than: item.task))
    write("assignee", said.assignee)
    write("assigneeId", said.assigneeId)
    write("deadline", said.deadline?.description)
    write("timeZone", said.timeZone)
    write("priority", other(said.priority, than: .medium)?.rawValue)
    write("done", said.isDone)
    write("handsOver", said.handsOver)
    write("report", said.isReport)
    endObject()
  }

  private mutating func write(_ name: String, _ text: String?) {
    guard let text else { return }
    key(name)
    string(text)
  }

  private mutating func write(_ name: String, _ time: Timestamp?) {
    guard let time else { return }
    key(name)
    storedTimestamp(time)
  }

  private mutating func write(_ name: String, _ isSo: Bool) {
    guard isSo else { return }
    key(name)
    bool(true)
  }
}
