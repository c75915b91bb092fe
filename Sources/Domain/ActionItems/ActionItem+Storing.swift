public import CivilTime
public import Encoding

/// Writing items as compact JSON for the store's files, and writing members only if they have a value.
extension JSONWriter {
  /// Writes the members of an item for the store's files and omits all defaults, which halves the size.
  ///
  /// Omitted are absent values, the default priority, and evidence that only repeats the source. So are `isComplete`
  /// for an open item, and `updatedAt` if it equals `extractedAt`.
  public mutating func storedMembers(of item: ActionItem) {
    field("id", item.id)
    field("conversationId", item.conversationId)
    optional("conversationTitle", item.conversationTitle)
    conversationKind(of: item)
    field("task", item.task)
    optional("assignee", item.assignee)
    optional("assigneeId", item.assigneeId)
    optional("deadline", item.deadline?.description)
    if item.priority != .medium { field("priority", item.priority.rawValue) }
    field("messageId", item.messageId)
    optional("quote", item.quote)
    evidence(of: item)
    key("source")
    beginObject()
    field("platform", item.source.platform)
    optional("sender", item.source.sender)
    optional("timestamp", item.source.timestamp)
    optional("link", item.source.link)
    endObject()
    flag("isComplete", item.isComplete)
    optional("completedAt", item.completedAt)
    optional("archivedAt", item.archivedAt)
    optional("extractedAt", item.extractedAt)
    if item.updatedAt != item.extractedAt { optional("updatedAt", item.updatedAt) }
    field("model", item.model)
    optional("run", item.run)
    optional("timeZone", item.timeZone)
  }

  /// Writes who can read an item's conversation, if that is known.
  public mutating func conversationKind(of item: ActionItem) {
    optional("kind", item.conversationKind?.rawValue)
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
      optional("quote", evidence.quote)
      endObject()
    }
    endArray()
  }

  // MARK: - Members

  /// Writes a timestamp in RFC 3339, as short as possible, or null.
  ///
  /// The store's digest covers these bytes, so all versions of the program must write the same.
  public mutating func storedTimestamp(_ timestamp: Timestamp?) {
    guard let timestamp else { return null() }
    plain { timestamp.append(to: &$0) }
  }

  /// Writes a member if there is a value.
  package mutating func optional(_ name: StaticString, _ value: String?) {
    if let value { field(name, value) }
  }

  /// Writes a member if there is a value.
  package mutating func optional(_ name: StaticString, _ value: Int?) {
    if let value { field(name, value) }
  }

  /// Writes a member as `storedTimestamp` does, if there is a value.
  package mutating func optional(_ name: StaticString, _ value: Timestamp?) {
    guard let value else { return }
    key(name)
    storedTimestamp(value)
  }

  /// Writes a member with the value true, or nothing.
  package mutating func flag(_ name: StaticString, _ isSo: Bool) {
    if isSo { field(name, true) }
  }
}
