public import ActionItemModel
public import CivilTime
public import JSONText

extension JSONWriter {
  /// Writes the members of an item for a file of our own: whatever reading takes for granted is left out,
  /// which is half of the bytes.
  ///
  /// Absent values are missing; so are evidence that is the source alone, an item's being open and a last
  /// change at the time of its extraction.
  public mutating func storedMembers(of item: ActionItem) {
    field("id", item.id)
    field("conversationId", item.conversationId)
    if let title = item.conversationTitle {
      field("conversationTitle", title)
    }
    conversationKind(of: item)
    field("task", item.task)
    if let assignee = item.assignee {
      field("assignee", assignee)
    }
    if let assigneeId = item.assigneeId {
      field("assigneeId", assigneeId)
    }
    if let deadline = item.deadline {
      field("deadline", deadline.description)
    }
    if item.priority != .medium {
      field("priority", item.priority.rawValue)
    }
    field("messageId", item.messageId)
    if let quote = item.quote {
      field("quote", quote)
    }
    evidence(of: item)
    key("source")
    stored(item.source)
    if item.isComplete {
      field("isComplete", true)
    }
    if let completedAt = item.completedAt {
      key("completedAt")
      storedTimestamp(completedAt)
    }
    if let archivedAt = item.archivedAt {
      key("archivedAt")
      storedTimestamp(archivedAt)
    }
    key("extractedAt")
    storedTimestamp(item.extractedAt)
    if item.updatedAt != item.extractedAt {
      key("updatedAt")
      storedTimestamp(item.updatedAt)
    }
    field("model", item.model)
    if let run = item.run {
      field("run", run)
    }
    if let timeZone = item.timeZone {
      field("timeZone", timeZone)
    }
  }

  /// Writes who can read an item's conversation, where that is known.
  public mutating func conversationKind(of item: ActionItem) {
    guard let kind = item.conversationKind else { return }
    field("kind", kind.rawValue)
  }

  /// Writes a timestamp in RFC 3339, as short as it can be, or null.
  ///
  /// The digest over a store is made of these bytes, and two versions of this program have to agree on it.
  public mutating func storedTimestamp(_ timestamp: Timestamp?) {
    guard let timestamp else { return null() }
    plain { timestamp.append(to: &$0) }
  }

  private mutating func evidence(of item: ActionItem) {
    if let only = item.evidence.first, item.evidence.count == 1,
      only.messageId == item.messageId, only.quote == item.quote
    {
      return
    }
    key("evidence")
    beginArray()
    for evidence in item.evidence {
      beginObject()
      field("messageId", evidence.messageId)
      if let quote = evidence.quote {
        field("quote", quote)
      }
      endObject()
    }
    endArray()
  }

  private mutating func stored(_ source: ActionItem.Source) {
    beginObject()
    field("platform", source.platform)
    if let sender = source.sender {
      field("sender", sender)
    }
    if let time = source.timestamp {
      key("timestamp")
      storedTimestamp(time)
    }
    if let link = source.link {
      field("link", link)
    }
    endObject()
  }
}
