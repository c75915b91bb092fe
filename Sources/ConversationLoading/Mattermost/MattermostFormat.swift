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

  func load(_ file: ExportFile, in context: LoadingContext) throws { try load([file], in: context) }

  func load(_ files: [ExportFile], in context: LoadingContext) throws {
    var directory = MattermostDirectory()
    var index = ExportIndex<MattermostChannel>(context)
    for file in files {
      try index.scanLines(file) { line, offset, index in
        var reader = JSONReader(line, limits: .export)
        try Self.scan(&reader, at: offset, &directory, &index)
      }
    }
    // Which message a reply answers, by the place of that message.
    var parents: [Int: String] = [:]
    try index.handOut(
      as: description, conversation: { directory.conversation($1, description) },
      { reader, place, _, writer in
        let (post, isMended) = try reader.value(at: place.offset, limits: .export) {
          json throws(JSONError) in
          let post = try MattermostPost(reading: &json)
          return (post, json.mendedStrings > 0)
        }
        if isMended { writer.noteMended() }
        var draft = post.draft(directory)
        if let parent = place.parent {
          if parents[parent] == nil {
            // An export may have a reply that is older than its post; so its id is made beforehand.
            let post = try reader.value(at: parent, limits: .export) { json throws(JSONError) in
              try MattermostPost(reading: &json)
            }
            let draft = post.draft(directory)
            var made = MadeIdentity()
            parents[parent] = made.id(
              sender: draft.sender?.id ?? "", time: draft.written, text: draft.source ?? draft.text)
          }
          draft.replyTo = parents[parent]
          draft.threadId = draft.replyTo
        }
        return .message(draft)
      })
  }

  /// Scans a line: `{"type": "post", "post": {…}}`.
  private static func scan(
    _ reader: inout JSONReader, at start: Int, _ directory: inout MattermostDirectory,
    _ index: inout ExportIndex<MattermostChannel>
  ) throws(JSONError) {
    var header: MattermostHeader?
    var place = start
    try reader.beginObject()
    while let key = try reader.nextKey() {
      guard try reader.peek() == .object else {
        try reader.skipValue()
        continue
      }
      switch key {
      case "post", "direct_post":
        place = start + reader.position
        header = try MattermostHeader(reading: &reader, base: start)
      case "channel": directory.addChannel(try reader.readTree())
      case "team": directory.addTeam(try reader.readTree())
      case "user": directory.addUser(try reader.readTree())
      case "bot": directory.addBot(try reader.readTree())
      case "direct_channel":
        let value = try reader.readTree()
        let channel = MattermostChannel(members: MattermostChannel.members(value))
        if !channel.members.isEmpty { index.declare(channel.id, channel) }
      default: try reader.skipValue()
      }
    }
    try reader.finish()
    guard let header else { return }
    let channel = header.channel
    index.declare(channel.id, channel)
    index.add(channel.id, time: header.time, offset: place)
    for reply in header.replies {
      index.add(channel.id, time: reply.time, offset: reply.offset, parent: place)
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

/// What the first pass needs of a post and of its replies.
private struct MattermostHeader {
  var channel = MattermostChannel()
  var time: Int?
  var replies: [(time: Int?, offset: Int)] = []

  init(reading reader: inout JSONReader, base: Int) throws(JSONError) {
    try reader.beginObject()
    while let key = try reader.nextKey() {
      switch key {
      case "team": channel.team = try reader.readIfString()
      case "channel": channel.name = try reader.readIfString()
      case "channel_members":
        let list = try reader.readIfTree() ?? []
        channel.members = MattermostChannel.members(.object([.init("members", list)]))
      case "create_at": time = try reader.readIfSortKey()
      case "replies":
        guard try reader.peek() == .array else {
          try reader.skipValue()
          continue
        }
        try reader.beginArray()
        while try reader.nextElement() {
          guard try reader.peek() == .object else {
            try reader.skipValue()
            continue
          }
          let offset = base + reader.position
          replies.append((try Self.time(&reader), offset))
        }
      default: try reader.skipValue()
      }
    }
  }

  private static func time(_ reader: inout JSONReader) throws(JSONError) -> Int? {
    var time: Int?
    try reader.beginObject()
    while let key = try reader.nextKey() {
      if key.equals("create_at") {
        time = try reader.readIfSortKey()
      } else {
        try reader.skipValue()
      }
    }
    return time
  }
}
