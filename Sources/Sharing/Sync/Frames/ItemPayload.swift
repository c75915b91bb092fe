import ActionItems
package import Store
import ItemRecords
package import Encoding

/// Writes what an engine is told of an item.
package enum ItemPayload {
  package static func type(of change: StoreChange) -> String {
    if change.change.known.removal != nil { return "item.deleted" }
    return switch change.change.kind {
    case .created: "item.created"
    case .deleted: "item.deleted"
    case .updated, .completed, .reopened: "item.updated"
    }
  }

  /// Writes the payload: what every engine knows of an item, what is ours under `actionItem`, and where the
  /// version comes from.
  ///
  /// Under `fields` it says who set what. Of an item that a person took away only ids are told, and who took it
  /// away and why; one that merely was not found again, or is archived, may come back, and is told of as a whole.
  package static func write(_ change: StoreChange, store: String, to writer: inout JSONWriter) {
    let known = change.change.known
    let item = known.item
    writer.beginObject()
    writer.field("id", item.id)
    writer.key("updatedAt")
    writer.timestamp(item.updatedAt)
    writer.key("fields")
    switch known.removal {
    case nil:
      writer.fields(of: known.named(store))
      writer.content(of: known, item)
    case .withdrawn, .archived:
      writer.fields(of: known.named(store))
      writer.field("withdrawn", true)
      writer.content(of: known, item)
    case .person, .purged:
      writer.settings(of: known.named(store).withPresenceAlone, isItemTold: false)
      writer.field("conversationId", item.conversationId)
      writer.field("messageId", known.firstMessageId)
      writer.field("number", known.number)
    }
    writer.place(of: change, store, device: change.device ?? store)
    writer.endObject()
  }

  /// Writes that an item left what the reader is told of, and nothing else of it: it is still there, and may come
  /// back.
  static func writeLeaving(
    _ change: StoreChange, at time: Int64, store: String, to writer: inout JSONWriter
  ) {
    let item = change.change.known.item
    writer.beginObject()
    writer.field("id", item.id)
    writer.key("updatedAt")
    writer.timestamp(item.updatedAt)
    writer.field("scope", leftScope)
    writer.field("leftAt", Int(time))
    // Whoever keeps it from the reader has set that, whoever changed the item.
    writer.place(of: change, store, device: store)
    writer.endObject()
  }

  /// How a deletion is marked that merely means that an item left what the reader is told of.
  static let leftScope = "left"
}

extension JSONWriter {
  fileprivate mutating func place(of change: StoreChange, _ store: String, device: String) {
    field("storeId", store)
    field("sequence", change.sequence)
    field("deviceId", device)
  }

  fileprivate mutating func content(of known: KnownItem, _ item: ActionItem) {
    var item = item
    // Who set what says so; older versions take an item with a member that they do not know for changed by hand.
    item.archivedAt = nil
    field("title", item.task)
    field("content", item.quote ?? "")
    key("createdAt")
    timestamp(item.extractedAt)
    key("tags")
    beginArray()
    string("action-item")
    string(item.priority.rawValue)
    for tag in known.unknownMembers?.tags ?? [] { string(tag) }
    endArray()
    members(known.unknownMembers?.payload ?? [])
    key("actionItem")
    beginObject()
    // A run's number means something in its own store only.
    members(of: item, run: nil)
    conversationKind(of: item)
    field("number", known.number)
    field("firstMessageId", known.firstMessageId)
    key("wordings")
    strings(known.wordings)
    said(of: known)
    key("held")
    fields(known.held)
    members(known.unknownMembers?.item ?? [])
    endObject()
  }

  /// Writes who set what, and a check by which whoever reads it knows that nothing else was changed since.
  fileprivate mutating func fields(of known: KnownItem) {
    var known = known
    // Said, though it may be as of the rest.
    if known.removal != nil { known.settings[.presence] = known.register(of: .presence) }
    settings(of: known) { writer in
      writer.field("sum", FieldsCheck.sum(of: known, known.unknownMembers))
      guard let unknown = known.unknownMembers else { return }
      writer.field("unknown", Int(unknown.milliseconds))
      writer.members(unknown.fields)
    }
  }
}
