import ActionItems
import CivilTime
import Encoding

/// Reads messages in an HTML page of DiscordChatExporter, part by part, for `DiscordHTMLFormat`.
struct DiscordPage {
  /// The channel's name: the last line of the preamble, without the category.
  private(set) var title: String?
  private var messages: [MessageDraft] = []
  private let order: DateOrder

  private var sender: MessageDraft.Sender?
  private var isBot = false
  private var open: MessageDraft?
  private var lines: [String] = []
  private var files: [String] = []

  init(order: DateOrder) { self.order = order }

  mutating func takeMessages() -> [MessageDraft] {
    defer { messages = [] }
    return messages
  }

  mutating func read(_ bytes: Bytes) {
    var scanner = HTMLScanner(bytes)
    while let token = scanner.next() {
      guard case .tag(let tag) = token, !tag.isEnd else { continue }
      // The message that is answered: onclick="scrollToMessage(event,'123')"
      if let target = tag["onclick"], target.hasPrefix("scrollToMessage") {
        open?.replyTo = target.split(separator: "'").dropFirst().first.map(String.init)
      }
      for name in (tag["class"] ?? "").split(separator: " ") {
        switch name {
        case "chatlog__message-group":
          endMessage()
          (sender, isBot) = (nil, false)
        case "chatlog__message-container": begin(tag)
        case "chatlog__author-tag": isBot = true
        case "preamble__entry", "chatlog__author", "chatlog__system-notification-author",
          "chatlog__timestamp", "chatlog__short-timestamp", "chatlog__content",
          "chatlog__system-notification-content", "chatlog__system-notification-timestamp",
          "chatlog__embed-title", "chatlog__embed-description", "chatlog__attachment-generic-name":
          take(name, tag, scanner.inside(tag))
        default: continue
        }
      }
    }
    endMessage()
  }

  private mutating func begin(_ tag: HTMLScanner.Tag) {
    endMessage()
    let id = tag["data-message-id"]
    open = MessageDraft(id: id, time: id.flatMap(Self.time(ofId:)), text: "")
  }

  /// The time that an id of Discord holds: milliseconds since 2015.
  private static func time(ofId id: String) -> GenericTimestamp.Reading? {
    guard let number = Int(id), number >> 22 > 0 else { return nil }
    return Timestamp(microseconds: (Int64(number >> 22) + 1_420_070_400_000) * 1000).map {
      .instant($0)
    }
  }

  private mutating func take(_ part: Substring, _ tag: HTMLScanner.Tag, _ html: String) {
    // Line ends in the words are significant.
    let text = HTMLText.plain(part == "chatlog__content" ? "<pre>\(html)</pre>" : html)
    switch part {
    case "preamble__entry":
      title = text.split(separator: "/").last.map { String($0.drop { $0 == " " }) } ?? title
    case "chatlog__author", "chatlog__system-notification-author":
      let handle = tag["title"]
      sender = .init(id: tag["data-user-id"] ?? handle ?? text, name: text, handle: handle)
    case "chatlog__content":
      guard html.holds("chatlog__edited-timestamp"), let mark = text.lastIndex(of: "(") else {
        return lines.append(text)
      }
      // The page shows that a message was edited, after its words.
      var words = text[..<mark]
      while words.last?.isWhitespace == true { words.removeLast() }
      lines.append(String(words))
      open?.edited = ""
    case "chatlog__system-notification-content":
      open?.kind = .system
      lines.append(text)
    case "chatlog__attachment-generic-name": files.append("[file: \(text)]")
    case "chatlog__embed-title", "chatlog__embed-description": lines.append(text)
    default:
      let written = tag["title"] ?? text
      open?.written = written
      if open?.time == nil {
        var written = written
        open?.time = written.withUTF8 { WrittenTime($0)?.reading(in: order) }
      }
    }
  }

  private mutating func endMessage() {
    guard var message = open else { return }
    open = nil
    message.text = (lines.allSatisfy(\.isEmpty) ? files : lines).filledLines
    (lines, files) = ([], [])
    message.sender = sender
    if isBot, message.kind == .message { message.kind = .bot }
    messages.append(message)
  }
}
