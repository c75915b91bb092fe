public import ActionItemModel
public import CivilTime
public import JSONText

extension ActionItem {
  /// Reads an item from an object; members of other names go to `other`, which has to read or skip
  /// the value, and texts that are no priority or deadline that this version knows to `unread`, by name.
  ///
  /// Throws `ItemCodingError` where a member that an item needs is missing or cannot be read.
  public init(
    reading reader: inout JSONReader,
    other: (JSONSlice, inout JSONReader) throws(JSONError) -> Void = {
      _, reader throws(JSONError) in
      try reader.skipValue()
    },
    unread: (_ name: StaticString, _ text: String) -> Void = { _, _ in }
  ) throws {
    var fields = ItemFields()
    try fields.read(&reader, unread: unread, other: other)
    self = try fields.finish()
  }
}

/// An item while its members are read, and which of those that it needs were there.
private struct ItemFields {
  private var item = ActionItem(
    id: "", conversationId: "", task: "", messageId: "", evidence: [],
    source: ActionItem.Source(platform: ""), extractedAt: .epoch, model: "")
  private var found = Needed()
  private var updatedAt: Timestamp?

  /// The members that every item has.
  private struct Needed: OptionSet {
    var rawValue: UInt8

    static let id = Needed(rawValue: 1)
    static let conversationId = Needed(rawValue: 2)
    static let task = Needed(rawValue: 4)
    static let messageId = Needed(rawValue: 8)
    static let source = Needed(rawValue: 16)
    static let extractedAt = Needed(rawValue: 32)
    static let model = Needed(rawValue: 64)

    /// The first one that is missing.
    var missing: String? {
      let names = [
        "id", "conversationId", "task", "messageId", "source", "extractedAt", "model",
      ]
      return names.indices.first { rawValue >> $0 & 1 == 0 }.map { names[$0] }
    }
  }

  mutating func read(
    _ reader: inout JSONReader, unread: (StaticString, String) -> Void,
    other: (JSONSlice, inout JSONReader) throws(JSONError) -> Void
  ) throws(JSONError) {
    try reader.beginObject()
    while let key = try reader.nextKey() {
      switch key {
      case "id":
        item.id = try reader.readString()
        found.insert(.id)
      case "conversationId":
        item.conversationId = try reader.readString()
        found.insert(.conversationId)
      case "conversationTitle": item.conversationTitle = try reader.readOptionalString()
      case "kind":
        item.conversationKind = try reader.readOptionalString().flatMap(Conversation.Kind.init)
      case "task":
        item.task = try reader.readString()
        found.insert(.task)
      case "assignee": item.assignee = try reader.readOptionalString()
      case "assigneeId": item.assigneeId = try reader.readOptionalString()
      case "deadline":
        guard let text = try reader.readOptionalString() else { continue }
        item.deadline = Deadline(text)
        if item.deadline == nil { unread("deadline", text) }
      case "priority":
        let text = try reader.readString()
        item.priority = Priority(rawValue: text) ?? .medium
        if item.priority.rawValue != text { unread("priority", text) }
      case "messageId":
        item.messageId = try reader.readString()
        found.insert(.messageId)
      case "quote": item.quote = try reader.readOptionalString()
      case "evidence": try readEvidence(&reader)
      case "source":
        item.source = try ActionItem.Source(reading: &reader)
        found.insert(.source)
      case "isComplete": item.isComplete = try reader.readBool()
      case "completedAt": item.completedAt = try reader.readTimestamp()
      case "archivedAt": item.archivedAt = try reader.readTimestamp()
      case "extractedAt":
        guard let time = try reader.readTimestamp() else { continue }
        item.extractedAt = time
        found.insert(.extractedAt)
      case "updatedAt": updatedAt = try reader.readTimestamp()
      case "model":
        item.model = try reader.readString()
        found.insert(.model)
      case "run": item.run = try reader.readNull() ? nil : try reader.readInt()
      case "timeZone": item.timeZone = try reader.readOptionalString()
      default: try other(key, &reader)
      }
    }
  }

  private mutating func readEvidence(_ reader: inout JSONReader) throws(JSONError) {
    try reader.beginArray()
    while try reader.nextElement() {
      var messageId = ""
      var quote: String?
      try reader.beginObject()
      while let key = try reader.nextKey() {
        switch key {
        case "messageId": messageId = try reader.readString()
        case "quote": quote = try reader.readOptionalString()
        default: try reader.skipValue()
        }
      }
      item.evidence.append(ActionItem.Evidence(messageId: messageId, quote: quote))
    }
  }

  consuming func finish() throws(ItemCodingError) -> ActionItem {
    if let name = found.missing { throw .missing(name) }
    item.updatedAt = updatedAt ?? item.extractedAt
    if item.evidence.isEmpty {
      item.evidence = [ActionItem.Evidence(messageId: item.messageId, quote: item.quote)]
    }
    return item
  }
}

extension ActionItem.Source {
  fileprivate init(reading reader: inout JSONReader) throws(JSONError) {
    self.init(platform: "")
    try reader.beginObject()
    while let key = try reader.nextKey() {
      switch key {
      case "platform": platform = try reader.readString()
      case "sender": sender = try reader.readOptionalString()
      case "timestamp": timestamp = try reader.readTimestamp()
      case "link": link = try reader.readOptionalString()
      default: try reader.skipValue()
      }
    }
  }
}

extension JSONReader {
  /// Reads a timestamp in RFC 3339, or null as nil; a text that is none is nil too.
  public mutating func readTimestamp() throws(JSONError) -> Timestamp? {
    if try readNull() { return nil }
    let slice = try readSlice()
    return ISO8601.read(slice.bytes)?.timestamp(assumingOffset: 0)
  }
}

/// What keeps an object from being an item.
public enum ItemCodingError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A member that every item has is missing.
  case missing(String)

  /// The sentence that a person reads.
  public var description: String {
    switch self {
    case .missing(let name): "the item has no \"\(name)\""
    }
  }
}
