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

  func load(_ file: ExportFile, in context: LoadingContext) throws { try load([file], in: context) }

  func load(_ files: [ExportFile], in context: LoadingContext) throws {
    var users = SlackUsers(zones: context.options.zones)
    var channels: [String: SlackChunkChannel] = [:]
    var index = ExportIndex<Void>(context)
    for file in files {
      try index.scanLines(file) { line, offset, index in
        var reader = JSONReader(line, limits: .export)
        let chunk = try SlackChunk(reading: &reader, base: offset)
        try reader.finish()
        for user in chunk.users { users.add(user) }
        for channel in chunk.channels {
          guard let id = channel["id"]?.text else { continue }
          channels[id, default: SlackChunkChannel()].take(channel)
        }
        guard let id = chunk.channelId else { return }
        if !chunk.members.isEmpty {
          channels[id, default: SlackChunkChannel()].members = chunk.members
        }
        if chunk.holdsMessages { index.declare(id, ()) }
        for message in chunk.messages {
          index.add(id, time: message.time, offset: message.offset)
        }
      }
    }
    let names = channels.compactMapValues(\.name)
    var reader = SlackMessageReader(
      users: users, channelNames: names, zone: context.options.zone)
    try index.handOutObjects(
      as: description,
      conversation: { id, _ in
        (channels[id] ?? SlackChunkChannel()).conversation(id: id, users, description)
      },
      { json, _, _ throws(JSONError) in
        var record = SlackRecord()
        try record.read(&json)
        return reader.outcome(of: record)
      })
  }
}

/// What a recording says of a channel.
private struct SlackChunkChannel {
  private(set) var name: String?
  private var kind: Conversation.Kind?
  var members: [String] = []

  mutating func take(_ value: JSONValue) {
    name = value["name"]?.text ?? name
    if value["is_im"]?.bool ?? false {
      kind = .direct
      if members.isEmpty, let user = value["user"]?.text { members = [user] }
    } else if value["is_mpim"]?.bool ?? false {
      kind = .group
    } else if let isPrivate = value["is_private"]?.bool {
      kind = isPrivate ? .private : .public
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

/// One line of a recording.
private struct SlackChunk {
  private(set) var channelId: String?
  private(set) var messages: [(time: Int?, offset: Int)] = []
  private(set) var holdsMessages = false
  private(set) var users: [JSONValue] = []
  private(set) var channels: [JSONValue] = []
  private(set) var members: [String] = []

  init(reading reader: inout JSONReader, base: Int) throws(JSONError) {
    try reader.beginObject()
    while let key = try reader.nextKey() {
      switch (key, try reader.peek()) {
      case ("id", .string): channelId = try reader.readIfString()
      case ("m", .array):
        holdsMessages = true
        try reader.beginArray()
        while try reader.nextElement() {
          guard try reader.peek() == .object else {
            try reader.skipValue()
            continue
          }
          let offset = base + reader.position
          messages.append((try Self.time(&reader), offset))
        }
      case ("u", .array): users = try reader.readTree().array ?? []
      case ("ch", .array): channels += try reader.readTree().array ?? []
      case ("ci", .object): channels.append(try reader.readTree())
      case ("cu", .array):
        members = (try reader.readTree().array ?? []).compactMap(\.text)
      default: try reader.skipValue()
      }
    }
  }

  private static func time(_ reader: inout JSONReader) throws(JSONError) -> Int? {
    var time: Int?
    try reader.beginObject()
    while let key = try reader.nextKey() {
      if key.equals("ts") {
        let text = try reader.readIfScalar()
        time = text.flatMap { SlackMessageReader.microseconds($0) }.map { Int($0) }
      } else {
        try reader.skipValue()
      }
    }
    return time
  }
}
