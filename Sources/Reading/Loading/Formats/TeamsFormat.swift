import ActionItems
import Encoding

/// Channels and chats of Microsoft Teams, as Graph returns them (camelCase) or an archive has them (PascalCase).
struct TeamsFormat: ConversationFormat {
  let description = FormatDescription(
    name: "teams", platform: "teams", title: "Microsoft Teams",
    reads: """
      JSON of chat messages: pages of Microsoft Graph answers, or messages_….json of an archive with \
      the lists of teams, channels and chats next to them
      """,
    howToExport: """
      An administrator asks Microsoft Graph: GET /teams/{id}/channels/getAllMessages, \
      /users/{id}/chats/getAllMessages or /chats/{id}/messages (the Graph Explorer saves answers), or \
      an archiving tool that writes them.
      """)

  /// The contents of a file.
  private enum Content: Equatable {
    case messages
    case list(TeamsDirectory.List)
  }

  private static func content(_ json: JSONOutline?) -> Content? {
    // An array, or a page of a Graph response.
    guard let json, let record = json.isArray ? json : json["value"], record.isArray else {
      return nil
    }
    func has(_ keys: String...) -> Bool {
      keys.allSatisfy { key in
        record.keys[key] != nil || record.keys[key.prefix(1).uppercased() + key.dropFirst()] != nil
      }
    }
    if has("messageType", "body", "createdDateTime"), has("chatId") || has("channelIdentity") {
      return .messages
    }
    if has("groupsId", "name", "privacy") { return .list(.teams) }
    if has("id", "displayName", "membershipType") { return .list(.channels) }
    return has("id", "chatType") ? .list(.chats) : nil
  }

  func recognizes(_ json: JSONOutline) -> Bool { Self.content(json) != nil }

  /// Recognises an archive's folder of teams: a list, and a folder for each team.
  func recognizes(_ folder: ExportFolder, _ contents: ExportFolder.Contents) -> Bool {
    Self.content(contents.file("teamsList.json")?.sample?.json) == .list(.teams)
  }

  func load(
    _ folder: ExportFolder, _ contents: ExportFolder.Contents, in context: LoadingContext
  ) throws {
    let directory = try load(contents.files, TeamsDirectory(), in: context)
    try context.forEach(contents.folders) { _, contents in
      _ = try load(contents.files, directory, in: context)
      for folder in contents.folders { try context.sink.leave(folder) }
    }
  }

  func load(_ files: [ExportFile], in context: LoadingContext) throws {
    _ = try load(files, TeamsDirectory(), in: context)
  }

  /// Reads files; returns `known` with the lists among the files added.
  private func load(
    _ files: [ExportFile], _ known: TeamsDirectory, in context: LoadingContext
  ) throws -> TeamsDirectory {
    var directory = known
    let messages = try context.messages(among: files, description) { file in
      switch Self.content(file.sample?.json) {
      case .messages?: return true
      case .list(let list)?:
        try context.readRows(of: file, in: ["value"]) { row, _ in
          directory.add(TeamsValue(row), of: list)
        }
        return false
      case nil: return nil
      }
    }
    var index = ExportIndex<TeamsPlace>(context, description)
    for file in messages {
      try index.scanFile(file, under: "value") { index, record, offset in
        let place = try TeamsPlace(record)
        let number = index.declare(place.id, place)
        index.add(number, time: TeamsRecord.time(record)?.sortKey, offset: offset)
        if place.channel == nil { try index.update(number) { try $0.note(record) } }
        try record.forEachRecord("replies", "Replies") { reply, start in
          index.add(number, time: TeamsRecord.time(reply)?.sortKey, offset: offset + start)
        }
      }
    }
    try index.runSecondPassOverObjects(
      { [directory] _, place in directory.conversation(place, description) },
      { _ in { record, _ throws(JSONError) in try TeamsRecord(record).outcome() } })
    return directory
  }
}
