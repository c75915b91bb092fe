import ActionItems
import Encoding

/// One message of Rocket.Chat: a document of `rocketchat_message`.
struct RocketChatMessage {
  let row: JSONValue

  func outcome(_ directory: RocketChatDirectory) -> RecordOutcome {
    let type = row["t"]?.text
    if type == "e2e" { return .skipped(.encrypted) }
    if type == "rm" || row["_hidden"]?.bool ?? false { return .skipped(.deleted) }
    let (message, quoted) = Self.withoutQuoteLink(row["msg"]?.text ?? "")
    let id = row["u"]?["_id"]?.text
    // A program may post with its owner's account under another name. Guests, who have a token, have an account of
    // their own.
    let alias = row["alias"]?.text
    let isGuest = row["token"] != nil
    let handle = row["u"]?["username"]?.text
    let listed = id.flatMap { directory.people[$0]?.participant }
    let sender = (id ?? handle).map { id in
      MessageDraft.Sender(
        id: isGuest ? id : alias.map { "\(id):\($0)" } ?? id,
        name: alias ?? listed?.name ?? row["u"]?["name"]?.text ?? handle ?? id, handle: handle)
    }
    let isBot =
      alias != nil && !isGuest || !(row["bot"]?.isNull ?? true) || listed?.isBot ?? false
    let time = row["ts"]?.text
    let thread = row["tmid"]?.text
    return .message(
      MessageDraft(
        id: row["_id"]?.text, sender: sender, time: time.flatMap { GenericTimestamp.read($0) },
        written: time ?? "",
        text: type.map { Self.event($0, message) } ?? text(message, directory),
        source: message.isEmpty ? nil : message,
        kind: type != nil ? .system : isBot ? .bot : .message, threadId: thread,
        replyTo: quoted ?? thread,
        edited: row["editedAt"].flatMap { $0.isNull ? nil : $0.text ?? "" }))
  }

  /// Reads `[ ](https://chat.example/channel/x?msg=ID) text`, in which the link stands for the quoted message.
  private static func withoutQuoteLink(_ text: String) -> (text: String, quoted: String?) {
    guard text.hasPrefix("[ ]("), let end = text.firstIndex(of: ")") else { return (text, nil) }
    let address = text[..<end]
    guard let mark = address.firstPlace(of: "msg=") else { return (text, nil) }
    let id = address[mark.upperBound...].prefix { $0.isLetter || $0.isNumber }
    let rest = text[text.index(after: end)...].drop { $0.isWhitespace }
    return (String(rest), id.isEmpty ? nil : String(id))
  }

  private func text(_ message: String, _ directory: RocketChatDirectory) -> String {
    var message = message
    for room in row["channels"].elements {
      // Discussions are mentioned by a random name.
      if let name = room["name"]?.text, let title = directory.titles[name] {
        message = message.replacing(every: "#" + name, with: "#" + title)
      }
    }
    var lines: [String] = []
    var files: [String] = []
    for attachment in row["attachments"].elements {
      let words = Self.words(of: attachment)
      if attachment["message_link"] != nil {
        if !words.isEmpty { lines.append(words.quoted(from: attachment["author_name"]?.text)) }
      } else {
        files.append(words)
      }
    }
    lines.append(message)
    lines += files
    if lines.allSatisfy(\.isEmpty) {
      let name = row["file"]?["name"]?.text ?? row["attachments"]?[0]?["title"]?.text
      return name.map { "[file: \($0)]" } ?? ""
    }
    return lines.filledLines
  }

  /// The text of an attachment; a file's title is its name, not text.
  private static func words(of attachment: JSONValue) -> String {
    let title = attachment["type"]?.text == "file" ? [] : attachment.texts("title")
    let words = attachment.texts("text", "description") + attachment.fields("title")
    return (attachment.texts("pretext") + title + words).filledLines
  }

  /// Describes an event by Rocket.Chat's code; the message names the person or thing concerned.
  private static func event(_ code: String, _ message: String) -> String {
    let words: [String: String] = [
      "uj": "joined", "ul": "left", "au": "added", "ru": "removed", "ut": "joined the discussion",
      "r": "room name", "wm": "welcome", "mute_unmute": "muted", "livechat-started": "chat started",
    ]
    let plain = words[code] ?? String(code.map { $0 == "_" || $0 == "-" ? " " : $0 })
    // The person who joins or leaves is the sender.
    if ["uj", "ul", "ut"].contains(code) || message.isEmpty { return plain }
    return "\(plain): \(message)"
  }
}
