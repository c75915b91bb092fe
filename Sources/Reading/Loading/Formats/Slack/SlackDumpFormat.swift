import ActionItems
import Encoding

/// Reads files of `slackdump dump` and saved answers of Slack's API. `SlackChunkFormat`, below: slackdump's recordings.
struct SlackDumpFormat: ConversationFormat {
  let description = FormatDescription(
    name: "slackdump", platform: "slack", title: "slackdump conversation",
    reads:
      "the JSON files of `slackdump dump`, those of one channel together, or an answer of Slack's API",
    howToExport: """
      `slackdump dump -o FOLDER URL…` with the addresses of channels or threads; or save what \
      conversations.history or conversations.replies return.
      """)

  func recognizes(_ json: JSONOutline) -> Bool {
    if json.keys["ok"] == .bool, let answer = json["messages"] {
      return answer.isArray && answer.has("type", "ts")
    }
    guard !json.isArray, json.strings["channel_id"] != nil, json.has("messages") else {
      return false
    }
    guard let messages = json["messages"], messages.holdsObjects else {
      return json.keys.keys.allSatisfy(["channel_id", "name", "thread_ts", "messages"].contains)
    }
    return messages.has("ts")
  }

  func load(_ files: [ExportFile], in context: LoadingContext) throws {
    var index = ExportIndex<String?>(context, description)
    for file in files {
      func declare(_ members: [String: JSONValue], _ index: inout ExportIndex<String?>) -> Int {
        index.declare(members["channel_id"]?.text ?? "/\(file.path)", members["name"]?.text)
      }
      try index.scan(file) { stream, part, index in
        let members = try index.scanObject(
          &stream, of: part, records: ["messages"], needing: ["channel_id"]
        ) { stream, index, members in
          let number = declare(members, &index)
          try index.scanRecords(&stream, of: part, in: number) { index, record, offset in
            index.add(number, slack: record, offset: offset)
            try record.forEachRecord("slackdump_thread_replies") { reply, start in
              index.add(number, slack: reply, offset: offset + start)
            }
          }
        }
        _ = declare(members, &index)
      }
    }
    try index.runSecondPassOverObjects(
      { [options = context.options] channel, name in
        // An id's first letter gives the kind only for direct messages; C and G have become ambiguous. An answer of
        // the API does not name its channel.
        options.conversation(
          description, id: channel.hasPrefix("/") ? nil : "slack:\(channel)", title: name,
          kind: channel.hasPrefix("D") ? .direct : nil)
      },
      { [people = ExportPeople(context.options)] _ in
        var reader = SlackMessageReader(people, channelNames: [:])
        return { record, _ throws(JSONError) in reader.outcome(of: record) }
      })
  }
}

/// slackdump's recordings: responses of Slack's API, one a line.
struct SlackChunkFormat: ConversationFormat {
  let description = FormatDescription(
    name: "slackdump-chunks", platform: "slack", title: "slackdump recording",
    reads: "the .json.gz files of a recording together, or one of them",
    howToExport: "`slackdump record -o FOLDER` or, before version 4, `slackdump archive`.")

  func recognizes(_ json: JSONOutline) -> Bool {
    !json.isArray && json.keys["t"] == .number && json.keys["ts"] == .number
      && ["m", "u", "ch", "ci", "cu", "w", "f", "st", "b", "sm", "sf"].contains {
        json.keys[$0] == .array || json.keys[$0] == .object
      }
  }

  func load(_ files: [ExportFile], in context: LoadingContext) throws {
    var people = ExportPeople(context.options)
    var channels: [String: ListedChat] = [:]
    func take(_ channel: JSONRecord) {
      if let id = channel.scalar("id") {
        channels[id, default: ListedChat()].take(slackChannel: channel)
      }
    }
    var index = ExportIndex<Void>(context, description)
    for file in files {
      try index.scanLines(file) { chunk, offset, index in
        try chunk.forEachRecord("u") { user, _ throws(JSONError) in
          try people.add(slackUser: user)
        }
        let id = chunk.string("id")
        try chunk.forEachRecord("ch") { channel, _ in take(channel) }
        if let channel = try chunk.record("ci") { take(channel) }
        guard let id else { return }
        let members = try chunk.tree("cu").elements.compactMap(\.text)
        if !members.isEmpty { channels[id, default: ListedChat()].members = members }
        guard chunk.has("m", .array) else { return }
        let number = index.declare(id, ())
        try chunk.forEachRecord("m") { message, start in
          index.add(number, slack: message, offset: offset + start)
        }
      }
    }
    let names = channels.compactMapValues(\.title)
    try index.runSecondPassOverObjects(
      { [channels, people] id, _ in
        var channel = channels[id] ?? ListedChat()
        // Slack generates names for chats without one.
        if channel.kind == .direct || channel.kind == .group, !channel.members.isEmpty {
          channel.title = nil
        }
        channel.kind = channel.kind ?? (id.hasPrefix("D") ? .direct : nil)
        return people.conversation(id, channel, description)
      },
      { [people] _ in
        var reader = SlackMessageReader(people, channelNames: names)
        return { record, _ throws(JSONError) in reader.outcome(of: record) }
      })
  }
}

extension ExportIndex {
  fileprivate mutating func add(_ number: Int, slack record: JSONRecord, offset: Int) {
    add(number, time: SlackMessageReader.time(of: record)?.sortKey, offset: offset)
  }
}

extension ListedChat {
  /// Takes the properties of a channel from Slack's API.
  fileprivate mutating func take(slackChannel record: JSONRecord) {
    title = record.scalar("name") ?? title
    if record.flag("is_im") {
      kind = .direct
      if members.isEmpty, let user = record.scalar("user") { members = [user] }
    } else if record.flag("is_mpim") {
      kind = .group
    } else if record.has("is_private", .bool) {
      kind = record.flag("is_private") ? .private : .public
    }
  }
}
