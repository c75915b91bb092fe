import ActionItems
import Encoding

/// The people and conversations in a Slack export's index files, and the reading of day files with them.
struct SlackWorkspace {
  /// The index files and the kind of conversations in each.
  static let indexes: [(file: String, kind: Conversation.Kind)] = [
    ("channels.json", .public), ("groups.json", .private), ("mpims.json", .group),
    ("dms.json", .direct),
  ]

  let format: FormatDescription
  var people: ExportPeople
  /// Conversations by the name of their folder; each workspace of an organisation has its own.
  var channels: [String: (id: String, chat: ListedChat)] = [:]
  private var channelNames: [String: String] = [:]

  init(_ format: FormatDescription, _ options: LoadingOptions) {
    self.format = format
    people = ExportPeople(options)
  }

  mutating func addChannel(_ record: JSONRecord, _ kind: Conversation.Kind) throws(JSONError) {
    guard let id = record.string("id") else { return }
    let name = record.string("name")
    let members = try record.tree("members").elements.compactMap(\.string)
    // Direct messages have no name; their folder is named by their id.
    let isNamed = kind == .public || kind == .private
    channels[name ?? id] = (
      id,
      ListedChat(title: isNamed ? name : nil, kind: kind, members: members.filter { !$0.isEmpty })
    )
    if let name { channelNames[id] = name }
  }

  func load(
    _ folder: ExportFolder, _ contents: ExportFolder.Contents,
    as channel: (id: String, chat: ListedChat)? = nil,
    in context: LoadingContext
  ) throws {
    let days = contents.files.filter { $0.name.hasSuffix(".json") }
    for file in contents.files where !file.name.hasSuffix(".json") {
      try context.sink.leave(file)
    }
    if days.isEmpty { return }
    var workspace = self
    if let chat = channel?.chat, chat.title == nil {
      try workspace.meet(Set(chat.members), in: days, context)
    }
    let conversation = workspace.conversation(
      channel, folder: String(folder.name), context.options)
    try workspace.load(days, at: folder.path, as: conversation, in: context)
  }

  /// Learns the names of members from other workspaces, which only their messages have. An untitled chat is named
  /// after its members.
  private mutating func meet(
    _ members: Set<String>, in days: [ExportFile], _ context: LoadingContext
  ) throws {
    var unknown = members.filter { people[$0] == nil }
    let buffer = RecordBuffer()
    for day in days where !unknown.isEmpty {
      do {
        var stream = try JSONStream(
          try day.open(), valueLimit: context.options.recordLimit, limits: .export)
        guard try stream.peek() == .array else { continue }
        try stream.readRecords(buffer) { record, _ in
          guard let record = try? record.get(), let id = record.string("user"),
            let name = SlackMessageReader.name(inProfileOf: record), unknown.remove(id) != nil
          else { return }
          people.add(id, called: name, handle: nil, aliases: [], isBot: false)
        }
      } catch let error where error is JSONError || error is LoadingError {
        // The messages are read again later, and the error is reported then.
      }
    }
  }

  /// Reads a single day file: general/2026-01-31.json is a day of general, wherever it lies.
  func load(_ file: ExportFile, in context: LoadingContext) throws {
    let conversation = conversation(nil, folder: file.folder, context.options)
    try load([file], at: file.path, as: conversation, in: context)
  }

  private func conversation(
    _ channel: (id: String, chat: ListedChat)?, folder: String?, _ options: LoadingOptions
  ) -> Conversation {
    guard let channel else {
      return Conversation(
        id: options.conversationId ?? "slack:\(folder ?? "conversation")", title: folder,
        platform: format.platform, kind: folder.flatMap(Self.kind(ofFolder:)),
        hasSyntheticId: options.conversationId == nil)
    }
    return people.conversation(channel.id, channel.chat, format)
  }

  /// Guesses the kind from a folder's name if there is no index.
  ///
  /// `mpdm-anna--ben-1` is a group, `D012AB3CD` a direct chat. Without this guess, a missing index could let private
  /// messages leave the machine.
  private static func kind(ofFolder name: String) -> Conversation.Kind? {
    if name.hasPrefix("mpdm-") { return .group }
    let isId =
      name.utf8.count >= 8
      && name.allSatisfy { $0.isASCII && ($0.isUppercase || $0.isNumber) }
    return isId && name.hasPrefix("D") ? .direct : nil
  }

  private func load(
    _ days: [ExportFile], at path: String, as conversation: Conversation,
    in context: LoadingContext
  ) throws {
    var writer = try ConversationWriter(conversation, path: path, format: format, context: context)
    var reader = SlackMessageReader(people, channelNames: channelNames)
    let buffer = RecordBuffer()
    for day in days {
      try context.sink.reportingErrors { try load(day, &reader, buffer, &writer, in: context) }
    }
    try writer.end()
  }

  /// Reads one day; damage is reported, and the rest is written in order of time.
  private func load(
    _ day: ExportFile, _ reader: inout SlackMessageReader, _ buffer: RecordBuffer,
    _ writer: inout ConversationWriter, in context: LoadingContext
  ) throws {
    do {
      var stream = try JSONStream(
        try day.open(), valueLimit: context.options.recordLimit, limits: .export)
      guard try stream.peek() == .array else { return try context.sink.leave(day) }
      writer.beginStretch()
      try stream.readRecords(buffer) { record, _ in
        switch record {
        case .success(let record):
          let outcome = reader.outcome(of: record)
          if record.isRepaired { writer.noteRepaired() }
          try writer.write(outcome)
        case .failure(let error): writer.lose(error, path: day.path)
        }
      }
      try stream.finish()
    } catch let error as JSONError {
      writer.note(error, path: day.path)
    } catch let error as LoadingError {
      // The messages read before the error are still written.
      try writer.endStretch()
      throw error
    }
    try writer.endStretch()
  }
}

extension ExportPeople {
  /// Adds a user from Slack's API.
  mutating func add(slackUser user: JSONRecord) throws(JSONError) {
    guard let id = user.string("id") else { return }
    let profile = try user.record("profile")
    let handle = user.string("name")
    let displayName = profile?.string("display_name")
    let realName = profile?.string("real_name") ?? user.string("real_name")
    add(
      id, called: displayName ?? realName ?? handle, handle: handle,
      aliases: [handle, realName, displayName, profile?.string("email")], zone: user.string("tz"),
      isBot: user.flag("is_bot") || id == "USLACKBOT")
  }
}
