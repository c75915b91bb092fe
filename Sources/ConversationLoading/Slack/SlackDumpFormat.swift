import ActionItemModel
import JSONText

/// One conversation as slackdump's `dump` writes it, its replies within the messages that they answer.
struct SlackDumpFormat: ConversationFormat {
  let description = FormatDescription(
    name: "slackdump", platform: "slack", title: "slackdump conversation",
    reads: "the JSON files of `slackdump dump`, those of one channel together",
    howToExport: "`slackdump dump -o FOLDER URL…` with the addresses of channels or threads.")

  func recognizes(_ sample: FormatSample) -> Bool {
    guard let json = sample.json, !json.isArray, json.strings["channel_id"] != nil,
      json.keys["messages"] != nil
    else { return false }
    guard let messages = json["messages"], messages.holdsObjects else {
      return json.keys.keys.allSatisfy(Self.keys.contains)
    }
    return messages.keys["ts"] != nil
  }

  private static let keys: Set<String> = ["channel_id", "name", "thread_ts", "messages"]

  func load(_ file: ExportFile, in context: LoadingContext) throws { try load([file], in: context) }

  func load(_ files: [ExportFile], in context: LoadingContext) throws {
    var index = ExportIndex<String?>(context)
    for file in files {
      try index.scan(file) { stream, part, index in
        let members = try index.scanObject(
          &stream, of: part, records: ["messages"], needing: ["channel_id"]
        ) { stream, index, members in
          let channel = Self.declare(members, in: &index)
          try index.scanRecords(
            &stream, of: part, in: channel,
            { reader, base throws(JSONError) in try SlackDumpHeader(reading: &reader, base: base) },
            note: { index, header, offset in
              index.add(channel, time: header.time, offset: offset)
              for reply in header.replies {
                index.add(channel, time: reply.time, offset: reply.offset)
              }
            })
        }
        Self.declare(members, in: &index)
        try stream.finish()
      }
    }
    var reader = SlackMessageReader(
      users: SlackUsers(zones: context.options.zones), channelNames: [:],
      zone: context.options.zone)
    try index.handOutObjects(
      as: description, conversation: { conversation(channel: $0, name: $1) },
      { json, _, _ throws(JSONError) in
        var record = SlackRecord()
        try record.read(&json)
        return reader.outcome(of: record)
      })
  }

  @discardableResult
  private static func declare(
    _ members: [String: JSONValue], in index: inout ExportIndex<String?>
  ) -> String {
    let channel = members["channel_id"]?.text ?? ""
    index.declare(channel, members["name"]?.text)
    return channel
  }

  private func conversation(channel: String, name: String?) -> Conversation {
    // Slack's ids begin with a letter for the kind; what else than a direct message begins with C
    // or G has become uncertain since.
    Conversation(
      id: "slack:\(channel)", title: name, platform: description.platform,
      kind: channel.hasPrefix("D") ? .direct : nil)
  }
}

/// When a message of a dump and its replies were written, and where the replies stand.
private struct SlackDumpHeader {
  var time: Int?
  var replies: [(time: Int?, offset: Int)] = []

  init(reading reader: inout JSONReader, base: Int) throws(JSONError) {
    try reader.beginObject()
    while let key = try reader.nextKey() {
      switch key {
      case "ts": time = try Self.time(&reader)
      case "slackdump_thread_replies" where try reader.peek() == .array:
        try reader.beginArray()
        while try reader.nextElement() {
          guard try reader.peek() == .object else {
            try reader.skipValue()
            continue
          }
          let offset = base + reader.position
          replies.append((try Self(reading: &reader).time, offset))
        }
      default: try reader.skipValue()
      }
    }
  }

  private init(reading reader: inout JSONReader) throws(JSONError) {
    try reader.beginObject()
    while let key = try reader.nextKey() {
      if key.equals("ts") { time = try Self.time(&reader) } else { try reader.skipValue() }
    }
  }

  private static func time(_ reader: inout JSONReader) throws(JSONError) -> Int? {
    try reader.readIfScalar().flatMap { SlackMessageReader.microseconds($0) }.map { Int($0) }
  }
}

extension SlackMessageReader {
  /// What a record becomes, as a draft.
  mutating func outcome(of record: SlackRecord) -> RecordOutcome {
    switch message(from: record) {
    case .skipped(let reason): .skipped(reason)
    case .message(let message):
      .message(
        MessageDraft(
          id: message.id,
          sender: message.senderId.map { .init(id: $0, name: message.sender ?? $0) },
          time: message.timestamp.map(GenericTimestamp.Reading.instant),
          written: record.ts ?? "", text: message.text, source: record.text,
          kind: message.kind, threadId: message.threadId, replyTo: message.replyTo,
          edited: record.edited ?? (message.isEdited ? "" : nil)))
    }
  }
}
