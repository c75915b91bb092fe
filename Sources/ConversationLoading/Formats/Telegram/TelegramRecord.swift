import ActionItemModel
import JSONText
import TextSearch

/// One object of a chat's `messages`.
struct TelegramRecord {
  private let record: JSONRecord
  private let isService: Bool
  private let text: TelegramText

  init(_ record: JSONRecord) throws(JSONError) {
    self.record = record
    isService = record.string("type") == "service"
    text = try TelegramText(record)
  }

  // MARK: - Message

  static let head = HeadShape(
    text: "text", tellers: ["type", "from", "from_id"],
    others: [
      "actor", "action", "poll", "todo_list", "contact_information", "place_name", "game_title",
      "invoice_information", "forwarded_from", "information_text", "actor_id",
    ])

  /// When a message was written. The clock's reading is that of the computer which exported; the other one is an instant.
  static func time(of record: JSONRecord) -> GenericTimestamp.Reading? {
    record.scalar("date_unixtime") == nil ? record.time("date") : record.time("date_unixtime")
  }

  func outcome(in chat: TelegramChat) throws(JSONError) -> RecordOutcome {
    if !isService, let type = record.string("type"), type != "message" {
      return .skipped(.notAMessage)
    }
    let from = record.string("from")
    let sender =
      isService
      ? Self.sender(record.string("actor"), record.scalar("actor_id"))
      : Self.sender(from, record.scalar("from_id"))
    let unixTime = record.scalar("date_unixtime")
    return .message(
      MessageDraft(
        id: record.scalar("id"), sender: sender,
        time: Self.time(of: record),
        written: unixTime ?? record.string("date") ?? "", text: try isService ? event : words,
        // Without its markup.
        source: text.isEmpty || isService ? nil : text.source,
        kind: isService ? .system : chat.isBot(from) ? .bot : .message,
        replyTo: record.has("reply_to_peer_id") ? nil : record.scalar("reply_to_message_id"),
        edited: record.scalar("edited") == nil ? nil : ""))
  }

  /// Of a deleted account only the id is left.
  private static func sender(_ name: String?, _ id: String?) -> MessageDraft.Sender? {
    guard let called = name ?? id else { return nil }
    return MessageDraft.Sender(id: id ?? called, name: name ?? "Deleted Account")
  }

  /// What somebody wrote.
  private var words: String {
    get throws(JSONError) {
      var lines = text.isEmpty ? [] : [text.plain]
      lines += try [
        list("poll", "Poll", title: "question", items: ["answers"]),
        list("todo_list", "To do", title: "title", items: ["answers", "items"]), contact,
      ].compactMap { $0 }
      if lines.isEmpty { lines = attachment.map { [$0] } ?? [] }
      let words = lines.joined(separator: "\n")
      guard record.has("forwarded_from"), !words.isEmpty else { return words }
      return words.quoted(from: record.string("forwarded_from"))
    }
  }

  // MARK: - Extras

  /// What happened, in the export's own words: `invite members: Anna, Ben`.
  private var event: String {
    get throws(JSONError) {
      guard let action = record.scalar("action") else {
        return record.scalar("information_text") ?? text.plain
      }
      var parts = [record.scalar("title"), record.scalar("new_title")].compactMap { $0 }
      parts += (try record.tree("members")?.array ?? []).map { $0.text ?? "Deleted Account" }
      if let seconds = record.scalar("duration_seconds") { parts.append("\(seconds) s") }
      if let reason = record.scalar("discard_reason") { parts.append(reason) }
      if !text.isEmpty { parts.append(text.plain) }
      let name = String(action.map { $0 == "_" ? " " : $0 })
      return parts.isEmpty ? name : "\(name): \(parts.joined(separator: ", "))"
    }
  }

  /// A poll or a list: its title, and its items on lines of their own.
  private func list(
    _ key: StaticString, _ word: String, title: String, items: [String]
  ) throws(JSONError) -> String? {
    guard let list = try record.tree(key), let title = Self.plain(list[title]) else { return nil }
    let items = items.lazy.compactMap { list[$0] }.first?.array ?? []
    let lines = items.compactMap { Self.plain($0["text"]).map { "- \($0)" } }
    return (["\(word): \(title)"] + lines).joined(separator: "\n")
  }

  /// A text, or a list of its parts.
  private static func plain(_ value: JSONValue?) -> String? {
    guard let value else { return nil }
    let plain = TelegramText(value).plain
    return plain.isEmpty ? nil : plain
  }

  private var contact: String? {
    get throws(JSONError) {
      if record.has("contact_information") {
        let contact = try record.tree("contact_information")
        let name = ["first_name", "last_name"].compactMap { contact?[$0]?.text }
          .joined(separator: " ")
        let parts = [name, contact?["phone_number"]?.text ?? ""].filter { !$0.isEmpty }
        return parts.isEmpty ? nil : "[contact: \(parts.joined(separator: ", "))]"
      }
      if let place = record.scalar("place_name") {
        let parts = [place, record.scalar("address")].compactMap { $0 }
        return "[place: \(parts.joined(separator: ", "))]"
      }
      if let game = record.scalar("game_title") { return "[game: \(game)]" }
      return try record.tree("invoice_information")?["title"]?.text.map { "[invoice: \($0)]" }
    }
  }

  /// The name of a file; a photo or a voice message has none that says anything.
  private var attachment: String? {
    switch record.scalar("media_type") {
    case "sticker": return record.scalar("sticker_emoji").map { "[sticker: \($0)]" }
    case "voice_message", "video_message", "animation": return nil
    case "audio_file": if let title = record.scalar("title") { return "[file: \(title)]" }
    default: break
    }
    if let name = record.scalar("file_name") { return "[file: \(name)]" }
    guard let path = record.scalar("file"), !path.holds("(File ") else { return nil }
    return "[file: \(path.lastPathComponent)]"
  }
}
