import ActionItems
import Encoding

/// One message of Microsoft Teams (https://learn.microsoft.com/graph/api/resources/chatmessage). Below: `TeamsValue`.
struct TeamsRecord {
  private let record: JSONRecord
  private let body: TeamsValue?

  init(_ record: JSONRecord) throws(JSONError) {
    self.record = record
    body = try record.tree("body", "Body").map(TeamsValue.init)
  }

  static func time(_ record: JSONRecord) -> GenericTimestamp.Reading? {
    record.time("createdDateTime", "CreatedDateTime")
  }

  func outcome() throws(JSONError) -> RecordOutcome {
    if record.string("deletedDateTime", "DeletedDateTime") != nil { return .skipped(.deleted) }
    let id = record.scalar("id", "Id")
    let content = body?["content"]?.text ?? ""
    let isEvent =
      record.string("messageType", "MessageType") ?? "message" != "message"
      || content.hasPrefix("<systemEventMessage")
    let from = try record.tree("from", "From").map(TeamsValue.init)
    let program = from?["application"]
    let person = from?["user"] ?? program ?? from?["device"]
    let name = person?["displayName"]?.text
    let sender = (name ?? person?["id"]?.text).map {
      MessageDraft.Sender(id: person?["id"]?.text ?? $0, name: $0)
    }
    let answered = record.scalar("replyToId", "ReplyToId").flatMap { $0 == id ? nil : $0 }
    return .message(
      MessageDraft(
        id: id, sender: sender, time: Self.time(record),
        written: record.string("createdDateTime", "CreatedDateTime") ?? "",
        text: try isEvent ? event() ?? plain(content) : text(content),
        source: isEvent || content.isEmpty ? nil : content,
        kind: isEvent ? .system : program != nil && from?["user"] == nil ? .bot : .message,
        threadId: answered, replyTo: answered, link: record.string("webUrl", "WebUrl"),
        edited: record.string("lastEditedDateTime", "LastEditedDateTime")))
  }

  private func text(_ content: String) throws(JSONError) -> String {
    let attachments = try record.filled("attachments", "Attachments").elements
      .map { TeamsAttachment(TeamsValue($0)) }
    var lines = attachments.compactMap(\.quotation) + [plain(content)]
    lines += attachments.compactMap(\.card)
    if lines.allSatisfy(\.isEmpty) { lines += attachments.compactMap(\.file) }
    return ([record.string("subject", "Subject") ?? ""] + lines).filledLines
  }

  private func plain(_ content: String) -> String {
    body?["contentType"]?.text?.lowercased() == "text" ? content : HTMLText.plain(content)
  }

  /// Describes an event in the export's own terms: `members added: Anna, Ben`.
  private func event() throws(JSONError) -> String? {
    guard let event = try record.filled("eventDetail", "EventDetail").map(TeamsValue.init) else {
      return nil
    }
    var detail = event
    var name: String?
    if let type = event["@odata.type"]?.text {
      // #microsoft.graph.membersAddedEventMessageDetail
      name = type.split(separator: ".").last.map(String.init)
      if let end = name, end.hasSuffix("EventMessageDetail") { name = String(end.dropLast(18)) }
    } else if let found = event.json.object?.first(where: {
      // {"EventType": null, "Initiator": {…}, "MembersAdded": {…}, …}
      !$0.value.isNull && !["EventType", "Initiator"].contains($0.key)
    }) {
      (name, detail) = (found.key, TeamsValue(found.value))
    } else {
      name = event["eventType"]?.text
    }
    guard let name else { return nil }
    var parts = (detail["members"]?.list ?? []).compactMap { $0["displayName"]?.text }
    parts += ["chatDisplayName", "channelDisplayName", "teamDisplayName", "callDuration"]
      .compactMap { detail[$0]?.text }
    // `membersAdded` becomes `members added`.
    var words = ""
    for character in name {
      if character.isUppercase, !words.isEmpty { words += " " }
      words += character.lowercased()
    }
    return parts.isEmpty ? words : "\(words): \(parts.joined(separator: ", "))"
  }
}

/// A JSON value whose members are found in camelCase or in PascalCase.
struct TeamsValue {
  let json: JSONValue

  init(_ json: JSONValue) {
    self.json = json
  }

  /// The value of a member named in camelCase; nil if it is missing or null.
  subscript(key: String) -> TeamsValue? {
    let value = json[key] ?? json[key.prefix(1).uppercased() + key.dropFirst()]
    guard let value, !value.isNull else { return nil }
    return TeamsValue(value)
  }

  var text: String? { json.text }
  var list: [TeamsValue] { (json.array ?? []).map(TeamsValue.init) }
}
