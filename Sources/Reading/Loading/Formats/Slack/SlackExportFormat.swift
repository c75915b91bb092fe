import ActionItems
import Encoding

/// The export of a Slack workspace: index files, and a folder for each conversation with one file a day.
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

  func recognizes(_ folder: ExportFolder, _ contents: ExportFolder.Contents) -> Bool {
    let indexes = SlackWorkspace.indexes.compactMap { contents.file($0.file) }
    if indexes.contains(where: isIndex) { return true }
    // The beginning of an index may be damaged.
    if !indexes.isEmpty || contents.file("users.json") != nil,
      contents.folders.contains(where: { (try? $0.contents()).map(hasDays) ?? false })
    {
      return true
    }
    if let users = contents.file("org_users.json"), isIndex(users) {
      return contents.folder("teams") != nil
    }
    return hasDays(contents)
  }

  private func isIndex(_ file: ExportFile) -> Bool {
    guard let outline = file.sample?.json, outline.isArray else { return false }
    // A workspace without private channels has an empty index for them.
    let keys = outline.keys
    return keys["id"] != nil && (keys["members"] ?? keys["creator"] ?? keys["team_id"]) != nil
  }

  private func hasDays(_ contents: ExportFolder.Contents) -> Bool {
    contents.files.first { Self.isDay($0.name) }?.sample.map { recognizes($0) } ?? false
  }

  /// Whether a name has the form `2026-01-31.json`.
  private static func isDay(_ name: Substring) -> Bool {
    String(name.map { $0.isASCII && $0.isNumber ? "d" : $0 }) == "dddd-dd-dd.json"
  }

  func recognizes(_ json: JSONOutline) -> Bool {
    guard json.isArray, json.strings["type"] == "message", let ts = json.strings["ts"] else {
      return false
    }
    let parts = ts.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 2 && parts[1].utf8.count == 6 && Int(parts[0]) != nil
  }

  func load(_ file: ExportFile, in context: LoadingContext) throws {
    try SlackWorkspace(description, context.options).load(file, in: context)
  }

  func load(
    _ folder: ExportFolder, _ contents: ExportFolder.Contents, in context: LoadingContext
  ) throws {
    try load(folder, contents, SlackWorkspace(description, context.options), in: context)
  }

  /// Reads an export's folder; `workspace` has the people whom the enclosing organisation lists, if any.
  private func load(
    _ folder: ExportFolder, _ contents: ExportFolder.Contents, _ workspace: SlackWorkspace,
    in context: LoadingContext
  ) throws {
    var workspace = workspace
    workspace.channels = [:]
    var indexes: Set<Substring> = [
      "integration_logs.json", "canvases.json", "file_conversations.json", "lists.json",
    ]
    func readList(_ name: String, _ add: (JSONRecord) throws -> Void) throws {
      guard let file = contents.file(name) else { return }
      indexes.insert(file.name)
      try self.readList(file, context, add)
    }
    for name in ["org_users.json", "users.json"] {
      try readList(name) { try workspace.people.add(slackUser: $0) }
    }
    for (name, kind) in SlackWorkspace.indexes {
      try readList(name) { try workspace.addChannel($0, kind) }
    }
    if hasDays(contents) {
      try context.onWorker { [workspace] in try workspace.load(folder, contents, in: $0) }
    } else {
      for file in contents.files {
        if indexes.contains(file.name) {
          try context.sink.skip(.list, path: file.path)
        } else {
          try context.sink.leave(file)
        }
      }
    }
    try context.forEach(contents.folders) { child, contents in
      let channel = workspace.channels[String(child.name)]
      if child.name == "teams", channel == nil, !hasDays(contents) {
        // An Enterprise Grid export: a folder for each workspace.
        for file in contents.files { try context.sink.leave(file) }
        try context.forEach(contents.folders) { try load($0, $1, workspace, in: context) }
      } else if contents.files.contains(where: { $0.name.hasSuffix(".json") }) {
        try context.onWorker { [workspace] in
          try workspace.load(child, contents, as: channel, in: $0)
        }
        for folder in contents.folders { try context.sink.leave(folder) }
      } else {
        try context.sink.leave(child)
      }
    }
  }

  /// Reads a list. Unreadable entries lose names, not messages.
  private func readList(
    _ file: ExportFile, _ context: LoadingContext, _ add: (JSONRecord) throws -> Void
  ) throws {
    var index = ExportIndex<Void>(context, description)
    try index.scan(file) { stream, part, index in
      try stream.readRecords(RecordBuffer()) { record, _ in
        switch record {
        case .success(let record): try add(record)
        // Entries that are not objects are reported as damage.
        case .failure(let error): index.damage.note(error, path: part.path)
        }
      }
    }
    try index.damage.report(to: context.sink, format: description, isIndex: true)
  }
}
