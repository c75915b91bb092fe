import ActionItemModel
import JSONText

/// The export of a Slack workspace: index files, and a folder a conversation with a file a day.
struct SlackExportFormat: ConversationFormat {
  let description = FormatDescription(
    name: "slack", platform: "slack", title: "Slack export",
    reads: """
      the zip or its unpacked folder, also of Enterprise Grid and of slackdump, a conversation's \
      folder, a single day file
      """,
    howToExport: """
      Workspace name > Tools & settings > Workspace settings > Import/Export Data > Export \
      (owners and admins; private conversations need a plan that exports them).
      """)

  // MARK: - Recognition

  func recognizes(_ folder: ExportFolder, _ contents: ExportFolder.Contents) -> Bool {
    if SlackChannels.indexes.contains(where: { isIndex(contents.file($0.file)) }) { return true }
    // An index may be damaged where it begins.
    if SlackChannels.indexes.contains(where: { contents.file($0.file) != nil })
      || contents.file("users.json") != nil, contents.folders.contains(where: { hasDays($0) })
    {
      return true
    }
    if let users = contents.file("org_users.json"), isIndex(users) {
      return contents.folder("teams") != nil
    }
    return hasDays(contents)
  }

  private func isIndex(_ file: ExportFile?) -> Bool {
    guard let outline = file?.sample?.json, outline.isArray else { return false }
    // A workspace without private channels has an empty index of them.
    let keys = outline.keys
    return keys["id"] != nil && (keys["members"] ?? keys["creator"] ?? keys["team_id"]) != nil
  }

  private func hasDays(_ folder: ExportFolder) -> Bool {
    (try? folder.contents()).map { hasDays($0) } ?? false
  }

  private func hasDays(_ contents: ExportFolder.Contents) -> Bool {
    guard let day = contents.files.first(where: { Self.isDay($0.name) }),
      let sample = day.sample
    else { return false }
    return recognizes(sample)
  }

  /// `2026-01-31.json`
  static func isDay(_ name: Substring) -> Bool {
    let pattern = Array("dddd-dd-dd.json".utf8)
    return name.utf8.count == pattern.count
      && zip(name.utf8, pattern).allSatisfy { byte, wanted in
        wanted == UInt8(ascii: "d") && byte != UInt8(ascii: "d")
          ? (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) : byte == wanted
      }
  }

  func recognizes(_ sample: FormatSample) -> Bool {
    guard let json = sample.json, json.isArray, json.strings["type"] == "message",
      let ts = json.strings["ts"]
    else { return false }
    let parts = ts.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 2 && parts[1].utf8.count == 6 && Int(parts[0]) != nil
  }

  // MARK: - Loading

  func load(
    _ folder: ExportFolder, _ contents: ExportFolder.Contents, in context: LoadingContext
  ) throws {
    let users = SlackUsers(zones: context.options.zones)
    try loadWorkspace(folder, contents, users, SlackChannels(), in: context)
  }

  /// Reads an export's folder; `users` and `channels` are those of the organisation that the workspace
  /// belongs to, if any.
  private func loadWorkspace(
    _ folder: ExportFolder, _ contents: ExportFolder.Contents, _ users: SlackUsers,
    _ channels: SlackChannels, in context: LoadingContext
  ) throws {
    var users = users
    var channels = channels
    channels.leaveFolder()
    var indexes: Set<Substring> = [
      "integration_logs.json", "canvases.json", "file_conversations.json", "lists.json",
    ]
    for name in ["org_users.json", "users.json"] {
      guard let file = contents.file(name) else { continue }
      indexes.insert(file.name)
      try readList(file, context) { try users.add($0) }
    }
    for (name, kind) in SlackChannels.indexes {
      guard let file = contents.file(name) else { continue }
      indexes.insert(file.name)
      try readList(file, context) { try channels.add($0, kind: kind) }
    }
    let loader = SlackConversationLoader(
      format: description, users: users, channels: channels)
    if hasDays(contents) {
      try context.aside { try loader.load(folder, contents, as: nil, in: $0) }
    } else {
      for file in contents.files {
        if indexes.contains(file.name) {
          try context.sink.pass(.index, path: file.path)
        } else {
          try context.sink.leave(file)
        }
      }
    }
    for child in contents.folders {
      try context.sink.telling {
        let contents = try child.contents()
        try context.tell(of: contents, in: child.path)
        let channel = channels.byFolder[String(child.name)]
        if child.name == "teams", channel == nil, !hasDays(contents) {
          // An Enterprise Grid export: a folder for each workspace.
          try loadWorkspaces(contents, users, channels, in: context)
        } else if contents.files.contains(where: { $0.name.hasSuffix(".json") }) {
          try context.aside { try loader.load(child, contents, as: channel, in: $0) }
          for folder in contents.folders { try context.sink.leave(folder) }
        } else {
          try context.sink.leave(child)
        }
      }
    }
  }

  private func loadWorkspaces(
    _ contents: ExportFolder.Contents, _ users: SlackUsers, _ channels: SlackChannels,
    in context: LoadingContext
  ) throws {
    for file in contents.files { try context.sink.leave(file) }
    for folder in contents.folders {
      try context.sink.telling {
        let contents = try folder.contents()
        try context.tell(of: contents, in: folder.path)
        try loadWorkspace(folder, contents, users, channels, in: context)
      }
    }
  }

  func load(_ file: ExportFile, in context: LoadingContext) throws {
    let loader = SlackConversationLoader(
      format: description, users: SlackUsers(zones: context.options.zones),
      channels: SlackChannels())
    try loader.load(file, in: context)
  }

  /// Reads a list; what of it cannot be read costs names, not messages.
  private func readList(
    _ file: ExportFile, _ context: LoadingContext, _ add: (JSONRecord) throws -> Void
  ) throws {
    try context.sink.telling {
      var damages = Damages()
      do {
        var stream = try JSONStream(
          try file.open(), valueLimit: context.options.recordLimit, limits: .export)
        try stream.readRecords(RecordBuffer()) { record, _ in
          switch record {
          case .success(let record): try add(record)
          case .failure(let error): damages.note(error, path: file.path)
          }
        }
      } catch let error as JSONError {
        damages.note(error, path: file.path)
      }
      try damages.tell(context.sink, format: description, isIndex: true)
    }
  }
}
