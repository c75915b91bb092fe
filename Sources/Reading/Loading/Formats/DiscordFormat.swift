import ActionItems
import Encoding

/// Discord channels in JSON by DiscordChatExporter; the parts of one channel are joined.
struct DiscordFormat: ConversationFormat {
  let description = FormatDescription(
    name: "discord", platform: "discord", title: "Discord (DiscordChatExporter)",
    reads: "its JSON files, one per channel; the parts of a partitioned channel together",
    howToExport: """
      DiscordChatExporter (https://github.com/Tyrrrz/DiscordChatExporter): choose channels > Download > \
      format JSON; or `DiscordChatExporter.Cli export -f Json -c CHANNEL -t TOKEN`.
      """)

  func recognizes(_ json: JSONOutline) -> Bool {
    !json.isArray && json.keys["guild"] == .object && json.keys["channel"] == .object
      && (json.has("messages") || json.has("dateRange") || json.has("exportedAt"))
  }

  func load(_ files: [ExportFile], in context: LoadingContext) throws {
    var index = ExportIndex<DiscordChannel>(context, description)
    for file in files {
      try index.scan(file) { stream, part, index in
        let members = try index.scanObject(
          &stream, of: part, records: ["messages"], needing: ["guild", "channel"]
        ) { stream, index, members in
          let channel = DiscordChannel(members)
          let number = index.declare(channel.id, channel)
          try index.scanRecords(&stream, of: part, in: number) { index, record, offset in
            index.add(number, time: record.time("timestamp")?.sortKey, offset: offset)
          }
        }
        let channel = DiscordChannel(members)
        index.declare(channel.id, channel)
      }
    }
    try index.runSecondPassOverObjects(
      { _, channel in
        Conversation(
          id: "discord:\(channel.id)", title: channel.name, platform: description.platform,
          kind: channel.kind)
      },
      { [zone = context.options.zone] channel in
        { record, _ throws(JSONError) in
          try DiscordRecord(record).outcome(in: channel, zone: zone)
        }
      })
  }
}

/// The channel that a file of DiscordChatExporter describes.
struct DiscordChannel {
  let id: String
  let name: String?
  let kind: Conversation.Kind?
  private let guild: String

  init(_ members: [String: JSONValue]) {
    let channel = members["channel"]
    id = channel?["id"]?.text ?? ""
    name = channel?["name"]?.text
    guild = members["guild"]?["id"]?.text ?? "0"
    kind =
      switch channel?["type"]?.string {
      case "DirectTextChat": .direct
      case "DirectGroupTextChat": .group
      case "GuildPrivateThread": .private
      case let type? where type.hasPrefix("Guild"): .public
      default: nil
      }
  }

  /// The web address of a message. Direct messages belong to no guild, which is written as 0.
  func link(to message: String) -> String {
    "https://discord.com/channels/\(guild == "0" ? "@me" : guild)/\(id)/\(message)"
  }
}
