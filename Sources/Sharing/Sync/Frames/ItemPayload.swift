import ActionItems
package import Encoding
import ItemRecords
package import Store

/// Writes the payload of an item frame for `OutgoingChange`, and names the frame's type. `IncomingFields` reads it.
package enum ItemPayload {
  package static func type(of change: StoreChange) -> String {
    if change.change.known.removal != nil { return "item.deleted" }
    return switch change.change.kind {
    case .created: "item.created"
    case .deleted: "item.deleted"
    case .updated, .completed, .reopened: "item.updated"
    }
  }

  /// Writes the payload: members that any server knows, our own under `actionItem`, and the change's store.
  ///
  /// `fields` holds the author of each field. For a removed or purged item, the payload has only ids and the removal
  /// with its reason. A withdrawn or archived item may come back, so it is sent completely.
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

  /// Writes the payload of a deletion that means that an item left the remote's filter. The item still exists.
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
    // This store withholds the item, so it counts as the device that made the change.
    writer.place(of: change, store, device: store)
    writer.endObject()
  }

  /// The scope of a deletion that only means that an item left the remote's filter.
  static let leftScope = "left"
}

extension JSONWriter {
  fileprivate mutating func place(of change: StoreChange, _ store: String, device: String) {
    field("storeId", store)
    field("sequence", change.sequence)
    field("deviceId", device)
  }

  fileprivate mutating func content(of known: ItemRecord, _ item: ActionItem) {
    var item = item
    // `fields` already has the archiving. To older versions, an item with an unknown member looks changed by hand.
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
    // The number of a run is only valid in its own store.
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

  /// Writes the author of each field, and the `FieldsCheck` by which the reader detects later changes.
  fileprivate mutating func fields(of known: ItemRecord) {
    var known = known
    // Presence is written even if it was set together with the other fields.
    if known.removal != nil { known.settings[.presence] = known.register(of: .presence) }
    settings(of: known) { writer in
      writer.field("sum", FieldsCheck.sum(of: known, known.unknownMembers))
      guard let unknown = known.unknownMembers else { return }
      writer.field("unknown", Int(unknown.milliseconds))
      writer.members(unknown.fields)
    }
  }
}
