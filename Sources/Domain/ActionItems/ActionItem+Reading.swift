public import CivilTime
public import Encoding

/// Reading items from JSON, in the form for users (`item(_:)`) or for the store (`storedMembers(of:)`). Below: reading
/// times.
extension ActionItem {
  /// Reads an item from a JSON object.
  ///
  /// `other` receives unknown members and has to read or skip the value. `unread` receives priorities and deadlines
  /// that this version does not know, with the member's name.
  ///
  /// Throws `ItemCodingError` if a required member is missing, and the reader's error if a value is invalid.
  public init(
    reading reader: inout JSONReader,
    other: (JSONSlice, inout JSONReader) throws(JSONError) -> Void = {
      _, reader throws(JSONError) in
      try reader.skipValue()
    },
    unread: (_ name: StaticString, _ text: String) -> Void = { _, _ in }
  ) throws {
    self.init(
      id: "", conversationId: "", task: "", messageId: "", evidence: [],
      source: Source(platform: ""), extractedAt: .epoch, model: "")
    var found = Needed()
    var updatedAt: Timestamp?
    try reader.beginObject()
    while let key = try reader.nextKey() {
      switch key {
      case "id":
        id = try reader.readString()
        found.insert(.id)
      case "conversationId":
        conversationId = try reader.readString()
        found.insert(.conversationId)
      case "conversationTitle": conversationTitle = try reader.readOptionalString()
      case "kind":
        conversationKind = try reader.readOptionalString().flatMap(Conversation.Kind.init)
      case "task":
        task = try reader.readString()
        found.insert(.task)
      case "assignee": assignee = try reader.readOptionalString()
      case "assigneeId": assigneeId = try reader.readOptionalString()
      case "deadline":
        guard let text = try reader.readOptionalString() else { continue }
        deadline = Deadline(text)
        if deadline == nil { unread("deadline", text) }
      case "priority":
        let text = try reader.readString()
        priority = Priority(rawValue: text) ?? .medium
        if priority.rawValue != text { unread("priority", text) }
      case "messageId":
        messageId = try reader.readString()
        found.insert(.messageId)
      case "quote": quote = try reader.readOptionalString()
      case "evidence": try readEvidence(&reader)
      case "source":
        source = try ActionItem.Source(reading: &reader)
        found.insert(.source)
      case "isComplete": isComplete = try reader.readBool()
      case "completedAt": completedAt = try reader.readTimestamp()
      case "archivedAt": archivedAt = try reader.readTimestamp()
      case "extractedAt":
        guard let time = try reader.readTimestamp() else { continue }
        extractedAt = time
        found.insert(.extractedAt)
      case "updatedAt": updatedAt = try reader.readTimestamp()
      case "model":
        model = try reader.readString()
        found.insert(.model)
      case "run": run = try reader.readNull() ? nil : try reader.readInt()
      case "timeZone": timeZone = try reader.readOptionalString()
      default: try other(key, &reader)
      }
    }
    if let name = found.missing { throw ItemCodingError.missing(name) }
    self.updatedAt = updatedAt ?? extractedAt
    if evidence.isEmpty { evidence = [Evidence(messageId: messageId, quote: quote)] }
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
      evidence.append(Evidence(messageId: messageId, quote: quote))
    }
  }
}

/// The required members that were found.
private struct Needed: OptionSet {
  var rawValue: UInt8

  static let id = Needed(rawValue: 1)
  static let conversationId = Needed(rawValue: 2)
  static let task = Needed(rawValue: 4)
  static let messageId = Needed(rawValue: 8)
  static let source = Needed(rawValue: 16)
  static let extractedAt = Needed(rawValue: 32)
  static let model = Needed(rawValue: 64)

  /// The name of the first missing member.
  var missing: String? {
    let names = [
      "id", "conversationId", "task", "messageId", "source", "extractedAt", "model",
    ]
    return names.indices.first { rawValue >> $0 & 1 == 0 }.map { names[$0] }
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
  /// Reads a timestamp in RFC 3339. Returns nil for null and for an invalid text; a time without an offset is UTC.
  public mutating func readTimestamp() throws(JSONError) -> Timestamp? {
    if try readNull() { return nil }
    let slice = try readSlice()
    return ISO8601.read(slice.bytes)?.timestamp(assumingOffset: 0)
  }
}

/// The reason why an object is not an item.
public enum ItemCodingError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A required member is missing.
  case missing(String)

  /// The message shown to the user.
  public var description: String {
    switch self {
    case .missing(let name): "the item has no \"\(name)\""
    }
  }
}
