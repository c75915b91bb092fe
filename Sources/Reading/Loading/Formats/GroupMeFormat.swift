import ActionItems
import Encoding

/// GroupMe's own export: a folder for each chat, with message.json (newest first) and conversation.json (the people).
struct GroupMeFormat: ConversationFormat {
  let description = FormatDescription(
    name: "groupme", platform: "groupme", title: "GroupMe",
    reads: "the zip, a chat's folder, or message.json alone",
    howToExport: """
      https://web.groupme.com > your picture > Export My Data > Create Export: choose the chats and their \
      message data, and download the zip when it is ready.
      """)

  func recognizes(_ json: JSONOutline) -> Bool {
    if json.isArray { return json.has("source_guid", "sender_id", "created_at") }
    return Self.isGroup(json) || json.keys["other_user"] == .object && json.has("messages_count")
  }

  /// Whether an object describes a group in GroupMe's terms; other programs also list members and messages.
  private static func isGroup(_ json: JSONOutline) -> Bool {
    guard json.has("group_id"), json.has("creator_user_id") || json.has("share_url"),
      let members = json["members"], members.isArray
    else { return false }
    return (!members.holdsObjects || members.has("user_id", "nickname"))
      && !json.keys.contains { $0.value == .array && FieldRole.of($0.key)?.role == .messages }
  }

  func load(_ files: [ExportFile], in context: LoadingContext) throws {
    var chats: [String: GroupMeChat] = [:]
    let messages = try context.messages(among: files, description) { file in
      if try FormatSample(reading: try file.open()).json?.isArray == true {
        // The messages that a user liked are also in the chat's message.json.
        return !context.isWalking || file.folder != "likes"
      }
      let chat = GroupMeChat(try context.members(of: file, description))
      if let key = chat.key { chats[key] = chat }
      return false
    }
    var index = ExportIndex<Void>(context, description)
    for file in messages {
      try index.scan(file) { stream, part, index in
        try index.scanRecords(&stream, of: part) { index, record, offset in
          let chat = index.declare(GroupMeMessage.chat(record), ())
          index.add(chat, time: record.time("created_at")?.sortKey, offset: offset)
        }
      }
    }
    try index.runSecondPassOverObjects(
      { [chats, options = context.options] name, _ in
        // A direct chat is named by two ids; one of them is the other person's.
        let ids = name.split(separator: "+").map(String.init)
        let keys = ids.map { GroupMeChat.key($0, isDirect: ids.count > 1) }
        let chat = keys.lazy.compactMap { chats[$0] }.first
        return (chat ?? GroupMeChat([:])).conversation(name, description, options)
      },
      { _ in { record, _ throws(JSONError) in try GroupMeMessage.outcome(record) } })
  }
}

/// The contents of conversation.json: a group's name and members, or the other person of a direct chat.
struct GroupMeChat {
  /// The key of the chat, or nil without an id.
  let key: String?
  private let name: String?
  private let people: [Participant]

  init(_ members: [String: JSONValue]) {
    if let other = members["other_user"], let id = other["id"]?.text {
      key = Self.key(id, isDirect: true)
      name = other["name"]?.text
      people = [Participant(id: id, name: name ?? id)]
      return
    }
    key = members["group_id"]?.text.map { Self.key($0, isDirect: false) }
    name = members["name"]?.text
    var names = DisplayNames()
    people = members["members"].elements.compactMap { member in
      guard let id = member["user_id"]?.text else { return nil }
      // People have a nickname in each group, and their messages carry it.
      let called = member["nickname"]?.text ?? member["name"]?.text
      return names.participant(id, called: called, handle: nil, aliases: [member["name"]?.text])
    }
  }

  /// Makes a key in which a group and a person with the same number differ.
  static func key(_ id: String, isDirect: Bool) -> String { isDirect ? "+\(id)" : id }

  func conversation(
    _ name: String, _ format: FormatDescription, _ options: LoadingOptions
  ) -> Conversation {
    let isDirect = name.utf8.contains(UInt8(ascii: "+"))
    return options.conversation(
      format, id: name.isEmpty ? nil : "groupme:\(name)", title: self.name,
      kind: name.isEmpty ? nil : isDirect ? .direct : .private, participants: people)
  }
}

/// One object of a message.json.
enum GroupMeMessage {
  /// The group's id, or the ids of both people joined by a plus sign.
  static func chat(_ record: JSONRecord) -> String {
    record.scalar("group_id", "conversation_id") ?? record.scalar("chat_id") ?? ""
  }

  static func outcome(_ record: JSONRecord) throws(JSONError) -> RecordOutcome {
    if record.int("deleted_at") != nil { return .skipped(.deleted) }
    let isSystem = record.flag("system") || record.string("sender_type") == "system"
    let sender = isSystem ? nil : record.scalar("sender_id", "user_id")
    let reply = try record.filled("attachments").elements.first { $0["type"]?.text == "reply" }
    return .message(
      MessageDraft(
        id: record.scalar("id"),
        sender: sender.map { .init(id: $0, name: record.string("name") ?? $0) },
        time: record.time("created_at"), written: record.scalar("created_at") ?? "",
        text: record.string("text") ?? "",
        kind: isSystem ? .system : record.string("sender_type") == "bot" ? .bot : .message,
        threadId: reply?["base_reply_id"]?.text ?? reply?["reply_id"]?.text,
        replyTo: reply?["reply_id"]?.text))
  }
}
