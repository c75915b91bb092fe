import ActionItemModel
import JSONText

/// Google Chat as Takeout hands it out: a folder for each space, with messages.json and group_info.json.
struct GoogleChatFormat: ConversationFormat {
  let description = FormatDescription(
    name: "google-chat", platform: "google-chat", title: "Google Chat (Takeout)",
    reads: "the Takeout zip, its Google Chat folder, a space's folder, or messages.json alone",
    howToExport: """
      https://takeout.google.com > Deselect all > Google Chat > Next step > Create export; for others, an \
      administrator's Vault.
      """)

  /// What a file of this format holds.
  private enum Content { case messages, info }

  private static func content(_ sample: FormatSample) -> Content? {
    guard let json = sample.json, !json.isArray else { return nil }
    if json["messages"]?.has("creator", "created_date") ?? false { return .messages }
    if json["members"]?.keys["user_type"] != nil { return .info }
    return nil
  }

  func recognizes(_ sample: FormatSample) -> Bool { Self.content(sample) != nil }

  func load(_ files: [ExportFile], in context: LoadingContext) throws {
    var info = GoogleChatInfo()
    var messages: [ExportFile] = []
    for file in files {
      try context.reading(file, description) {
        let sample = try FormatSample(reading: try file.open())
        if Self.content(sample) == .messages { return messages.append(file) }
        try info.read(file, limit: context.options.recordLimit)
        try context.sink.pass(.index, path: file.path)
      }
    }
    var index = ExportIndex<GoogleChatSpace>(context, description)
    for file in messages {
      let name = file.path
      try index.scan(file) { stream, part, index in
        index.declare(name, GoogleChatSpace(path: file.location))
        try index.scanObject(&stream, of: part, records: ["messages"]) { stream, index, _ in
          try index.scanRecords(&stream, of: part, in: name) { index, record, offset in
            index.update(name) { $0.take(messageId: record.string("message_id")) }
            index.add(name, time: GoogleChatRecord.time(record)?.sortKey, offset: offset)
          }
        }
      }
    }
    try index.handOutObjects(
      { [info, options = context.options] in info.conversation($1, description, options) },
      { _ in
        var topics: [String: String] = [:]
        return { record, _ throws(JSONError) in
          let outcome = try GoogleChatRecord(record).outcome
          guard case .message(var draft) = outcome else { return outcome }
          if let topic = record.string("topic_id"), let id = draft.id {
            // The first message of a topic is what the others answer.
            let first = topics[topic] ?? id
            topics[topic] = first
            draft.threadId = first
            if first != id { draft.replyTo = draft.replyTo ?? first }
          }
          return .message(draft)
        }
      })
  }
}

/// What is known of a space beside its group_info.json.
struct GoogleChatSpace {
  private(set) var id: String?
  /// The folder's name: `Space AAAA1234` or `DM xyz`.
  let folder: String

  init(path: String) {
    let parts = path.split(separator: "/")
    folder = parts.count > 1 ? String(parts[parts.count - 2]) : ""
    for prefix in ["Space ", "DM "] where folder.hasPrefix(prefix) {
      id = String(folder.dropFirst(prefix.count))
    }
  }

  /// Message ids begin with the space's: `AAAA1234/topic/message`.
  mutating func take(messageId: String?) {
    guard id == nil, let parts = messageId?.split(separator: "/"), parts.count == 3 else { return }
    id = String(parts[0])
  }
}

/// What group_info.json says: a name, where the space has one, and its members.
struct GoogleChatInfo {
  private var name: String?
  private var members: [Participant] = []

  mutating func read(_ file: ExportFile, limit: Int) throws {
    var stream = try JSONStream(try file.open(), valueLimit: limit, limits: .export)
    var names = DisplayNames()
    try stream.beginObject()
    while let key = try stream.nextKey() {
      let value = try stream.smallValue()
      if key == "name" { name = value?.text }
      guard key == "members" else { continue }
      for member in value?.array ?? [] {
        guard let called = member["name"]?.text ?? member["email"]?.text else { continue }
        let address = member["email"]?.text
        members.append(
          names.participant(
            address ?? called, called: called, handle: address, aliases: [address],
            isBot: member["user_type"]?.text == "Bot"))
      }
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
      participants: members, speakers: Set(members.map(\.id)))
  }
}
