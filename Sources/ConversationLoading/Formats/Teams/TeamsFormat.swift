import ActionItemModel
import JSONText

/// Channels and chats of Microsoft Teams, as Graph answers (camelCase) or an archive has them
/// (PascalCase).
struct TeamsFormat: ConversationFormat {
  let description = FormatDescription(
    name: "teams", platform: "teams", title: "Microsoft Teams",
    reads: """
      JSON of chat messages: pages of Microsoft Graph answers, or messages_….json of an archive with \
      the lists of teams, channels and chats beside them
      """,
    howToExport: """
      An administrator asks Microsoft Graph: GET /teams/{id}/channels/getAllMessages, \
      /users/{id}/chats/getAllMessages or /chats/{id}/messages (the Graph Explorer saves answers), or \
      an archiving tool that writes them.
      """)

  /// What a file of this format holds.
  private enum Content { case messages, teams, channels, chats }

  private static func content(_ sample: FormatSample) -> Content? {
    guard let json = sample.json else { return nil }
    if json.isArray { return content(json) }
    // A page of a Graph answer.
    guard let list = json["value"], list.isArray else { return nil }
    return content(list)
  }

  private static func content(_ record: JSONOutline) -> Content? {
    func has(_ keys: String...) -> Bool {
      keys.allSatisfy { key in
        record.keys[key] != nil || record.keys[key.prefix(1).uppercased() + key.dropFirst()] != nil
      }
    }
    if has("messageType", "body", "createdDateTime"), has("chatId") || has("channelIdentity") {
      return .messages
    }
    if has("groupsId", "name", "privacy") { return .teams }
    if has("id", "displayName", "membershipType") { return .channels }
    if has("id", "chatType") { return .chats }
    return nil
  }

  func recognizes(_ sample: FormatSample) -> Bool { Self.content(sample) != nil }

  /// An archive's folder of teams: a list of them, and a folder for each.
  func recognizes(_ folder: ExportFolder, _ contents: ExportFolder.Contents) -> Bool {
    contents.file("teamsList.json")?.sample.flatMap(Self.content) == .teams
  }

  // MARK: - Loading

  func load(
    _ folder: ExportFolder, _ contents: ExportFolder.Contents, in context: LoadingContext
  ) throws {
    var directory = TeamsDirectory()
    try load(contents.files, &directory, in: context)
    for child in contents.folders {
      try context.sink.telling {
        let contents = try child.contents()
        try context.tell(of: contents, in: child.path)
        var directory = directory
        try load(contents.files, &directory, in: context)
        for folder in contents.folders { try context.sink.leave(folder) }
      }
    }
  }

  func load(_ files: [ExportFile], in context: LoadingContext) throws {
    var directory = TeamsDirectory()
    try load(files, &directory, in: context)
  }

  private func load(
    _ files: [ExportFile], _ directory: inout TeamsDirectory, in context: LoadingContext
  ) throws {
    var messages: [ExportFile] = []
    for file in files {
      guard let content = file.sample.flatMap(Self.content) else {
        try context.sink.leave(file)
        continue
      }
      if content == .messages {
        messages.append(file)
        continue
      }
      try context.reading(file, description) {
        try read(file, context) { value in
          switch content {
          case .teams: directory.addTeam(value)
          case .channels: directory.addChannel(value)
          default: directory.addChat(value)
          }
        }
        try context.sink.pass(.index, path: file.path)
      }
    }
    if !messages.isEmpty { try loadMessages(messages, directory, in: context) }
  }

  /// Reads a list of teams, channels or chats.
  private func read(
    _ file: ExportFile, _ context: LoadingContext, _ body: (TeamsValue) -> Void
  ) throws {
    var stream = try JSONStream(
      try file.open(), valueLimit: context.options.recordLimit, limits: .export)
    if try stream.peek() == .object {
      try stream.beginObject()
      while let key = try stream.nextKey(), key != "value" { try stream.skipValue() }
    }
    try stream.beginArray()
    while try stream.nextElement() {
      if let value = try stream.smallValue() { body(TeamsValue(value)) }
    }
  }

  private func loadMessages(
    _ files: [ExportFile], _ directory: TeamsDirectory, in context: LoadingContext
  ) throws {
    var index = ExportIndex<TeamsPlace>(context, description)
    for file in files {
      try index.scanRecords(of: file, under: "value") { index, record, offset in
        let place = try TeamsPlace(record)
        index.declare(place.id, place)
        index.add(place.id, time: TeamsRecord.time(record)?.sortKey, offset: offset)
        try record.forEachRecord("replies", "Replies") { reply, start in
          index.add(place.id, time: TeamsRecord.time(reply)?.sortKey, offset: offset + start)
        }
      }
    }
    try index.handOutObjects(
      { _, place in directory.conversation(place, description) },
      { _ in { record, _ throws(JSONError) in try TeamsRecord(record).outcome } })
  }
}

/// Where a message was written.
struct TeamsPlace {
  let chat: String?
  let channel: String?
  let team: String?

  init(_ record: JSONRecord) throws(JSONError) {
    chat = record.string("chatId", "ChatId")
    let identity = try record.record("channelIdentity", "ChannelIdentity")
    channel = identity?.scalar("channelId", "ChannelId")
    team = identity?.scalar("teamId", "TeamId")
  }

  var id: String { channel ?? chat ?? "" }
}
