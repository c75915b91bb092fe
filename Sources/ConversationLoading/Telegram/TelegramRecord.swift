import ActionItemModel
import JSONText

/// One object of a chat's `messages`.
struct TelegramRecord {
  private var id: String?
  private var type: String?
  private var date: String?
  private var unixTime: String?
  private var from: String?
  private var fromId: String?
  private var actor: String?
  private var actorId: String?
  private var text = TelegramText()
  private var isEdited = false
  private var replyTo: String?
  private var answersElsewhere = false
  private var forwardedFrom: String?
  private var hasForward = false
  /// Members that only some messages have.
  private var extras: [String: JSONValue] = [:]

  /// The members that are kept in `extras`.
  private static let extraKeys: Set<String> = [
    "action", "title", "new_title", "members", "information_text", "duration_seconds",
    "discard_reason", "media_type", "file", "file_name", "sticker_emoji", "poll", "todo_list",
    "contact_information", "place_name", "address", "game_title", "invoice_information",
  ]

  init(reading reader: inout JSONReader) throws(JSONError) {
    try reader.beginObject()
    while let key = try reader.nextKey() {
      switch key {
      case "id": id = try reader.readIfScalar()
      case "type": type = try reader.readIfString()
      case "date": date = try reader.readIfString()
      case "date_unixtime": unixTime = try reader.readIfScalar()
      case "from": from = try reader.readIfString()
      case "from_id": fromId = try reader.readIfScalar()
      case "actor": actor = try reader.readIfString()
      case "actor_id": actorId = try reader.readIfScalar()
      case "text": text = try TelegramText(reading: &reader)
      case "edited": isEdited = try reader.readIfScalar() != nil
      case "text_entities": try reader.skipValue()
      case "reply_to_message_id": replyTo = try reader.readIfScalar()
      case "reply_to_peer_id":
        answersElsewhere = true
        try reader.skipValue()
      case "forwarded_from":
        hasForward = true
        forwardedFrom = try reader.readIfString()
      default:
        let name = key.bytes.count <= 20 ? reader.string(of: key) : ""
        if Self.extraKeys.contains(name) {
          extras[name] = try reader.readTree()
        } else {
          try reader.skipValue()
        }
      }
    }
  }

  // MARK: - Message

  func outcome(in chat: TelegramChat) -> RecordOutcome {
    let isService = type == "service"
    guard isService || type == "message" || type == nil else { return .skipped(.notAMessage) }
    let sender = isService ? Self.sender(actor, actorId) : Self.sender(from, fromId)
    // The clock's reading is that of the computer which exported; the other one is an instant.
    let written = unixTime ?? date
    return .message(
      MessageDraft(
        id: id, sender: sender, time: written.flatMap { GenericTimestamp.read($0) },
        written: written ?? "", text: isService ? event : words, source: source,
        kind: isService ? .system : chat.isBot(from) ? .bot : .message,
        replyTo: answersElsewhere ? nil : replyTo, edited: isEdited ? "" : nil))
  }

  /// Of a deleted account only the id is left.
  private static func sender(_ name: String?, _ id: String?) -> MessageDraft.Sender? {
    guard let called = name ?? id else { return nil }
    return MessageDraft.Sender(id: id ?? called, name: name ?? "Deleted Account")
  }

  /// The text as the export has it, without its markup; nil where it has none.
  private var source: String? { text.isEmpty || type == "service" ? nil : text.source }

  /// What somebody wrote.
  private var words: String {
    var lines = text.isEmpty ? [] : [text.plain]
    lines += [poll, list, contact].compactMap { $0 }
    if lines.isEmpty { lines = attachment.map { [$0] } ?? [] }
    let words = lines.joined(separator: "\n")
    guard hasForward, !words.isEmpty else { return words }
    return "> " + (forwardedFrom.map { "\($0): " } ?? "")
      + words.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\n> ")
  }

  // MARK: - Extras

  /// What happened, in the export's own words: `invite members: Anna, Ben`.
  private var event: String {
    guard let action = extras["action"]?.text else {
      return extras["information_text"]?.text ?? text.plain
    }
    var parts = ["title", "new_title"].compactMap { extras[$0]?.text }
    parts += (extras["members"]?.array ?? []).map { $0.text ?? "Deleted Account" }
    if let seconds = extras["duration_seconds"]?.text { parts.append("\(seconds) s") }
    if let reason = extras["discard_reason"]?.text { parts.append(reason) }
    if !text.isEmpty { parts.append(text.plain) }
    let name = String(action.map { $0 == "_" ? " " : $0 })
    return parts.isEmpty ? name : "\(name): \(parts.joined(separator: ", "))"
  }

  private var poll: String? {
    guard let poll = extras["poll"], let question = Self.plain(poll["question"]) else { return nil }
    return Self.list("Poll: \(question)", poll["answers"])
  }

  private var list: String? {
    guard let list = extras["todo_list"], let title = Self.plain(list["title"]) else { return nil }
    return Self.list("To do: \(title)", list["answers"] ?? list["items"])
  }

  private static func list(_ title: String, _ items: JSONValue?) -> String {
    let lines = (items?.array ?? []).compactMap { plain($0["text"]).map { "- \($0)" } }
    return ([title] + lines).joined(separator: "\n")
  }

  /// A text, or a list of its parts.
  private static func plain(_ value: JSONValue?) -> String? {
    guard let value else { return nil }
    let plain = TelegramText(value).plain
    return plain.isEmpty ? nil : plain
  }

  private var contact: String? {
    if let contact = extras["contact_information"] {
      let name = ["first_name", "last_name"].compactMap { contact[$0]?.text }
        .joined(separator: " ")
      let parts = [name, contact["phone_number"]?.text ?? ""].filter { !$0.isEmpty }
      return parts.isEmpty ? nil : "[contact: \(parts.joined(separator: ", "))]"
    }
    if let place = extras["place_name"]?.text {
      return
        "[place: \([place, extras["address"]?.text].compactMap { $0 }.joined(separator: ", "))]"
    }
    if let game = extras["game_title"]?.text { return "[game: \(game)]" }
    return extras["invoice_information"]?["title"]?.text.map { "[invoice: \($0)]" }
  }

  /// The name of a file; a photo or a voice message has none that says anything.
  private var attachment: String? {
    switch extras["media_type"]?.text {
    case "sticker": return extras["sticker_emoji"]?.text.map { "[sticker: \($0)]" }
    case "voice_message", "video_message", "animation": return nil
    case "audio_file":
      if let title = extras["title"]?.text { return "[file: \(title)]" }
    default: break
    }
    if let name = extras["file_name"]?.text { return "[file: \(name)]" }
    guard let path = extras["file"]?.text, !path.contains("(File ") else { return nil }
    return "[file: \(path.lastPathComponent)]"
  }
}
