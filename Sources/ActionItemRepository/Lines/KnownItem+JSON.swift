import ActionItemModel
import CivilTime
import Extraction
import ItemCoding
import JSONText

extension JSONWriter {
  /// Writes an item with what merging has to know about it; what reading takes for granted is left
  /// out.
  mutating func known(_ known: KnownItem) {
    let item = known.item
    beginObject()
    storedMembers(of: item)
    if known.number != 1 {
      key("number")
      int(known.number)
    }
    if known.firstMessageId != item.messageId {
      key("firstMessageId")
      string(known.firstMessageId)
    }
    if known.wordings.count != 1 || known.wordings[0] != item.task {
      key("wordings")
      strings(known.wordings)
    }
    said(of: known)
    if !known.held.isEmpty {
      key("held")
      fields(known.held)
    }
    if let removal = known.removal {
      key("removal")
      string(removal.rawValue)
    }
    if let reason = known.removalReason {
      key("removalReason")
      string(reason)
    }
    if let run = known.foundInRun {
      key("foundInRun")
      int(run)
    }
    if !known.context.isEmpty {
      key("context")
      beginArray()
      for line in known.context {
        beginObject()
        key("sender")
        string(line.sender)
        key("timestamp")
        timestamp(line.timestamp)
        key("text")
        string(line.text)
        endObject()
      }
      endArray()
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
  /// Reads an item with what merging has to know about it.
  init(reading reader: inout JSONReader) throws {
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
      default: try reader.skipValue()
      }
    }
    self.init(
      item: item, number: number, firstMessageId: firstMessageId ?? item.messageId,
      wordings: wordings ?? [item.task], held: held, removal: removal,
      foundInRun: foundInRun, context: context)
    self.removalReason = removalReason
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
