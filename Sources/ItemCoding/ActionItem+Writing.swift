public import ActionItemModel
public import CivilTime
public import JSONText

extension JSONWriter {
  /// Writes an item as an object; absent values are null, never missing.
  ///
  /// The form is the command line's contract: fields are added, none is taken away or renamed.
  public mutating func item(_ item: ActionItem) {
    beginObject()
    members(of: item)
    endObject()
  }

  /// Writes the members of an item, for an object that has others too.
  public mutating func members(of item: ActionItem) { members(of: item, run: item.run) }

  /// Writes the members of an item with another run, or none.
  public mutating func members(of item: ActionItem, run: Int?) {
    key("schema")
    int(1)
    key("id")
    string(item.id)
    key("conversationId")
    string(item.conversationId)
    key("conversationTitle")
    string(item.conversationTitle)
    key("task")
    string(item.task)
    key("assignee")
    string(item.assignee)
    key("assigneeId")
    string(item.assigneeId)
    key("deadline")
    string(item.deadline?.description)
    key("priority")
    string(item.priority.rawValue)
    key("messageId")
    string(item.messageId)
    key("quote")
    string(item.quote)
    key("evidence")
    beginArray()
    for evidence in item.evidence {
      beginObject()
      key("messageId")
      string(evidence.messageId)
      key("quote")
      string(evidence.quote)
      endObject()
    }
    endArray()
    key("source")
    beginObject()
    key("platform")
    string(item.source.platform)
    key("sender")
    string(item.source.sender)
    key("timestamp")
    timestamp(item.source.timestamp)
    key("link")
    string(item.source.link)
    endObject()
    key("isComplete")
    bool(item.isComplete)
    key("completedAt")
    timestamp(item.completedAt)
    // Of archived items alone: what engines keep of all others stays as it is.
    if item.archivedAt != nil {
      key("archivedAt")
      timestamp(item.archivedAt)
    }
    key("extractedAt")
    timestamp(item.extractedAt)
    key("updatedAt")
    timestamp(item.updatedAt)
    key("model")
    string(item.model)
    key("run")
    if let run { int(run) } else { null() }
    key("timeZone")
    string(item.timeZone)
  }

  /// Writes a timestamp in RFC 3339, or null, with at least three digits of fractions, so that times sort as text.
  ///
  /// What has microseconds keeps six digits: nothing is lost.
  public mutating func timestamp(_ timestamp: Timestamp?) {
    guard let timestamp else { return null() }
    plain { timestamp.appendWithMilliseconds(to: &$0) }
  }
}
