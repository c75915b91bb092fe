import ActionItemModel
import JSONText

/// A Mattermost server's bulk export: one JSON object a line, posts with their replies within them.
struct MattermostFormat: ConversationFormat {
  let description = FormatDescription(
    name: "mattermost", platform: "mattermost", title: "Mattermost bulk export",
    reads: "the JSON Lines file, or the zip with it",
    howToExport: """
      A server administrator: `mmctl export create`, then `mmctl export download`; or \
      `mattermost export bulk export.jsonl`.
      """)

  func recognizes(_ sample: FormatSample) -> Bool {
    guard let json = sample.json, !json.isArray else { return false }
    return json.strings["type"] == "version" && json.keys["version"] == .number
  }

  func load(_ files: [ExportFile], in context: LoadingContext) throws {
    var directory = MattermostDirectory()
    var index = ExportIndex<MattermostChannel>(context, description)
    for file in files {
      try index.scanLines(file) { line, offset, index in
        try Self.scan(line, at: offset, &directory, &index)
      }
    }
    try index.handOut { [directory] _, channel in
      // Which message a reply answers, by the place of that message.
      var parents: [Int: String] = [:]
      let conversation = directory.conversation(channel, description)
      return ConversationReading(conversation) { source, writer in
        let record = try source.record()
        var draft = try MattermostPost(record).draft(directory)
        if record.isMended { writer.noteMended() }
        if let parent = source.place.parent {
          if parents[parent] == nil {
            // An export may have a reply that is older than its post; so its id is made beforehand.
            let draft = try MattermostPost(try source.record(at: parent)).draft(directory)
            var made = MadeIdentity()
            parents[parent] = made.id(of: draft.key)
          }
          draft.replyTo = parents[parent]
          draft.threadId = draft.replyTo
        }
        return .message(draft)
      }
    }
  }

  /// Scans a line: `{"type": "post", "post": {…}}`.
  private static func scan(
    _ line: JSONRecord, at start: Int, _ directory: inout MattermostDirectory,
    _ index: inout ExportIndex<MattermostChannel>
  ) throws(JSONError) {
    if let value = try line.tree("channel") { directory.addChannel(value) }
    if let value = try line.tree("team") { directory.addTeam(value) }
    if let value = try line.tree("user") { directory.addUser(value) }
    if let value = try line.tree("bot") { directory.addBot(value) }
    if let value = try line.tree("direct_channel") {
      let channel = MattermostChannel(members: MattermostChannel.members(value))
      if !channel.members.isEmpty { index.declare(channel.id, channel) }
    }
    for key in ["post", "direct_post"] as [StaticString] {
      guard let post = try line.record(key), let place = line.offset(of: key) else { continue }
      let members = try post.tree("channel_members")
      let channel = MattermostChannel(
        team: post.string("team"), name: post.string("channel"),
        members: members.map { MattermostChannel.members(.object([.init("members", $0)])) } ?? [])
      index.declare(channel.id, channel)
      index.add(channel.id, time: post.time("create_at")?.sortKey, offset: start + place)
      try post.forEachRecord("replies") { reply, offset in
        index.add(
          channel.id, time: reply.time("create_at")?.sortKey, offset: start + place + offset,
          parent: start + place)
      }
    }
  }
}

/// Where posts stand: in a team's channel, or between some people.
struct MattermostChannel {
  var team: String?
  var name: String?
  var members: [String] = []

  var id: String {
    members.isEmpty ? "\(team ?? "")/\(name ?? "")" : "direct/\(members.joined(separator: ","))"
  }

  /// The people of a direct channel, by name: as `members`, or newer as `participants`.
  static func members(_ value: JSONValue) -> [String] {
    let list = (value["participants"] ?? value["channel_members"] ?? value["members"])?.array ?? []
    return Set(list.compactMap { $0.text ?? $0["username"]?.text }).sorted()
  }
}
