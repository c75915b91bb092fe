import ActionItemModel
import JSONText

/// One chat message (https://learn.microsoft.com/graph/api/resources/chatmessage).
struct TeamsRecord {
  private var id: String?
  private var replyToId: String?
  private var type: String?
  private var created: String?
  private var isDeleted = false
  private var edited: String?
  private var subject: String?
  private var link: String?
  private var body: TeamsValue?
  private var from: TeamsValue?
  private var attachments: TeamsValue?
  private var event: TeamsValue?

  init(reading reader: inout JSONReader) throws(JSONError) {
    try reader.beginObject()
    while let key = try reader.nextKey() {
      switch key {
      case "id", "Id": id = try reader.readIfScalar()
      case "replyToId", "ReplyToId": replyToId = try reader.readIfScalar()
      case "messageType", "MessageType": type = try reader.readIfString()
      case "createdDateTime", "CreatedDateTime": created = try reader.readIfString()
      case "deletedDateTime", "DeletedDateTime": isDeleted = try reader.readIfString() != nil
      case "lastEditedDateTime", "LastEditedDateTime":
        edited = try reader.readIfString()
      case "subject", "Subject": subject = try reader.readIfString()
      case "webUrl", "WebUrl": link = try reader.readIfString()
      case "body", "Body": body = try reader.readIfTree().map(TeamsValue.init)
      case "from", "From": from = try reader.readIfTree().map(TeamsValue.init)
      case "attachments", "Attachments":
        attachments = try reader.readIfFilled().map(TeamsValue.init)
      case "eventDetail", "EventDetail": event = try reader.readIfFilled().map(TeamsValue.init)
      default: try reader.skipValue()
      }
    }
  }

  // MARK: - Message

  var outcome: RecordOutcome {
    if isDeleted { return .skipped(.deleted) }
    let content = body?["content"]?.text ?? ""
    let isEvent = (type ?? "message") != "message" || content.hasPrefix("<systemEventMessage")
    let program = from?["application"]
    let person = from?["user"] ?? program ?? from?["device"]
    let name = person?["displayName"]?.text
    let sender = (name ?? person?["id"]?.text).map {
      MessageDraft.Sender(id: person?["id"]?.text ?? $0, name: $0)
    }
    let isAnswer = replyToId != nil && replyToId != id
    return .message(
      MessageDraft(
        id: id, sender: sender, time: created.flatMap { GenericTimestamp.read($0) },
        written: created ?? "", text: isEvent ? eventText ?? plain(content) : text(content),
        source: isEvent || content.isEmpty ? nil : content,
        kind: isEvent ? .system : program != nil && from?["user"] == nil ? .bot : .message,
        threadId: isAnswer ? replyToId : nil, replyTo: isAnswer ? replyToId : nil, link: link,
        edited: edited))
  }

  // MARK: - Text

  private func text(_ content: String) -> String {
    let attachments = attachments?.list ?? []
    var lines = [subject ?? ""]
    lines += attachments.map { TeamsAttachment($0).quotation ?? "" }
    lines.append(plain(content))
    lines += attachments.map { TeamsAttachment($0).card ?? "" }
    if lines.dropFirst().allSatisfy(\.isEmpty) {
      lines += attachments.map { TeamsAttachment($0).file ?? "" }
    }
    return lines.filter { !$0.isEmpty }.joined(separator: "\n")
  }

  private func plain(_ content: String) -> String {
    body?["contentType"]?.text?.lowercased() == "text" ? content : HTMLText.plain(content)
  }

  // MARK: - Events

  /// What happened, in the words of the export's own names: `members added: Anna, Ben`.
  private var eventText: String? {
    guard let event else { return nil }
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
    let words = Self.words(of: name)
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
