import ActionItemModel
import JSONText

/// slackdump's recordings: the answers of Slack's API, one a line.
struct SlackChunkFormat: ConversationFormat {
  let description = FormatDescription(
    name: "slackdump-chunks", platform: "slack", title: "slackdump recording",
    reads: "the .json.gz files of a recording together, or one of them",
    howToExport: "`slackdump record -o FOLDER` or, before version 4, `slackdump archive`.")

  func recognizes(_ sample: FormatSample) -> Bool {
    guard let json = sample.json, !json.isArray, json.keys["t"] == .number,
      json.keys["ts"] == .number
    else { return false }
    return ["m", "u", "ch", "ci", "cu", "w", "f", "st", "b", "sm", "sf"].contains {
      json.keys[$0] == .array || json.keys[$0] == .object
    }
  }

  func load(_ files: [ExportFile], in context: LoadingContext) throws {
    var users = SlackUsers(zones: context.options.zones)
    var channels: [String: SlackChunkChannel] = [:]
    var index = ExportIndex<Void>(context, description)
    for file in files {
      try index.scanLines(file) { chunk, offset, index in
        try chunk.forEachRecord("u") { user, _ throws(JSONError) in try users.add(user) }
        let id = chunk.string("id")
        try chunk.forEachRecord("ch") { channel, _ in take(channel, &channels) }
        if let channel = try chunk.record("ci") { take(channel, &channels) }
        guard let id else { return }
        let members = (try chunk.tree("cu")?.array ?? []).compactMap(\.text)
        if !members.isEmpty { channels[id, default: SlackChunkChannel()].members = members }
        if chunk.has("m", .array) { index.declare(id, ()) }
        try chunk.forEachRecord("m") { message, start in
          index.add(
            id, message, at: SlackMessageReader.time(of: message), offset: offset + start,
            SlackMessageReader.head)
        }
      }
    }
    let names = channels.compactMapValues(\.name)
    try index.handOutObjects(
      { [channels, users] id, _ in
        (channels[id] ?? SlackChunkChannel()).conversation(id: id, users, description)
      },
      { [users] _ in
        var reader = SlackMessageReader(users: users, channelNames: names)
        return { record, _ throws(JSONError) in reader.outcome(of: record) }
      })
  }

  private func take(_ channel: JSONRecord, _ channels: inout [String: SlackChunkChannel]) {
    guard let id = channel.scalar("id") else { return }
    channels[id, default: SlackChunkChannel()].take(channel)
  }
}

/// What a recording says of a channel.
private struct SlackChunkChannel {
  private(set) var name: String?
  private var kind: Conversation.Kind?
  var members: [String] = []

  mutating func take(_ channel: JSONRecord) {
    name = channel.scalar("name") ?? name
    if channel.flag("is_im") {
      kind = .direct
      if members.isEmpty, let user = channel.scalar("user") { members = [user] }
    } else if channel.flag("is_mpim") {
      kind = .group
    } else if channel.has("is_private", .bool) {
      kind = channel.flag("is_private") ? .private : .public
    }
  }

  func conversation(
    id: String, _ users: SlackUsers, _ format: FormatDescription
  ) -> Conversation {
    let people = members.map { users[$0]?.participant ?? Participant(id: $0, name: $0) }
    let names = people.map(\.name)
    let isNameless = kind == .direct || kind == .group || name == nil
    return Conversation(
      id: "slack:\(id)",
      title: isNameless && !names.isEmpty ? names.joined(separator: ", ") : name,
      platform: format.platform, kind: kind ?? (id.hasPrefix("D") ? .direct : nil),
      participants: people)
  }
}
