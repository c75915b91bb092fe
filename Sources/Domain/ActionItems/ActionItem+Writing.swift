public import CivilTime
public import Encoding

/// Writing items as JSON for users and other programs. `ActionItem.init(reading:)` reads this form, too.
extension JSONWriter {
  /// Writes an item as an object. Absent values are null.
  ///
  /// The format is the command line's contract: members may be added, but never removed or renamed.
  public mutating func item(_ item: ActionItem) {
    beginObject()
    members(of: item)
    endObject()
  }

  /// Writes the members of an item, for an object that has other members, too.
  public mutating func members(of item: ActionItem) { members(of: item, run: item.run) }

  /// Writes the members of an item with another run number, or none.
  public mutating func members(of item: ActionItem, run: Int?) {
    field("schema", 1)
    field("id", item.id)
    field("conversationId", item.conversationId)
    field("conversationTitle", item.conversationTitle)
    field("task", item.task)
    field("assignee", item.assignee)
    field("assigneeId", item.assigneeId)
    field("deadline", item.deadline?.description)
    field("priority", item.priority.rawValue)
    field("messageId", item.messageId)
    field("quote", item.quote)
    key("evidence")
    beginArray()
    for evidence in item.evidence {
      beginObject()
      field("messageId", evidence.messageId)
      field("quote", evidence.quote)
      endObject()
    }
    endArray()
    key("source")
    beginObject()
    field("platform", item.source.platform)
    field("sender", item.source.sender)
    key("timestamp")
    timestamp(item.source.timestamp)
    field("link", item.source.link)
    endObject()
    field("isComplete", item.isComplete)
    key("completedAt")
    timestamp(item.completedAt)
    // Only for archived items, so that what remotes store of all others stays unchanged.
    if item.archivedAt != nil {
      key("archivedAt")
      timestamp(item.archivedAt)
    }
    key("extractedAt")
    timestamp(item.extractedAt)
    key("updatedAt")
    timestamp(item.updatedAt)
    field("model", item.model)
    key("run")
    if let run { int(run) } else { null() }
    field("timeZone", item.timeZone)
  }

  /// Writes a timestamp in RFC 3339, or null. It has at least three fractional digits, so that times sort as text.
  ///
  /// Times with microseconds have six digits, so no precision is lost.
  public mutating func timestamp(_ timestamp: Timestamp?) {
    guard let timestamp else { return null() }
    plain { timestamp.appendWithMilliseconds(to: &$0) }
  }
}
