import ActionItems
import Encoding

/// Signal's own export as JSON Lines. Below: `SignalBook`, its people and chats, and `SignalItem`, a message.
struct SignalBackupFormat: ConversationFormat {
  let description = FormatDescription(
    name: "signal-jsonl", platform: "signal", title: "Signal's own export",
    reads: "main.jsonl, all chats in one file",
    howToExport: "Signal's settings > Chats > Export chat history, where your version offers it.")

  func recognizes(_ json: JSONOutline) -> Bool {
    !json.isArray && json.has("version", "backupTimeMs")
  }

  func load(_ file: ExportFile, in context: LoadingContext) throws {
    var index = ExportIndex<Void>(context, description)
    var book = SignalBook()
    try index.scanLines(file) { line, offset, index in
      try book.take(line)
      guard let item = try line.record("chatItem") else { return }
      guard let chat = item.scalar("chatId") else { return index.skip(.notAMessage) }
      let number = index.declare(chat, ())
      index.add(number, time: SignalItem.number(item, "dateSent"), offset: offset)
    }
    try index.runSecondPassOverObjects(
      { [book, options = context.options] chat, _ in book.conversation(chat, description, options)
      },
      { [book] _ in
        { record, _ throws(JSONError) in
          guard let item = try record.record("chatItem") else { return .skipped(.notAMessage) }
          return try SignalItem.outcome(item, book)
        }
      })
  }
}

/// The people and chats of Signal's own export.
struct SignalBook: Sendable {
  private struct Recipient {
    /// The id of the contact's account, which is the same in every export; otherwise the export's own number.
    var id: String
    var name: String?
    var kind: Conversation.Kind?
    var members: [String] = []
  }

  private var recipients: [String: Recipient] = [:]
  /// The number of the recipient, by the id of the chat.
  private var chats: [String: String] = [:]
  /// The number of the recipient, by the id of the account.
  private var numbers: [String: String] = [:]
  private var owner: String?

  /// Takes a person, a group, a chat or the owner's name.
  mutating func take(_ line: JSONRecord) throws(JSONError) {
    if let account = try line.tree("account") {
      owner = Self.name(account, "givenName", "familyName")
    } else if let chat = try line.record("chat"), let id = chat.scalar("id") {
      chats[id] = chat.scalar("recipientId")
    } else if let recipient = try line.tree("recipient"), let number = recipient["id"]?.text {
      recipients[number] = self.recipient(recipient, number)
      if let account = recipients[number]?.id { numbers[account] = number }
    }
  }

  private func recipient(_ value: JSONValue, _ number: String) -> Recipient {
    if let contact = value["contact"] {
      let nickname = contact["nickname"].flatMap { Self.name($0, "given", "family") }
      let name =
        nickname ?? Self.name(contact, "systemGivenName", "systemFamilyName")
        ?? Self.name(contact, "profileGivenName", "profileFamilyName")
        ?? contact["username"]?.text ?? contact["e164"]?.text
      return Recipient(id: contact["aci"]?.text ?? number, name: name, kind: .direct)
    }
    guard let group = value["group"] else {
      return Recipient(
        id: number, name: value["self"] == nil ? nil : owner ?? "Me", kind: .direct)
    }
    let snapshot = group["snapshot"]
    return Recipient(
      id: number, name: snapshot?["title"]?["title"]?.text, kind: .group,
      members: (snapshot?["members"]).elements.compactMap { $0["userId"]?.text })
  }

  private static func name(_ value: JSONValue, _ given: String, _ family: String) -> String? {
    let names = value.texts(given, family)
    return names.isEmpty ? nil : names.joined(separator: " ")
  }

  func sender(_ number: String) -> MessageDraft.Sender {
    let person = recipients[number]
    return .init(id: person?.id ?? number, name: person?.name ?? "Unknown")
  }

  /// The name of the person with an account.
  func name(ofAccount account: String) -> String? {
    numbers[account].flatMap { recipients[$0]?.name }
  }

  func conversation(
    _ chat: String, _ format: FormatDescription, _ options: LoadingOptions
  ) -> Conversation {
    let recipient = chats[chat].flatMap { recipients[$0] }
    var names = DisplayNames()
    return options.conversation(
      // A group's only id is its key, a secret. Titles may be equal, so the id is made of the first message.
      format, id: recipient?.kind == .direct ? recipient.map { "signal:\($0.id)" } : nil,
      title: recipient?.name, kind: recipient?.kind ?? .direct,
      participants: (recipient?.members ?? []).map {
        names.participant($0, called: name(ofAccount: $0), handle: nil, aliases: [])
      }, idFrom: .some(nil))
  }
}

/// One `chatItem`.
private enum SignalItem {
  /// A number, which is written as a string.
  static func number(_ item: JSONRecord, _ key: StaticString) -> Int? {
    item.scalar(key).flatMap { Int($0) }
  }

  static func outcome(_ item: JSONRecord, _ book: SignalBook) throws(JSONError) -> RecordOutcome {
    if item.has("remoteDeletedMessage") || item.has("adminDeletedMessage") {
      return .skipped(.deleted)
    }
    let sender = book.sender(item.scalar("authorId") ?? "")
    // A message keeps the time of its first version, by which others refer to it.
    let revisions = try item.filled("revisions").elements
    let first = revisions.compactMap { $0["dateSent"]?.text }.first
    guard let sent = first ?? item.scalar("dateSent") else { return .skipped(.notAMessage) }
    var draft = MessageDraft(
      id: "\(sender.id):\(sent)", sender: sender, time: GenericTimestamp.read(sent), written: sent,
      text: "", edited: revisions.isEmpty ? nil : item.scalar("dateSent"))
    // Signal describes events by codes, such as `groupChange`.
    if let update = try item.tree("updateMessage")?.object?.first {
      (draft.sender, draft.kind, draft.text) = (nil, .system, update.key)
      return .message(draft)
    }
    var message = try item.tree("standardMessage")
    if message == nil { message = try item.tree("directStoryReplyMessage")?["textReply"] }
    draft.source = message?["text"]?["body"]?.text
    var lines = [words(message?["text"], book)]
    if let quote = message?["quote"], let author = quote["authorId"]?.text,
      let time = quote["targetSentTimestamp"]?.text
    {
      draft.replyTo = "\(book.sender(author).id):\(time)"
    }
    if let poll = try item.tree("poll"), let question = poll["question"]?.text {
      lines.append("Poll: \(question)")
      lines += poll["options"].elements.compactMap { $0["option"]?.text.map { "- \($0)" } }
    }
    if lines.allSatisfy(\.isEmpty) {
      lines = (message?["attachments"]).elements.compactMap { file in
        file["pointer"]?["fileName"]?.text.map { "[file: \($0)]" }
      }
    }
    draft.text = lines.filledLines
    return .message(draft)
  }

  /// The text, with the people mentioned in place of the marks U+FFFC.
  private static func words(_ text: JSONValue?, _ book: SignalBook) -> String {
    let body = text?["body"]?.text ?? ""
    guard body.contains("\u{FFFC}") else { return body }
    var accounts = (text?["bodyRanges"]).elements.compactMap { $0["mentionAci"]?.text }[...]
    return body.reduce(into: "") { words, character in
      guard character == "\u{FFFC}" else { return words.append(character) }
      words += "@" + (accounts.popFirst().flatMap { book.name(ofAccount: $0) } ?? "someone")
    }
  }
}
