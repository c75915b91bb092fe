import ActionItems
import CivilTime
import Encoding

/// Discord's data package: a folder for each channel, with the messages of the person who asked for it.
struct DiscordPackageFormat: ConversationFormat {
  let description = FormatDescription(
    name: "discord-package", platform: "discord", title: "Discord data package",
    reads: "the zip or its folder, or a channel's folder; it has only your own messages",
    howToExport: """
      Discord: User Settings > Data & Privacy > Request Data > Messages. A mail with the address of \
      the zip comes within 30 days. DiscordChatExporter also gets what others wrote.
      """)

  func recognizes(_ folder: ExportFolder, _ contents: ExportFolder.Contents) -> Bool {
    messages(contents) != nil || list(contents) != nil
  }

  /// The messages of a channel's folder.
  private func messages(_ contents: ExportFolder.Contents) -> ExportFile? {
    guard contents.file("channel.json")?.sample?.json?.has("id", "type") == true else { return nil }
    return contents.file("messages.json") ?? contents.file("messages.csv")
  }

  /// The folder of all channels, and its list of their names.
  private func list(
    _ contents: ExportFolder.Contents
  ) -> (folder: ExportFolder, contents: ExportFolder.Contents, names: ExportFile)? {
    guard let folder = contents.folder("Messages") ?? contents.folder("messages"),
      let channels = try? folder.contents(), let names = channels.file("index.json"),
      let first = channels.folders.first, let inside = try? first.contents(),
      messages(inside) != nil
    else { return nil }
    return (folder, channels, names)
  }

  func load(
    _ folder: ExportFolder, _ contents: ExportFolder.Contents, in context: LoadingContext
  ) throws {
    guard let list = list(contents) else { return try load(contents, [:], .me, in: context) }
    let names = try context.members(of: list.names, description)
    try context.sink.skip(.list, path: list.names.path)
    var owner = MessageDraft.Sender.me
    let account = contents.folder("Account") ?? contents.folder("account")
    let others = try account?.contents()
    if let file = others?.file("user.json") {
      let user = try context.members(of: file, description)
      try context.sink.skip(.list, path: file.path)
      if let id = user["id"]?.text, let name = user["global_name"]?.text ?? user["username"]?.text {
        owner = .init(id: id, name: name, handle: user["username"]?.text)
      }
    }
    let files = contents.files + list.contents.files + (others?.files ?? [])
    for file in files where file.name != "user.json" && file.path != list.names.path {
      try context.sink.leave(file)
    }
    for other in contents.folders + (others?.folders ?? [])
    where other.path != list.folder.path && other.path != account?.path {
      try context.sink.leave(other)
    }
    try context.forEach(list.contents.folders) { channel, contents in
      guard messages(contents) != nil else { return try context.sink.leave(channel) }
      try context.onWorker { [owner] in try load(contents, names, owner, in: $0) }
    }
  }

  private func load(
    _ contents: ExportFolder.Contents, _ names: [String: JSONValue], _ owner: MessageDraft.Sender,
    in context: LoadingContext
  ) throws {
    guard let list = contents.file("channel.json"), let file = messages(contents) else { return }
    let channel = try context.members(of: list, description)
    let id = channel["id"]?.text ?? ""
    let type = channel["type"]?.text ?? ""
    let isDirect = type == "DM" || type == "1"
    let conversation = Conversation(
      // DiscordChatExporter's files of the same channel have the same id.
      id: "discord:\(id)", title: channel["name"]?.text ?? names[id]?.text,
      platform: description.platform,
      kind: isDirect ? .direct : type == "GROUP_DM" || type == "3" ? .group : nil)
    if file.name.hasSuffix(".csv") {
      return try DelimitedLoader(
        format: description, file: file, context: context, known: conversation, owner: owner
      ).load()
    }
    var index = ExportIndex<Void>(context, description)
    let number = index.declare(id, ())
    try index.scanFile(file, under: "") { index, record, offset in
      index.add(number, time: Self.time(of: record)?.sortKey, offset: offset)
    }
    try index.runSecondPassOverObjects(
      { _, _ in conversation },
      { _ in
        { record, _ throws(JSONError) in
          let files = record.string("Attachments").map(DelimitedRow.files) ?? ""
          let text = record.string("Contents") ?? ""
          return .message(
            MessageDraft(
              id: record.scalar("ID"), sender: owner, time: Self.time(of: record),
              written: record.string("Timestamp") ?? "", text: text.isEmpty ? files : text))
        }
      })
  }

  /// The time of a message, which is in UTC and does not say so.
  private static func time(of record: JSONRecord) -> GenericTimestamp.Reading? {
    let time = record.time("Timestamp")
    guard case .civil(let reading)? = time else { return time }
    return reading.timestamp(assumingOffset: 0).map { .instant($0) }
  }
}
