import ActionItemModel
import CivilTime
import JSONText

/// Reads the day files of Slack conversations.
struct SlackConversationLoader {
  let format: FormatDescription
  let users: SlackUsers
  let channels: SlackChannels

  /// Reads a conversation's folder.
  func load(
    _ folder: ExportFolder, _ contents: ExportFolder.Contents, as channel: SlackChannels.Channel?,
    in context: LoadingContext
  ) throws {
    let days = contents.files.filter { $0.name.hasSuffix(".json") }
    for file in contents.files where !file.name.hasSuffix(".json") {
      try context.sink.leave(file)
    }
    guard !days.isEmpty else { return }
    let conversation = conversation(channel, folder: String(folder.name), context.options)
    try load(days, at: folder.path, as: conversation, in: context)
  }

  /// Reads a single day file.
  func load(_ file: ExportFile, in context: LoadingContext) throws {
    let parts = file.location.split(separator: "/")
    // general/2026-01-31.json is a day of general, wherever it lies.
    let folder = parts.count > 1 ? String(parts[parts.count - 2]) : nil
    let conversation = conversation(nil, folder: folder, context.options)
    try load([file], at: file.path, as: conversation, in: context)
  }

  private func conversation(
    _ channel: SlackChannels.Channel?, folder: String?, _ options: LoadingOptions
  ) -> Conversation {
    guard let channel else {
      return Conversation(
        id: options.conversationId ?? "slack:\(folder ?? "conversation")", title: folder,
        platform: format.platform, kind: folder.flatMap(Self.kind(ofFolder:)),
        hasMadeId: options.conversationId == nil)
    }
    let members = channel.members.map { id in
      users[id]?.participant ?? Participant(id: id, name: id)
    }
    // A conversation without a name of its own is called after the people in it.
    let title =
      channel.kind == .public || channel.kind == .private
      ? channel.name : members.map(\.name).joined(separator: ", ")
    return Conversation(
      id: "slack:\(channel.id)", title: title, platform: format.platform, kind: channel.kind,
      participants: members)
  }

  /// What a folder's name tells where no index does: `mpdm-anna--ben-1` is a group, `D012AB3CD` two people.
  /// Their words must not leave the machine for want of an index.
  static func kind(ofFolder name: String) -> Conversation.Kind? {
    if name.hasPrefix("mpdm-") { return .group }
    let isId =
      name.utf8.count >= 8
      && name.utf8.allSatisfy {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0)
          || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
      }
    return isId && name.hasPrefix("D") ? .direct : nil
  }

  private func load(
    _ days: [ExportFile], at path: String, as conversation: Conversation,
    in context: LoadingContext
  ) throws {
    var writer = try ConversationWriter(
      conversation, path: path, format: format, context: context)
    var reader = SlackMessageReader(users: users, channelNames: channels.names)
    let buffer = RecordBuffer()
    for day in days {
      try context.sink.telling { try load(day, &reader, buffer, &writer, in: context) }
    }
    try writer.end()
  }

  /// Reads one day; what is damaged in it is told, the rest is handed out by time.
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
          let head = context.options.takesSamples ? reader.head(of: record) : nil
          if let head, try writer.writeHead(head.mark, at: head.microseconds) { return }
          let outcome = reader.outcome(of: record)
          if record.isMended { writer.noteMended() }
          try writer.write(outcome, mark: head?.mark ?? 0)
        case .failure(let error): writer.lose(error, path: day.path)
        }
      }
      try stream.finish()
    } catch let error as JSONError {
      writer.note(error, path: day.path)
    } catch let error as LoadingError {
      // What was read until then is handed out.
      try writer.endStretch(path: day.path)
      throw error
    }
    try writer.endStretch(path: day.path)
  }
}
