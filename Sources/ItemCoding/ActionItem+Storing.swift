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
    key("id")
    string(item.id)
    key("conversationId")
    string(item.conversationId)
    if let title = item.conversationTitle {
      key("conversationTitle")
      string(title)
    }
    conversationKind(of: item)
    key("task")
    string(item.task)
    if let assignee = item.assignee {
      key("assignee")
      string(assignee)
    }
    if let assigneeId = item.assigneeId {
      key("assigneeId")
      string(assigneeId)
    }
    if let deadline = item.deadline {
      key("deadline")
      string(deadline.description)
    }
    if item.priority != .medium {
      key("priority")
      string(item.priority.rawValue)
    }
    key("messageId")
    string(item.messageId)
    if let quote = item.quote {
      key("quote")
      string(quote)
    }
    evidence(of: item)
    key("source")
    stored(item.source)
    if item.isComplete {
      key("isComplete")
      bool(true)
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
    key("model")
    string(item.model)
    if let run = item.run {
      key("run")
      int(run)
    }
    if let timeZone = item.timeZone {
      key("timeZone")
      string(timeZone)
    }
  }

  /// Writes who can read an item's conversation, where that is known.
  public mutating func conversationKind(of item: ActionItem) {
    guard let kind = item.conversationKind else { return }
    key("kind")
    string(kind.rawValue)
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
      key("messageId")
      string(evidence.messageId)
      if let quote = evidence.quote {
        key("quote")
        string(quote)
      }
      endObject()
    }
    endArray()
  }

  private mutating func stored(_ source: ActionItem.Source) {
    beginObject()
    key("platform")
    string(source.platform)
    if let sender = source.sender {
      key("sender")
      string(sender)
    }
    if let time = source.timestamp {
      key("timestamp")
      storedTimestamp(time)
    }
    if let link = source.link {
      key("link")
      string(link)
    }
    endObject()
  }
}
