import ActionItems
import Encoding

/// Google Chat from Takeout: a folder for each space, with messages.json and group_info.json.
struct GoogleChatFormat: ConversationFormat {
  let description = FormatDescription(
    name: "google-chat", platform: "google-chat", title: "Google Chat (Takeout)",
    reads: "the Takeout zip, its Google Chat folder, a space's folder, or messages.json alone",
    howToExport: """
      https://takeout.google.com > Deselect all > Google Chat > Next step > Create export; for others, an \
      administrator's Vault.
      """)

  func recognizes(_ json: JSONOutline) -> Bool { Self.holdsMessages(json) != nil }

  /// Whether a file is messages.json rather than group_info.json; nil for others.
  private static func holdsMessages(_ json: JSONOutline?) -> Bool? {
    guard let json, !json.isArray else { return nil }
    if json["messages"]?.has("creator", "created_date") ?? false { return true }
    return json["members"]?.has("user_type") ?? false ? false : nil
  }

  func load(_ files: [ExportFile], in context: LoadingContext) throws {
    var info = GoogleChatInfo()
    let messages = try context.messages(among: files, description) { file in
      if Self.holdsMessages(try FormatSample(reading: try file.open()).json) == true { return true }
      info.take(try context.members(of: file, description))
      return false
    }
    var index = ExportIndex<GoogleChatSpace>(context, description)
    for file in messages {
      try index.scan(file) { stream, part, index in
        let number = index.declare(file.path, GoogleChatSpace(folder: file.folder ?? ""))
        try index.scanObject(&stream, of: part, records: ["messages"]) { stream, index, _ in
          try index.scanRecords(&stream, of: part, in: number) { index, record, offset in
            index.update(number) { $0.take(messageId: record.string("message_id")) }
            index.add(number, time: Self.time(record)?.sortKey, offset: offset)
          }
        }
      }
    }
    try index.runSecondPassOverObjects(
      { [info, options = context.options] in info.conversation($1, description, options) },
      { _ in
        var topics = Topics()
        return { record, _ throws(JSONError) in
          guard var draft = try Self.draft(record) else { return .skipped(.deleted) }
          // The first message of a topic is the one that the others reply to.
          let first = topics.assign(&draft, under: record.string("topic_id"))
          if first != draft.id { draft.replyTo = draft.replyTo ?? first }
          return .message(draft)
        }
      })
  }

  private static func time(_ record: JSONRecord) -> GenericTimestamp.Reading? {
    record.string("created_date").flatMap { LocalizedDate.read($0) }
  }

  /// Reads one object of `messages`; nil for a deleted message.
  private static func draft(_ record: JSONRecord) throws(JSONError) -> MessageDraft? {
    let isDeleted = try record.filled("deletion_metadata") != nil
    if isDeleted || record.string("message_state") == "DELETED" { return nil }
    let text = record.string("text")
    let creator = try record.record("creator")
    let address = creator?.scalar("email")
    let called = creator?.scalar("name") ?? address
    let quoted = try record.filled("quoted_message_metadata")
    var lines = [quoted?["text"]?.text?.quoted(from: quoted?["creator"]?["name"]?.text)]
    if let text {
      lines.append(text)
    } else {
      lines += try record.filled("attached_files").attached("original_name")
    }
    return MessageDraft(
      id: record.string("message_id"),
      sender: called.map { .init(id: address ?? $0, name: $0, handle: address) },
      time: time(record), written: record.string("created_date") ?? "",
      text: lines.compactMap { $0 }.joined(separator: "\n"), source: text,
      kind: creator?.scalar("user_type") == "Bot" ? .bot : .message,
      replyTo: quoted?["message_id"]?.text)
  }
}

/// The properties of a space that are not in group_info.json.
struct GoogleChatSpace {
  private(set) var id: String?
  /// The folder's name: `Space AAAA1234` or `DM xyz`.
  let folder: String

  init(folder: String) {
    self.folder = folder
    for prefix in ["Space ", "DM "] where folder.hasPrefix(prefix) {
      id = String(folder.dropFirst(prefix.count))
    }
  }

  /// Takes the space's id from the front of a message id: `AAAA1234/topic/message`.
  mutating func take(messageId: String?) {
    guard id == nil, let parts = messageId?.split(separator: "/"), parts.count == 3 else { return }
    id = String(parts[0])
  }
}

/// The contents of group_info.json: the members, and a name if the space has one.
struct GoogleChatInfo {
  private var name: String?
  private var members: [Participant] = []

  mutating func take(_ info: [String: JSONValue]) {
    name = info["name"]?.text ?? name
    var names = DisplayNames()
    for member in info["members"].elements {
      let address = member["email"]?.text
      guard let called = member["name"]?.text ?? address else { continue }
      members.append(
        names.participant(
          address ?? called, called: called, handle: address, aliases: [address],
          isBot: member["user_type"]?.text == "Bot"))
    }
  }

  func conversation(
    _ space: GoogleChatSpace, _ format: FormatDescription, _ options: LoadingOptions
  ) -> Conversation {
    var kind: Conversation.Kind?
    if name != nil || space.folder.hasPrefix("Space ") {
      kind = .private
    } else if space.folder.hasPrefix("DM ") || !members.isEmpty {
      kind = members.count > 2 ? .group : .direct
    }
    return options.conversation(
      format, id: space.id.map { "google-chat:\($0)" }, title: name ?? members.title, kind: kind,
      participants: members)
  }
}
