import ActionItems
import Encoding

/// One message in Telegram Desktop's JSON: an object of `messages`. Below: tasks of lists, and text with markup.
struct TelegramRecord {
  private let record: JSONRecord
  private let isService: Bool
  private let text: TelegramText
  /// The changes that the author made to tasks of a list, which count as the author's words.
  private let tasks: [String]
  private let namesUnknownTask: Bool

  init(_ record: JSONRecord, _ known: inout TelegramTasks) throws(JSONError) {
    self.record = record
    (tasks, namesUnknownTask) = try known.take(record)
    isService = record.string("type") == "service" && tasks.isEmpty
    text = try TelegramText(record)
  }

  /// The time of a message: `date_unixtime`, an instant, or else `date`, a clock reading of the exporting computer.
  static func time(of record: JSONRecord) -> GenericTimestamp.Reading? {
    record.scalar("date_unixtime") == nil ? record.time("date") : record.time("date_unixtime")
  }

  func outcome(bot: String?) throws(JSONError) -> RecordOutcome {
    if !isService, let type = record.string("type"), type != "message", type != "service" {
      return .skipped(.notAMessage)
    }
    let from = record.string("from")
    let name = record.string("actor") ?? from
    let id = record.scalar("actor_id", "from_id")
    let unixTime = record.scalar("date_unixtime")
    return .message(
      MessageDraft(
        id: record.scalar("id"),
        // A deleted account has only an id.
        sender: (id ?? name).map { .init(id: $0, name: name ?? "Deleted Account") },
        time: Self.time(of: record),
        written: unixTime ?? record.string("date") ?? "", text: try isService ? event() : words(),
        // The text without markup.
        source: text.isEmpty || isService ? nil : text.source,
        kind: isService ? .system : bot != nil && from == bot ? .bot : .message,
        replyTo: record.has("reply_to_peer_id") ? nil : record.scalar("reply_to_message_id"),
        edited: record.scalar("edited") == nil ? nil : "", namesUnknownTask: namesUnknownTask))
  }

  private func words() throws(JSONError) -> String {
    var lines = text.isEmpty ? [] : [text.plain]
    lines += try [
      list("poll", "Poll", title: "question"), list("todo_list", "To do", title: "title"),
      contact(),
    ].compactMap { $0 }
    lines += Self.blocks(try record.tree("rich_message")?["blocks"])
    lines += tasks
    if lines.isEmpty { lines = attachment.map { [$0] } ?? [] }
    let words = lines.joined(separator: "\n")
    guard record.has("forwarded_from"), !words.isEmpty else { return words }
    return words.quoted(from: record.string("forwarded_from"))
  }

  /// Describes an event in the export's own terms: `invite members: Anna, Ben`.
  private func event() throws(JSONError) -> String {
    guard let action = record.scalar("action") else {
      return record.scalar("information_text") ?? text.plain
    }
    var parts = [record.scalar("title"), record.scalar("new_title")].compactMap { $0 }
    parts += try record.tree("members").elements.map { $0.text ?? "Deleted Account" }
    parts += [
      record.scalar("duration_seconds").map { "\($0) s" }, record.scalar("discard_reason"),
      text.isEmpty ? nil : text.plain,
    ].compactMap { $0 }
    let name = String(action.map { $0 == "_" ? " " : $0 })
    return parts.isEmpty ? name : "\(name): \(parts.joined(separator: ", "))"
  }

  /// Formats a poll or a list: its title, and each item on a line.
  private func list(
    _ key: StaticString, _ word: String, title: String
  ) throws(JSONError) -> String? {
    guard let list = try record.tree(key), let title = Self.plain(list[title]) else { return nil }
    let lines = list["answers"].elements.compactMap { Self.plain($0["text"]).map { "- \($0)" } }
    return (["\(word): \(title)"] + lines).joined(separator: "\n")
  }

  /// The lines of nested blocks: headings, paragraphs, quotes, tables and lists, whose items may be checked.
  private static func blocks(_ value: JSONValue?, depth: Int = 0) -> [String] {
    if depth > 8 { return [] }
    return value.elements.flatMap { block in
      var lines = [plain(block["text"])].compactMap { $0 }
      lines += blocks(block["blocks"], depth: depth + 1)
      if block["type"]?.text == "blockquote" { lines = lines.map { $0.quoted() } }
      for item in block["items"].elements {
        let mark =
          item["has_checkbox"]?.bool != true
          ? "" : item["is_checked"]?.bool == true ? "[x] " : "[ ] "
        let words = blocks(.array([item]), depth: depth + 1)
        lines += words.enumerated().map { $0 == 0 ? "- \(mark)\($1)" : "  \($1)" }
      }
      lines += block["cells"].elements.map { row in
        (row.array ?? []).compactMap { plain($0["text"] ?? $0) }.joined(separator: " | ")
      }
      return lines
    }
  }

