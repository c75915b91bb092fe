import ActionItemModel
import JSONText

/// Chats as Telegram Desktop exports them in JSON: one chat, or an account with all of them.
struct TelegramFormat: ConversationFormat {
  let description = FormatDescription(
    name: "telegram", platform: "telegram", title: "Telegram Desktop",
    reads: "result.json of one chat or of a whole account",
    howToExport: """
      Telegram Desktop: a chat > the three dots > Export chat history > format JSON; for all chats: \
      Settings > Advanced > Export Telegram data > Machine-readable JSON.
      """)

  func recognizes(_ json: JSONOutline) -> Bool {
    if json.isArray { return false }
    if let list = (json["chats"] ?? json["left_chats"])?["list"], list.isArray {
      return !list.holdsObjects || list.keys["messages"] != nil || list.keys["type"] != nil
    }
    // The chats stand behind the contacts, which may be many.
    if json["personal_information"] != nil || json["frequent_contacts"] != nil {
      return json.has("about")
    }
    guard let messages = json["messages"] else { return false }
    if !messages.holdsObjects {
      return json.strings["type"].map { Self.kinds.keys.contains($0) } ?? false && json.has("id")
    }
    return ["message", "service", "unsupported"].contains(messages.strings["type"])
      && (messages.has("date_unixtime") || messages.has("date", "from_id")
        || messages.has("date", "from") || messages.has("date", "actor")
        || messages.strings["type"] == "unsupported")
  }

  /// Who reads a chat of a type. A group in Telegram has a name of its own and members.
  static let kinds: [String: Conversation.Kind] = [
    "saved_messages": .direct, "personal_chat": .direct, "bot_chat": .direct, "replies": .direct,
    "verify_codes": .direct, "private_group": .private, "private_supergroup": .private,
    "private_channel": .private, "public_supergroup": .public, "public_channel": .public,
  ]

  func load(_ file: ExportFile, in context: LoadingContext) throws {
    var index = ExportIndex<TelegramChat>(context, description)
    try index.scan(file) { stream, part, index in
      try scanChat(&stream, part, &index, number: 0)
    }
    try index.handOutObjects(
      { [options = context.options] _, chat in
        options.conversation(
          description, id: chat.id.map { "telegram:\($0)" }, title: chat.title, kind: chat.kind,
          madeOf: chat.name, speakers: chat.speakers)
      },
      { chat in
        { record, _ throws(JSONError) in try TelegramRecord(record).outcome(in: chat) }
      })
  }

  /// Scans a chat, or an account that holds lists of chats.
  private func scanChat(
    _ stream: inout JSONStream, _ part: JoinedFiles.Part,
    _ index: inout ExportIndex<TelegramChat>, number: Int
  ) throws {
    let name = "#\(number)"
    var chat = TelegramChat()
    var members: [String: JSONValue] = [:]
    try stream.beginObject()
    while let key = try stream.nextKey() {
      switch (key, try stream.peek()) {
      case ("name", _), ("type", _), ("id", _):
        members[key] = try stream.smallValue()
        chat.take(members)
        index.update(name) { $0.take(members) }
      case ("messages", .array):
        index.declare(name, chat)
        // Who speaks matters only for a chat that nothing else tells from others.
        let wantsSpeaker = chat.id == nil && chat.name == nil
        try index.scanRecords(&stream, of: part, in: name) { index, record, offset in
          index.add(
            name, record, at: TelegramRecord.time(of: record), offset: offset, TelegramRecord.head)
          guard wantsSpeaker, let speaker = record.string("from", "actor") else { return }
          index.update(name) { $0.speakers.note(speaker: speaker) }
        }
      case ("chats", .object) where number == 0, ("left_chats", .object) where number == 0:
        try scanLists(&stream, part, &index)
      default: try stream.skipValue()
      }
    }
    // A chat that nobody wrote in.
    if chat.kind != nil, members["id"] != nil { index.declare(name, chat) }
  }

  private func scanLists(
    _ stream: inout JSONStream, _ part: JoinedFiles.Part,
    _ index: inout ExportIndex<TelegramChat>
  ) throws {
    try stream.beginObject()
    while let key = try stream.nextKey() {
      guard key == "list", try stream.peek() == .array else {
        try stream.skipValue()
        continue
      }
      try stream.beginArray()
      while try stream.nextElement() {
        guard try stream.peek() == .object else {
          try stream.skipValue()
          continue
        }
        try scanChat(&stream, part, &index, number: index.records.conversations.count + 1)
      }
    }
  }
}

/// What an export says of a chat.
struct TelegramChat {
  private(set) var id: String?
  private(set) var name: String?
  private var type: String?
  /// Who wrote in it, where nothing else tells it from others.
  var speakers: Set<String> = []

  mutating func take(_ members: [String: JSONValue]) {
    id = members["id"]?.text
    name = members["name"]?.text
    type = members["type"]?.text
  }

  var kind: Conversation.Kind? { type.flatMap { TelegramFormat.kinds[$0] } }

  /// What people call the chat: the one with oneself has no name.
  var title: String? { name ?? (type == "saved_messages" ? "Saved Messages" : nil) }

  /// Whether somebody of a name is the bot that the chat is with.
  func isBot(_ sender: String?) -> Bool { type == "bot_chat" && sender != nil && sender == name }
}
