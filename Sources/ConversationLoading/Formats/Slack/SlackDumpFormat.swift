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

  func load(_ files: [ExportFile], in context: LoadingContext) throws {
    var index = ExportIndex<String?>(context, description)
    for file in files {
      try index.scan(file) { stream, part, index in
        let members = try index.scanObject(
          &stream, of: part, records: ["messages"], needing: ["channel_id"]
        ) { stream, index, members in
          let channel = Self.declare(members, in: &index)
          try index.scanRecords(&stream, of: part, in: channel) { index, record, offset in
            index.add(
              channel, record, at: SlackMessageReader.time(of: record), offset: offset,
              SlackMessageReader.head)
            try record.forEachRecord("slackdump_thread_replies") { reply, start in
              index.add(
                channel, reply, at: SlackMessageReader.time(of: reply), offset: offset + start,
                SlackMessageReader.head)
            }
          }
        }
        Self.declare(members, in: &index)
      }
    }
    try index.handOutObjects(
      { conversation(channel: $0, name: $1) },
      { [users = SlackUsers(zones: context.options.zones)] _ in
        var reader = SlackMessageReader(users: users, channelNames: [:])
        return { record, _ throws(JSONError) in reader.outcome(of: record) }
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
