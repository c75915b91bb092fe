import ActionItemModel
import CivilTime
package import Extraction
import ItemCoding
package import JSONText

extension JSONWriter {
  /// Writes an item with what merging has to know about it; what reading takes for granted is left
  /// out. Its version is of a device, empty for this one.
  mutating func known(_ known: KnownItem, device: String) {
    let item = known.item
    beginObject()
    storedMembers(of: item)
    if known.number != 1 {
      field("number", known.number)
    }
    if known.firstMessageId != item.messageId {
      field("firstMessageId", known.firstMessageId)
    }
    if known.wordings.count != 1 || known.wordings[0] != item.task {
      key("wordings")
      strings(known.wordings)
    }
    said(of: known)
    settings(of: known, device)
    unknownMembers(known.unknownMembers)
    if let removal = known.removal {
      field("removal", removal.rawValue)
    }
    if let reason = known.removalReason {
      field("removalReason", reason)
    }
    if let run = known.foundInRun {
      field("foundInRun", run)
    }
    if !known.context.isEmpty {
      key("context")
      beginArray()
      for line in known.context {
        beginObject()
        field("sender", line.sender)
        key("timestamp")
        storedTimestamp(line.timestamp)
        field("text", line.text)
        endObject()
      }
      endArray()
    }
    endObject()
  }

  /// Who set what, where that does not follow from the item and what a person holds of it.
  private mutating func settings(of known: KnownItem, _ device: String) {
    if known.settings == ItemSettings(), known.removal == nil, device.isEmpty,
      known.item.updatedAt == known.item.extractedAt
    {
      return
    }
    let held = known.held
    var implied = known
    implied.implySettings(held: held, device: device)
    if known.settings != implied.settings {
      key(SettingsMember.name)
      settings(of: known)
    } else if !held.isEmpty {
      key("held")
      fields(held)
    }
  }

  private mutating func unknownMembers(_ unknown: UnknownMembers?) {
    guard let unknown else { return }
    key("unknown")
    beginObject()
    field("at", Int(unknown.milliseconds))
    for (name, some) in [
      ("payload", unknown.payload), ("item", unknown.item), ("fields", unknown.fields),
    ] where !some.isEmpty {
      key(name)
      beginObject()
      members(some)
      endObject()
    }
    if !unknown.tags.isEmpty {
      key("tags")
      strings(unknown.tags)
    }
    endObject()
  }

  private mutating func strings(_ strings: [String]) {
    beginArray()
    for text in strings { string(text) }
    endArray()
  }
}

extension KnownItem {
  /// Reads an item with what merging has to know about it; its version is of a device, empty for this one.
  init(reading reader: inout JSONReader, device: String) throws {
    var number = 1
    var firstMessageId: String?
    var wordings: [String]?
    var held: Set<Field> = []
    var removal: Removal?
    var removalReason: String?
    var foundInRun: Int?
    var context: [Finding.ContextLine] = []
    var said: SaidMember?
    var order: Int?
    var settings: SettingsMember?
    var unknown: UnknownMembers?
    let item = try ActionItem(reading: &reader) { key, reader throws(JSONError) in
      switch key {
      case "number": number = try reader.readInt()
      case "firstMessageId": firstMessageId = try reader.readString()
      case "wordings": wordings = try reader.readStrings()
      case "held": held = try reader.readFields()
      case "removal": removal = try reader.readOptionalString().flatMap(Removal.init)
      case "removalReason": removalReason = try reader.readOptionalString()
      case "foundInRun": foundInRun = try reader.readInt()
      case "said": said = try SaidMember(reading: &reader)
      case "order": order = try reader.readInt()
      case "context": context = try reader.readContext()
      case "set": settings = try SettingsMember(reading: &reader)
      case "unknown": unknown = try reader.readUnknownMembers()
      default: try reader.skipValue()
      }
    }
    self.init(
      item: item, number: number, firstMessageId: firstMessageId ?? item.messageId,
      wordings: wordings ?? [item.task], removal: removal, foundInRun: foundInRun, context: context)
    self.removalReason = removalReason
    unknownMembers = unknown
    if let settings { settings.tell(&self) } else { implySettings(held: held, device: device) }
    said?.tell(&self)
    if let order { take(order: order) }
  }
}

extension JSONReader {
  fileprivate mutating func readStrings() throws(JSONError) -> [String] {
    var strings: [String] = []
    try beginArray()
    while try nextElement() { strings.append(try readString()) }
    return strings
  }

  /// Reads members, each with its JSON.
  package mutating func readMembers() throws(JSONError) -> [UnknownMembers.Member] {
    var members: [UnknownMembers.Member] = []
    try beginObject()
    while let key = try nextKey() {
      members.append(.init(name: string(of: key), value: Array(try readRaw())))
    }
    return members
  }

  fileprivate mutating func readUnknownMembers() throws(JSONError) -> UnknownMembers {
    var unknown = UnknownMembers()
    try beginObject()
    while let key = try nextKey() {
      switch key {
      case "at": unknown.milliseconds = Int64(try readInt())
      case "payload": unknown.payload = try readMembers()
      case "item": unknown.item = try readMembers()
      case "fields": unknown.fields = try readMembers()
      case "tags": unknown.tags = try readStrings()
      default: try skipValue()
      }
    }
    return unknown
  }

  fileprivate mutating func readContext() throws(JSONError) -> [Finding.ContextLine] {
    var lines: [Finding.ContextLine] = []
    try beginArray()
    while try nextElement() {
      var line = Finding.ContextLine(sender: nil, timestamp: nil, text: "")
      try beginObject()
      while let key = try nextKey() {
        switch key {
        case "sender": line.sender = try readOptionalString()
        case "timestamp": line.timestamp = try readTimestamp()
        case "text": line.text = try readString()
        default: try skipValue()
        }
      }
      lines.append(line)
    }
    return lines
  }
}
