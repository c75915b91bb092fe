import ActionItems
import Encoding
import Extraction
import ItemRecords
import Store
import System

/// Writes items as JSON Lines. `ItemRecord.state` (at the end) is the state of an item as a word.
extension OutputStream {
  func writeJSON(_ items: [ActionItem]) throws(OutputError) {
    var writer = JSONWriter(escaping: .invisibles)
    for item in items {
      writer.item(item)
      writer.endLine()
      if writer.bytes.count > 1 << 16 { try write(writer.take()) }
    }
    try write(writer.bytes)
  }

  /// Writes an item, including the cause of a removal and any conflicts.
  ///
  /// `store` is the id of the store that contains it. `members` writes additional members.
  func writeJSON(
    _ known: ItemRecord, store: String? = nil, also members: (inout JSONWriter) -> Void = { _ in }
  ) throws(OutputError) {
    try write(
      JSONWriter.line {
        $0.members(of: known, store: store)
        members(&$0)
      })
  }
}

extension JSONWriter {
  /// Returns an object on one line, with the members that a closure writes.
  static func line(_ members: (inout JSONWriter) -> Void) -> [UInt8] {
    var writer = JSONWriter(escaping: .invisibles)
    writer.beginObject()
    members(&writer)
    writer.endObject()
    writer.endLine()
    return writer.bytes
  }

  mutating func members(of known: ItemRecord, store: String?) {
    members(of: known.item)
    closing(of: known)
    if let removal = known.removal, removal != .archived {
      field("removal", removal.rawValue)
      field("removalReason", known.removalReason)
    }
    if !known.conflicts.isEmpty { conflicts(of: known, store: store) }
  }

  /// Writes the message that completes the item or may do so. Writes nothing if a person set the state.
  mutating func closing(of known: ItemRecord) {
    let perhaps = known.perhapsClosedBy
    guard let closing = known.closedBy ?? perhaps else { return }
    key(perhaps == nil ? "closedBy" : "perhapsClosedBy")
    beginObject()
    field("messageId", closing.messageId)
    field("quote", closing.quote)
    endObject()
  }
}

extension ItemRecord {
  /// The item's state in one word, for JSON and messages.
  var state: String {
    switch removal {
    case .archived: "archived"
    case .person, .withdrawn, .purged: "removed"
    case nil: item.isComplete ? "done" : "open"
    }
  }
}
