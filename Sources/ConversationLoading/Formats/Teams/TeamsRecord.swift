import ActionItemModel
import JSONText

/// One chat message (https://learn.microsoft.com/graph/api/resources/chatmessage).
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

  // MARK: - Message

  var outcome: RecordOutcome {
    get throws(JSONError) {
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
          text: try isEvent ? eventText ?? plain(content) : text(content),
          source: isEvent || content.isEmpty ? nil : content,
          kind: isEvent ? .system : program != nil && from?["user"] == nil ? .bot : .message,
          threadId: answered, replyTo: answered, link: record.string("webUrl", "WebUrl"),
          edited: record.string("lastEditedDateTime", "LastEditedDateTime")))
    }
  }

  // MARK: - Text

  private func text(_ content: String) throws(JSONError) -> String {
    let attachments =
      (try record.filled("attachments", "Attachments")?.array ?? [])
      .map { TeamsAttachment(TeamsValue($0)) }
    var lines = [record.string("subject", "Subject") ?? ""]
    lines += attachments.map { $0.quotation ?? "" }
    lines.append(plain(content))
    lines += attachments.map { $0.card ?? "" }
    if lines.dropFirst().allSatisfy(\.isEmpty) { lines += attachments.map { $0.file ?? "" } }
    return lines.filledLines
  }

  private func plain(_ content: String) -> String {
    body?["contentType"]?.text?.lowercased() == "text" ? content : HTMLText.plain(content)
  }

  // MARK: - Events

  /// What happened, in the words of the export's own names: `members added: Anna, Ben`.
  private var eventText: String? {
    get throws(JSONError) {
      try record.filled("eventDetail", "EventDetail").flatMap { Self.text(of: TeamsValue($0)) }
    }
  }

  private static func text(of event: TeamsValue) -> String? {
    var name: String?
    var detail = event
    if let type = event["@odata.type"]?.text {
      // #microsoft.graph.membersAddedEventMessageDetail
      name = type.split(separator: ".").last.map(String.init)
      if let end = name, end.hasSuffix("EventMessageDetail") { name = String(end.dropLast(18)) }
    } else {
      // {"EventType": null, "Initiator": {…}, "MembersAdded": {…}, …}
      let found = event.json.object?.first {
        !$0.value.isNull && !["EventType", "Initiator"].contains($0.key)
      }
      name = found?.key ?? event["eventType"]?.text
      if let found { detail = TeamsValue(found.value) }
    }
    guard let name else { return nil }
    var parts = (detail["members"]?.list ?? []).compactMap { $0["displayName"]?.text }
    parts += ["chatDisplayName", "channelDisplayName", "teamDisplayName", "callDuration"]
      .compactMap { detail[$0]?.text }
    let words = words(of: name)
    return parts.isEmpty ? words : "\(words): \(parts.joined(separator: ", "))"
  }

  /// `membersAdded` as `members added`.
  private static func words(of name: String) -> String {
    var words = ""
    for character in name {
      if character.isUppercase, !words.isEmpty { words += " " }
      words += character.lowercased()
    }
    return words
  }
}
