import ActionItemModel
import CivilTime
import JSONText

/// Reads the day files of Slack conversations.
struct SlackConversationLoader {
  let format: FormatDescription
  let users: SlackUsers
  let channels: SlackChannels

  /// Messages of a day beyond this are handed out in parts; within each they are sorted.
  private static let dayLimit = 50_000

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
    var report = ConversationReport(file: path, format: format.name)
    var reader = SlackMessageReader(
      users: users, channelNames: channels.names, zone: context.options.zone)
    try context.sink.begin(conversation)
    for day in days {
      try context.sink.telling {
        try load(day, &reader, &report, in: context)
      }
    }
    try context.sink.end(report)
  }

  /// Reads one day; what is damaged in it is reported, the rest is handed out.
  private func load(
    _ day: ExportFile, _ reader: inout SlackMessageReader, _ report: inout ConversationReport,
    in context: LoadingContext
  ) throws {
    var messages: [Message] = []
    var damages: [JSONError] = []
    var mended = 0
    do {
      var stream = try JSONStream(
        try day.open(), valueLimit: context.options.recordLimit, limits: SlackExportFormat.limits)
      guard try stream.peek() == .array else {
        return try context.sink.leave(day)
      }
      try stream.beginArray()
      while try stream.nextElement() {
        do {
          guard try stream.peek() == .object else {
            report.skip(.notAMessage)
            try stream.skipValue()
            continue
          }
          let outcome = try stream.value { json throws(JSONError) in
            var record = SlackRecord()
            try record.read(&json)
            if record.isMended { mended += 1 }
            return reader.message(from: record)
          }
          switch outcome {
          case .message(let message):
            report.records += 1
            messages.append(message)
          case .skipped(let reason): report.skip(reason)
          }
          if messages.count >= Self.dayLimit { try handOut(&messages, &report, to: context.sink) }
        } catch let error as JSONError where error.reason != .endOfText {
          damages.append(error)
          if case .tooLong = error.reason { report.skip(.tooLong) } else { report.skip(.malformed) }
          try stream.skipValue()
        }
      }
      try stream.finish()
    } catch let error as JSONError {
      damages.append(error)
    }
    try handOut(&messages, &report, to: context.sink)
    if let damage = damages.first {
      try context.sink.fail(
        .damaged(
          path: day.path, format: format.title, error: damage, more: damages.count - 1))
    }
    if mended > 0 { try context.sink.fail(.notUTF8(path: day.path, messages: mended)) }
  }

  /// Hands out messages by time; of two with one id the later one in the file counts.
  private func handOut(
    _ messages: inout [Message], _ report: inout ConversationReport, to sink: any LoadingSink
  ) throws {
    let times = messages.map { $0.timestamp?.microseconds ?? .min }
    var order = Array(messages.indices)
    // Most days are in order.
    if zip(times, times.dropFirst()).contains(where: { $0 > $1 }) {
      order.sort { (times[$0], $0) < (times[$1], $1) }
    }
    for (place, index) in order.enumerated() {
      // One id is of one time, and times are quicker to compare.
      if place + 1 < order.count, times[order[place + 1]] == times[index],
        messages[order[place + 1]].id == messages[index].id
      {
        report.records -= 1
        report.skip(.duplicate)
        continue
      }
      try sink.add(messages[index])
    }
    messages.removeAll(keepingCapacity: true)
  }
}
