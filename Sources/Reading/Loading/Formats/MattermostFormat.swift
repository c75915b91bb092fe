import ActionItems
import Encoding

/// A Mattermost server's bulk export: one JSON object a line, posts with their replies inside.
struct MattermostFormat: ConversationFormat {
  let description = FormatDescription(
    name: "mattermost", platform: "mattermost", title: "Mattermost bulk export",
    reads: "the JSON Lines file, or the zip with it",
    howToExport: """
      A server administrator: `mmctl export create`, then `mmctl export download`; or \
      `mattermost export bulk export.jsonl`.
      """)

  func recognizes(_ json: JSONOutline) -> Bool {
    !json.isArray && json.strings["type"] == "version" && json.keys["version"] == .number
  }

  func load(_ files: [ExportFile], in context: LoadingContext) throws {
    var directory = MattermostDirectory()
    var index = ExportIndex<MattermostChannel>(context, description)
    for file in files {
      try index.scanLines(file) { line, offset, index in
        try Self.scan(line, at: offset, &directory, &index)
      }
    }
    try index.runSecondPass { [directory] _, channel in
      // The ids of posts that replies belong to, by the post's offset.
      var parents: [Int: String] = [:]
      return ConversationReading(conversation: directory.conversation(channel, description)) {
        source, writer in
        let record = try source.record()
        var draft = try Self.draft(record, directory)
        if record.isRepaired { writer.noteRepaired() }
        if let parent = source.place.parent {
          if parents[parent] == nil {
            // A reply may be older than its post in an export, so the post's id is made in advance.
            let draft = try Self.draft(try source.record(at: parent), directory)
            var syntheticIds = SyntheticId()
            parents[parent] = syntheticIds.id(of: draft.key)
          }
          draft.replyTo = parents[parent]
          draft.threadId = draft.replyTo
        }
        return .message(draft)
      }
    }
  }

  /// Scans a line: `{"type": "post", "post": {…}}`.
  private static func scan(
    _ line: JSONRecord, at start: Int, _ directory: inout MattermostDirectory,
    _ index: inout ExportIndex<MattermostChannel>
  ) throws(JSONError) {
    if let value = try line.tree("channel") { directory.addChannel(value) }
    if let value = try line.tree("user") {
      directory.addUser(value, isBot: value["is_bot"]?.bool ?? false)
    }
    if let value = try line.tree("bot") { directory.addUser(value, isBot: true) }
    if let value = try line.tree("direct_channel") {
      // Recent versions name the members `participants`.
      let list = value["participants"] ?? value["channel_members"] ?? value["members"]
      let channel = MattermostChannel(members: MattermostChannel.members(list))
      if !channel.members.isEmpty { index.declare(channel.id, channel) }
    }
    for key in ["post", "direct_post"] as [StaticString] {
      guard let post = try line.record(key), let place = line.offset(of: key) else { continue }
      let channel = MattermostChannel(
        team: post.string("team"), name: post.string("channel"),
        members: MattermostChannel.members(try post.tree("channel_members")))
      let number = index.declare(channel.id, channel)
      index.add(number, time: post.time("create_at")?.sortKey, offset: start + place)
      try post.forEachRecord("replies") { reply, offset in
        index.add(
          number, time: reply.time("create_at")?.sortKey, offset: start + place + offset,
          parent: start + place)
      }
    }
  }

  /// Reads a post or a reply.
  private static func draft(
    _ record: JSONRecord, _ directory: MattermostDirectory
  ) throws(JSONError) -> MessageDraft {
    let message = record.string("message")
    // Some versions write the object as a string.
    let props =
      try record.filled("props")
      ?? record.string("props").flatMap { try? JSONValue(parsing: $0.utf8, limits: .export) }
    let text = try text(record, message ?? "", props)
    let isHook = props?["from_webhook"]?.text == "true" || props?["from_bot"]?.text == "true"
    // A webhook posts with its owner's account under another name.
    let alias = isHook ? props?["override_username"]?.text : nil
    let person = record.string("user").map(directory.person)
    let isSystem = record.string("type")?.hasPrefix("system_") ?? false
    return MessageDraft(
      sender: person.map { person in
        .init(
          id: alias.map { "\(person.id):\($0)" } ?? person.id, name: alias ?? person.name,
          handle: person.id)
      },
      time: record.time("create_at"), written: record.scalar("create_at") ?? "", text: text,
      source: message ?? text,
      kind: isSystem ? .system : isHook || person?.isBot ?? false ? .bot : .message)
  }

  private static func text(
    _ record: JSONRecord, _ message: String, _ props: JSONValue?
  ) throws(JSONError) -> String {
    var lines = [message]
    for attachment in props?["attachments"].elements ?? [] {
      lines += attachment.texts("pretext", "title", "text") + attachment.fields("title")
    }
    if lines.allSatisfy(\.isEmpty) {
      lines = try record.filled("attachments").elements.compactMap { file in
        file["path"]?.text.map { "[file: \($0.lastPathComponent)]" }
      }
    }
    return lines.filledLines
  }
}
