import ActionItems
import CivilTime
package import Encoding
package import ItemRecords

/// The JSON member `said` of an item record: its mentions.
///
/// Most items rest on one message and say the same, so they have no such member. Otherwise it has one entry for each
/// piece of evidence, in that order. An entry has only what differs from the item or from the defaults.
package struct MentionsMember: Sendable {
  /// The mentions without default values; the task is nil if it equals the item's.
  private var entries: [(said: Mention, task: String?)] = []

  package init(reading reader: inout JSONReader) throws(JSONError) {
    try reader.beginArray()
    while try reader.nextElement() { entries.append(try Self.entry(&reader)) }
  }

  private static func entry(
    _ reader: inout JSONReader
  ) throws(JSONError) -> (said: Mention, task: String?) {
    var said = Mention(messageId: "", quote: nil, source: .init(platform: ""), task: "")
    var task: String?
    try reader.beginObject()
    while let key = try reader.nextKey() {
      switch key {
      case "by": said.source.sender = try reader.readOptionalString()
      case "at": said.source.timestamp = try reader.readTimestamp()
      case "link": said.source.link = try reader.readOptionalString()
      case "order": said.order = try reader.readInt()
      case "since": said.since = try reader.readTimestamp()
      case "task": task = try reader.readOptionalString()
      case "assignee": said.assignee = try reader.readOptionalString()
      case "assigneeId": said.assigneeId = try reader.readOptionalString()
      case "deadline": said.deadline = try reader.readOptionalString().flatMap(Deadline.init)
      case "timeZone": said.timeZone = try reader.readOptionalString()
      case "priority":
        said.priority = try reader.readOptionalString().flatMap(Priority.init) ?? .medium
      case "done": said.isDone = try reader.readBool()
      case "handsOver": said.handsOver = try reader.readBool()
      case "report": said.isReport = try reader.readBool()
      case "released": said.isReleased = try reader.readBool()
      case "perhaps": said.isPerhapsDone = try reader.readBool()
      default: try reader.skipValue()
      }
    }
    return (said, task)
  }

  /// Sets the mentions of an item. If evidence and entries do not match, the item stays unchanged.
  package func tell(_ known: inout ItemRecord) {
    let item = known.item
    guard entries.count == item.evidence.count else { return }
    known.statements = zip(item.evidence, entries).enumerated().map { place, pair in
      let (evidence, entry) = pair
      // The first one states the item.
      let base = place == 0 ? item.source : .init(platform: item.source.platform)
      var said = entry.said
      (said.messageId, said.quote) = (evidence.messageId, evidence.quote)
      said.source = ActionItem.Source(
        platform: base.platform, sender: said.source.sender ?? base.sender,
        timestamp: said.source.timestamp ?? base.timestamp, link: said.source.link ?? base.link)
      said.task = entry.task ?? item.task
      return said
    }
  }
}

extension JSONWriter {
  /// Writes the mentions of an item, unless they follow from the item alone.
  package mutating func said(of known: ItemRecord) {
    guard let statements = known.statementsToKeep else { return }
    // Only the number of earlier messages with the same time does not follow from the item.
    if let order = known.orderToKeep { return field("order", order) }
    key("said")
    beginArray()
    for (place, said) in statements.enumerated() { write(said, at: place, of: known.item) }
    endArray()
  }

  private mutating func write(_ said: Mention, at place: Int, of item: ActionItem) {
    let base = place == 0 ? item.source : .init(platform: item.source.platform)
    func other<T: Equatable>(_ value: T?, than usual: T?) -> T? { value == usual ? nil : value }
    beginObject()
    optional("by", other(said.source.sender, than: base.sender))
    optional("at", other(said.source.timestamp, than: base.timestamp))
    optional("link", other(said.source.link, than: base.link))
    optional("order", other(said.order, than: 0))
    optional("since", said.since)
    optional("task", other(said.task, than: item.task))
    optional("assignee", said.assignee)
    optional("assigneeId", said.assigneeId)
    optional("deadline", said.deadline?.description)
    optional("timeZone", said.timeZone)
    optional("priority", other(said.priority, than: .medium)?.rawValue)
    flag("done", said.isDone)
    flag("handsOver", said.handsOver)
    flag("report", said.isReport)
    flag("released", said.isReleased)
    flag("perhaps", said.isPerhapsDone)
    endObject()
  }
}