  fileprivate static func plain(_ value: JSONValue?) -> String? {
    guard let value else { return nil }
    let plain = TelegramText(value).plain
    return plain.isEmpty ? nil : plain
  }

  private func contact() throws(JSONError) -> String? {
    if record.has("contact_information") {
      let contact = try record.tree("contact_information")
      let name = contact?.texts("first_name", "last_name").joined(separator: " ") ?? ""
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

  /// The name of a file; photos and voice messages have no meaningful name.
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

/// The tasks of a chat's lists by number. Messages about finished tasks give only the numbers.
struct TelegramTasks {
  /// Nil for a number that two lists use for different tasks.
  private var words: [String: String?] = [:]

  private static let countLimit = 10_000
  /// The most bytes of tasks that one message names.
  private static let lengthLimit = 1 << 20

  /// Notes the tasks that a record adds. Returns the lines for tasks that were added to a list, finished or reopened,
  /// and whether a finished or reopened task is unknown.
  mutating func take(_ record: JSONRecord) throws(JSONError) -> (lines: [String], isPart: Bool) {
    note(try record.tree("todo_list")?["answers"])
    switch record.string("action") {
    case "todo_append_tasks":
      let items = try record.tree("items")
      note(items)
      return (items.elements.compactMap { TelegramRecord.plain($0).map { "- \($0)" } }, false)
    case "todo_completions":
      let done = Set(try record.tree("completed").elements.compactMap(\.text))
      let undone = Set(try record.tree("incompleted").elements.compactMap(\.text))
      let named = try lines("Done", done) + lines("Not done", undone)
      return (named, named.count < done.count + undone.count)
    default: return ([], false)
    }
  }

  private func lines(_ word: String, _ numbers: Set<String>) throws(JSONError) -> [String] {
    var lines: [String] = []
    var length = 0
    for number in numbers.sorted() {
      guard let text = words[number] ?? nil else { continue }
      lines.append("\(word): \(text)")
      length += text.utf8.count
      if length > Self.lengthLimit { throw JSONError(.tooLong(limit: Self.lengthLimit), at: 0) }
    }
    return lines
  }

  private mutating func note(_ tasks: JSONValue?) {
    for task in tasks.elements {
      guard let number = task["id"]?.text, words[number] != nil || words.count < Self.countLimit,
        let text = TelegramRecord.plain(task["text"])
      else { continue }
      words[number] = .some(words[number, default: text] == text ? text : nil)
    }
  }
}

/// A text as Telegram exports it: a string, or a list of strings and typed parts.
struct TelegramText {
  private var parts: [Part] = []

  private struct Part {
    var type = "plain"
    var text: String
    var address: String?
  }

  /// Reads the text of a message; any other kind of value counts as no text.
  init(_ record: JSONRecord) throws(JSONError) {
    if let text = record.string("text") { parts = [Part(text: text)] }
    try record.forEachElement("text") { element throws(JSONError) in
      // Each element takes many times its length in the file.
      if parts.count >= Bytes.valueLimit {
        throw JSONError(.tooMany(limit: Bytes.valueLimit), at: 0)
      }
      switch element {
      case .string(let text): if !text.isEmpty { parts.append(Part(text: text)) }
      case .record(let part):
        guard let text = part.string("text") else { return }
        parts.append(
          Part(
            type: part.string("type") ?? "plain", text: text, address: part.string("href")))
      }
    }
  }

  init(_ value: JSONValue) {
    if let text = value.text { parts = [Part(text: text)] }
    for part in value.array ?? (value.object == nil ? [] : [value]) {
      let inner = part.text == nil ? part["text"] : part
      // Bold text within a link is a list of parts itself.
      guard let text = inner?.text ?? inner.map({ TelegramText($0).source }), !text.isEmpty else {
        continue
      }
      parts.append(
        Part(type: part["type"]?.text ?? "plain", text: text, address: part["href"]?.text))
    }
  }

  var isEmpty: Bool { parts.isEmpty }

  /// The text without its markup, as the chat shows it.
  var source: String { parts.count == 1 ? parts[0].text : parts.map(\.text).joined() }

  /// The text with addresses after link labels, marked mentions, and quotes on lines of their own.
  var plain: String {
    if parts.count == 1, parts[0].type == "plain" { return parts[0].text }
    var plain = ""
    var endsQuote = false
    for part in parts {
      if endsQuote, !part.text.hasPrefix("\n") { plain += "\n" }
      endsQuote = false
      switch part.type {
      case "text_link": plain += LinkText.plain(label: part.text, address: part.address ?? "")
      case "mention_name": plain += part.text.hasPrefix("@") ? part.text : "@\(part.text)"
      case "blockquote":
        if !plain.isEmpty, !plain.hasSuffix("\n") { plain += "\n" }
        plain += part.text.quoted()
        endsQuote = true
      default: plain += part.text
      }
    }
    return plain
  }
}
