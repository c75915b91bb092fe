package import ActionItems
import CivilTime
package import Encoding
package import ItemRecords

/// Writing and reading item records as JSON in lines of the store. `RecordMembers` also reads frames of sync.
extension JSONWriter {
  /// Writes an item record and omits all defaults. `device` made this version; it is empty for this store.
  mutating func known(_ known: ItemRecord, device: String) {
    let item = known.item
    beginObject()
    storedMembers(of: item)
    if known.number != 1 { field("number", known.number) }
    if known.firstMessageId != item.messageId { field("firstMessageId", known.firstMessageId) }
    if known.wordings.count != 1 || known.wordings[0] != item.task {
      key("wordings")
      strings(known.wordings)
    }
    said(of: known)
    settings(of: known, device)
    unknownMembers(known.unknownMembers)
    optional("removal", known.removal?.rawValue)
    optional("removalReason", known.removalReason)
    if let merge = known.merge { write(merge) }
    optional("foundInRun", known.foundInRun)
    if !known.context.isEmpty { context(known.context, isStored: true) }
    endObject()
  }

  private mutating func write(_ merge: ItemRecord.Merge) {
    key("merged")
    beginObject()
    field("into", merge.id)
    optional("at", merge.time)
    key("messages")
    strings(merge.messages)
    endObject()
  }

  /// Writes who set which field, unless that follows from the item and from the fields held by a person.
  private mutating func settings(of known: ItemRecord, _ device: String) {
    if known.settings == ItemSettings(), known.removal == nil, device.isEmpty,
      known.item.updatedAt == known.item.extractedAt
    {
      return
    }
    let held = known.held
    var implied = known
    implied.implySettings(held: held, device: device)
    if known.settings != implied.settings {
      key("set")
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

  /// Writes members unchanged.
  package mutating func members(_ members: [UnknownMembers.Member]) {
    for member in members {
      key(member.name)
      raw(member.value)
    }
  }

  /// Writes the names of fields that describe the task, sorted.
  package mutating func fields(_ fields: Set<ItemRecord.Field>) {
    strings(ItemRecord.Field.ofTask.filter(fields.contains).map(\.rawValue).sorted())
  }

  package mutating func strings(_ strings: [String]) {
    beginArray()
    for text in strings { string(text) }
    endArray()
  }
}

extension ItemRecord {
  /// Reads an item record. `device` made this version; it is empty for this store.
  init(reading reader: inout JSONReader, device: String) throws {
    var members = RecordMembers()
    var removal: Removal?
    var removalReason: String?
    var merge: ItemRecord.Merge?
    var foundInRun: Int?
    var context: [Finding.ContextLine] = []
    var settings: SettingsMember?
    var unknown: UnknownMembers?
    let item = try ActionItem(reading: &reader) { key, reader throws(JSONError) in
      switch key {
      case "removal": removal = try reader.readOptionalString().flatMap(Removal.init)
      case "removalReason": removalReason = try reader.readOptionalString()
      case "merged": merge = try reader.readMerge()
      case "foundInRun": foundInRun = try reader.readInt()
      case "context": context = try reader.readContext()
      case "set": settings = try SettingsMember(reading: &reader)
      case "unknown": unknown = try reader.readUnknownMembers()
      default: if try !members.take(key, &reader) { try reader.skipValue() }
      }
    }
    self = members.bare(item)
    (self.removal, self.removalReason) = (removal, removalReason)
    self.merge = merge
    (self.foundInRun, self.context, unknownMembers) = (foundInRun, context, unknown)
    if let settings {
      settings.tell(&self)
    } else {
      implySettings(held: members.held, device: device)
    }
    members.tell(&self)
  }
}

/// The members of an item record next to the item, in lines of the store and in frames of sync.
package struct RecordMembers {
  package var number: Int?
  package var wordings: [String]?
  /// The fields that a person set, in versions without settings for each field.
  package private(set) var held: Set<ItemRecord.Field> = []
  private var firstMessageId: String?
  private var said: MentionsMember?
  private var order: Int?
  private let takesWording: (_ wording: String, _ count: Int) -> Bool

  /// Prepares for reading. Each wording is kept if `takesWording` accepts it together with the number of wordings
  /// before it.
  package init(
    takesWording: @escaping (_ wording: String, _ count: Int) -> Bool = { _, _ in true }
  ) {
    self.takesWording = takesWording
  }

  /// Reads the value of a member if it is one of these.
  package mutating func take(
    _ key: JSONSlice, _ reader: inout JSONReader
  ) throws(JSONError) -> Bool {
    switch key {
    case "number": number = try reader.readInt()
    case "firstMessageId": firstMessageId = try reader.readString()
    case "wordings": wordings = try reader.readStrings { takesWording($0, $1) }
    case "said": said = try MentionsMember(reading: &reader)
    case "order": order = try reader.readInt()
    case "held":
      let names = try reader.readStrings { name, _ in ItemRecord.Field(rawValue: name) != nil }
      held = Set(names.compactMap(ItemRecord.Field.init))
    default: return false
    }
    return true
  }

  /// Creates the item record without any settings.
  package func known(_ item: ActionItem) -> ItemRecord {
    var known = bare(item)
    tell(&known)
    return known
  }

  fileprivate func bare(_ item: ActionItem) -> ItemRecord {
    ItemRecord(
      item: item, number: number ?? 1, firstMessageId: firstMessageId ?? item.messageId,
      wordings: wordings ?? [item.task])
  }

  fileprivate func tell(_ known: inout ItemRecord) {
    said?.tell(&known)
    if let order { known.take(order: order) }
  }
}

extension JSONReader {
  /// Reads a list of strings. Each is kept if `isWanted` accepts it together with the number of strings before it.
  fileprivate mutating func readStrings(
    where isWanted: (String, _ count: Int) -> Bool = { _, _ in true }
  ) throws(JSONError) -> [String] {
    var strings: [String] = []
    try beginArray()
    while try nextElement() {
      let string = try readString()
      if isWanted(string, strings.count) { strings.append(string) }
    }
    return strings
  }

  private mutating func readMembers() throws(JSONError) -> [UnknownMembers.Member] {
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

  fileprivate mutating func readMerge() throws(JSONError) -> ItemRecord.Merge {
    var merge = ItemRecord.Merge(into: "", at: .epoch, messages: [])
    try beginObject()
    while let key = try nextKey() {
      switch key {
      case "into": merge.id = try readString()
      case "at": merge.time = try readTimestamp() ?? .epoch
      case "messages": merge.messages = try readStrings()
      default: try skipValue()
      }
    }
    return merge
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
