import ActionItems
import Encoding

/// Chats exported by Telegram Desktop in JSON: one chat, or an account with all of them. Below: `TelegramChat`.
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
    // The chats follow the contacts, of which there may be many.
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

  /// The conversation kind for each chat type. A group in Telegram has a name of its own and members.
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
    try index.runSecondPassOverObjects(
      { [options = context.options] _, chat in
        options.conversation(
          description, id: chat.id.map { "telegram:\($0)" }, title: chat.title, kind: chat.kind,
          idFrom: chat.name)
      },
      { chat in
        let bot = chat.bot
        var tasks = TelegramTasks()
        return { record, _ throws(JSONError) in
          try TelegramRecord(record, &tasks).outcome(bot: bot)
        }
      })
  }

  /// Scans a chat, or an account that holds lists of chats.
  private func scanChat(
    _ stream: inout JSONStream, _ part: ConcatenatedFiles.Part,
    _ index: inout ExportIndex<TelegramChat>, number: Int
  ) throws {
    let name = "#\(number)"
    var chat = TelegramChat()
    var entry: Int?
    try stream.beginObject()
    while let key = try stream.nextKey() {
      switch (key, try stream.peek()) {
      case ("name", _), ("type", _), ("id", _):
        chat.properties[key] = try stream.smallValue()?.text
        if let entry { index.update(entry) { $0.properties = chat.properties } }
      case ("messages", .array):
        let here = index.declare(name, chat)
        entry = here
        try index.scanRecords(&stream, of: part, in: here) { index, record, offset in
          index.add(here, time: TelegramRecord.time(of: record)?.sortKey, offset: offset)
        }
      case ("chats", .object) where number == 0, ("left_chats", .object) where number == 0:
        try index.scanObject(&stream, of: part, records: ["list"]) { stream, index, _ in
          try stream.forEachObject {
            try scanChat(&$0, part, &index, number: index.records.conversations.count + 1)
          }
        }
      default: try stream.skipValue()
      }
    }
    // A chat without messages.
    if chat.kind != nil, chat.properties["id"] != nil { index.declare(name, chat) }
  }
}

/// The properties of a chat in the export: the JSON members `name`, `type` and `id`.
struct TelegramChat {
  var properties: [String: String] = [:]

  var id: String? { properties["id"] }
  var name: String? { properties["name"] }
  private var type: String { properties["type"] ?? "" }
  var kind: Conversation.Kind? { TelegramFormat.kinds[type] }
  /// The chat's title; the chat with oneself has no name.
  var title: String? { name ?? (type == "saved_messages" ? "Saved Messages" : nil) }
  /// The bot's name, if the chat is with a bot.
  var bot: String? { type == "bot_chat" ? name : nil }
}
