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

  private func content(of file: ExportFile) -> Content? {
    // Whether a file can be read at all is found out, and reported, when it is read.
    guard let source = try? file.open(), let sample = try? FormatSample(reading: source) else {
      return nil
    }
    return Self.content(sample)
  }

  /// An archive's folder of teams: a list of them, and a folder for each.
  func recognizes(_ folder: ExportFolder, _ contents: ExportFolder.Contents) -> Bool {
    contents.file("teamsList.json").map { content(of: $0) == .teams } ?? false
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

  func load(_ file: ExportFile, in context: LoadingContext) throws { try load([file], in: context) }

  func load(_ files: [ExportFile], in context: LoadingContext) throws {
    var directory = TeamsDirectory()
    try load(files, &directory, in: context)
  }

  private func load(
    _ files: [ExportFile], _ directory: inout TeamsDirectory, in context: LoadingContext
  ) throws {
    var messages: [ExportFile] = []
    for file in files {
      guard let content = content(of: file) else {
        try context.sink.leave(file)
        continue
      }
      do {
        switch content {
        case .messages:
          messages.append(file)
          continue
        case .teams: try read(file, context) { directory.addTeam($0) }
        case .channels: try read(file, context) { directory.addChannel($0) }
        case .chats: try read(file, context) { directory.addChat($0) }
        }
        try context.sink.pass(.index, path: file.path)
      } catch let error as JSONError {
        try context.sink.fail(
          .damaged(path: file.path, format: description.title, error: error, more: 0))
      } catch let error as LoadingError {
        try context.sink.fail(error)
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
    var index = ExportIndex<TeamsPlace>(context)
    for file in files {
      try index.scan(file) { stream, part, index in
        if try stream.peek() == .array {
          try scanMessages(&stream, part, &index)
        } else {
          try index.scanObject(&stream, of: part, records: ["value"], needing: []) {
            stream, index, _ in
            try scanMessages(&stream, part, &index)
          }
        }
        try stream.finish()
      }
    }
    try index.handOutObjects(
      as: description, conversation: { _, place in directory.conversation(place, description) },
      { json, _, _ throws(JSONError) in try TeamsRecord(reading: &json).outcome })
  }

  private func scanMessages(
    _ stream: inout JSONStream, _ part: JoinedFiles.Part, _ index: inout ExportIndex<TeamsPlace>
  ) throws {
    try index.scanRecords(
      &stream, of: part, in: "",
      { reader, base throws(JSONError) in try TeamsHeader(reading: &reader, base: base) },
      note: { index, header, offset in
        index.declare(header.place.id, header.place)
        index.add(header.place.id, time: header.time, offset: offset)
        for reply in header.replies {
          index.add(header.place.id, time: reply.time, offset: reply.offset)
        }
      })
  }
}

/// Where a message was written.
struct TeamsPlace {
  var chat: String?
  var channel: String?
  var team: String?

  var id: String { channel ?? chat ?? "" }
}

/// What the first pass needs of a message, and of the replies that a Graph answer holds within it.
private struct TeamsHeader {
  var place = TeamsPlace()
  var time: Int?
  var replies: [(time: Int?, offset: Int)] = []

  init(reading reader: inout JSONReader, base: Int, depth: Int = 0) throws(JSONError) {
    try reader.beginObject()
    while let key = try reader.nextKey() {
      switch key {
      case "createdDateTime", "CreatedDateTime": time = try reader.readIfSortKey()
      case "chatId", "ChatId": place.chat = try reader.readIfString()
      case "channelIdentity", "ChannelIdentity":
        guard let channel = try reader.readIfTree().map(TeamsValue.init) else { continue }
        place.channel = channel["channelId"]?.text
        place.team = channel["teamId"]?.text
      case "replies" where depth == 0, "Replies" where depth == 0:
        guard try reader.peek() == .array else {
          try reader.skipValue()
          continue
        }
        try reader.beginArray()
        while try reader.nextElement() {
          guard try reader.peek() == .object else {
            try reader.skipValue()
            continue
          }
          let offset = base + reader.position
          replies.append((try Self(reading: &reader, base: base, depth: 1).time, offset))
        }
      default: try reader.skipValue()
      }
    }
  }
}
