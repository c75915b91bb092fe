public import ActionItemModel
public import CivilTime
public import JSONText

extension ActionItem {
  /// Reads an item from an object; members of other names go to `other`, which has to read or skip
  /// the value.
  ///
  /// Throws `ItemCodingError` where a member that an item needs is missing or cannot be read.
  public init(
    reading reader: inout JSONReader,
    other: (JSONSlice, inout JSONReader) throws(JSONError) -> Void = {
      _, reader throws(JSONError) in
      try reader.skipValue()
    }
  ) throws {
    var fields = ItemFields()
    try fields.read(&reader, other: other)
    self = try fields.item()
  }
}

/// The members of an item's object, as far as they were there.
private struct ItemFields {
  var id: String?
  var conversationId: String?
  var conversationTitle: String?
  var task: String?
  var assignee: String?
  var assigneeId: String?
  var deadline: Deadline?
  var priority: Priority?
  var messageId: String?
  var quote: String?
  var evidence: [ActionItem.Evidence] = []
  var source: ActionItem.Source?
  var isComplete = false
  var completedAt: Timestamp?
  var extractedAt: Timestamp?
  var updatedAt: Timestamp?
  var model: String?
  var run: Int?
  var timeZone: String?

  mutating func read(
    _ reader: inout JSONReader, other: (JSONSlice, inout JSONReader) throws(JSONError) -> Void
  ) throws(JSONError) {
    try reader.beginObject()
    while let key = try reader.nextKey() {
      switch key {
      case "id": id = try reader.readString()
      case "conversationId": conversationId = try reader.readString()
      case "conversationTitle": conversationTitle = try reader.readOptionalString()
      case "task": task = try reader.readString()
      case "assignee": assignee = try reader.readOptionalString()
      case "assigneeId": assigneeId = try reader.readOptionalString()
      case "deadline": deadline = try reader.readOptionalString().flatMap(Deadline.init)
      case "priority": priority = Priority(rawValue: try reader.readString())
      case "messageId": messageId = try reader.readString()
      case "quote": quote = try reader.readOptionalString()
      case "evidence": try readEvidence(&reader)
      case "source": source = try ActionItem.Source(reading: &reader)
      case "isComplete": isComplete = try reader.readBool()
      case "completedAt": completedAt = try reader.readTimestamp()
      case "extractedAt": extractedAt = try reader.readTimestamp()
      case "updatedAt": updatedAt = try reader.readTimestamp()
      case "model": model = try reader.readString()
      case "run": run = try reader.readNull() ? nil : try reader.readInt()
      case "timeZone": timeZone = try reader.readOptionalString()
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
      evidence.append(ActionItem.Evidence(messageId: messageId, quote: quote))
    }
  }

  func item() throws(ItemCodingError) -> ActionItem {
    guard let id else { throw .missing("id") }
    guard let conversationId else { throw .missing("conversationId") }
    guard let task else { throw .missing("task") }
    guard let messageId else { throw .missing("messageId") }
    guard let source else { throw .missing("source") }
    guard let extractedAt else { throw .missing("extractedAt") }
    guard let model else { throw .missing("model") }
    var item = ActionItem(
      id: id, conversationId: conversationId, conversationTitle: conversationTitle, task: task,
      assignee: assignee, assigneeId: assigneeId, deadline: deadline,
      priority: priority ?? .medium, messageId: messageId, quote: quote,
      evidence: evidence.isEmpty ? nil : evidence, source: source, extractedAt: extractedAt,
      model: model, run: run, timeZone: timeZone)
    item.isComplete = isComplete
    item.completedAt = completedAt
    item.updatedAt = updatedAt ?? extractedAt
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
