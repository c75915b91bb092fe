import ActionItemModel
import JSONText
import TimeZones

/// One object of an export's `messages`.
struct DiscordRecord {
  private var id: String?
  private var type: String?
  private var timestamp: String?
  private var content = ""
  private var edited: String?
  private var author: Person?
  private var mentions: JSONValue?
  private var attachments: JSONValue?
  private var embeds: JSONValue?
  private var stickers: JSONValue?
  private var forwarded: JSONValue?
  private var reference: JSONValue?

  /// An author or somebody who is mentioned.
  private struct Person {
    var id: String?
    var name: String?
    var nickname: String?
    var discriminator: String?
    var isBot = false

    init(reading reader: inout JSONReader) throws(JSONError) {
      try reader.beginObject()
      while let key = try reader.nextKey() {
        switch key {
        case "id": id = try reader.readIfScalar()
        case "name": name = try reader.readIfString()
        case "nickname": nickname = try reader.readIfString()
        case "discriminator": discriminator = try reader.readIfScalar()
        case "isBot": isBot = try reader.readIfBool()
        default: try reader.skipValue()
        }
      }
    }

    var sender: MessageDraft.Sender? {
      guard let called = nickname ?? name ?? id else { return nil }
      // A webhook speaks under one id with whatever name it likes, such as those of people beyond a
      // bridge.
      let isWebhook = isBot && discriminator == "0000"
      let id = isWebhook ? "\(id ?? ""):\(called)" : id ?? called
      return MessageDraft.Sender(id: id, name: called, handle: handle)
    }

    /// `name`, or `name#1234` as it was before 2023.
    private var handle: String? {
      guard let name, let discriminator, discriminator != "0000", discriminator != "0" else {
        return name
      }
      return "\(name)#\(discriminator)"
    }
  }

  init(reading reader: inout JSONReader) throws(JSONError) {
    try reader.beginObject()
    while let key = try reader.nextKey() {
      switch key {
      case "id": id = try reader.readIfScalar()
      case "type": type = try reader.readIfScalar()
      case "timestamp": timestamp = try reader.readIfScalar()
      case "timestampEdited": edited = try reader.readIfString()
      case "content": content = try reader.readIfString() ?? ""
      case "author" where try reader.peek() == .object: author = try Person(reading: &reader)
      case "mentions": mentions = try reader.readIfFilled()
      case "attachments": attachments = try reader.readIfFilled()
      case "embeds": embeds = try reader.readIfFilled()
      case "stickers": stickers = try reader.readIfFilled()
      case "forwardedMessage": forwarded = try reader.readIfFilled()
      case "reference": reference = try reader.readIfFilled()
      default: try reader.skipValue()
      }
    }
  }

  // MARK: - Message

  func outcome(in channel: DiscordChannel, zone: Zone) -> RecordOutcome {
    .message(
      MessageDraft(
        id: id, sender: author?.sender, time: timestamp.flatMap { GenericTimestamp.read($0) },
        written: timestamp ?? "", text: text(zone: zone), source: source, kind: kind,
        replyTo: replyTo, link: id.map { channel.link(to: $0) }, edited: edited))
  }

  /// Types that people's own words come with; 20, 21 and 23 are commands of apps and the message that
  /// a thread began with.
  private static let spoken: Set<String> = ["Default", "Reply", "0", "19", "20", "21", "23"]

  private var kind: Message.Kind {
    if let type, !Self.spoken.contains(type) { return .system }
    guard let author else { return .system }
    return author.isBot ? .bot : .message
  }

  /// A forwarded message is no answer to what it forwards.
  private var replyTo: String? {
    guard type == "Reply" || type == "19" else { return nil }
    return reference?["messageId"]?.text
  }

  // MARK: - Text

  /// What the export has, before names are put in; nil where that is the text.
  private var source: String? {
    content.isEmpty || forwarded != nil ? nil : content
  }

  private func text(zone: Zone) -> String {
    let names = (mentions?.array ?? []).reduce(into: [String: String]()) { names, person in
      let called = person["nickname"]?.text ?? person["name"]?.text
      if let id = person["id"]?.text, let called { names[id] = called }
    }
    let markup = DiscordMarkup(names: names, zone: zone)
    var lines = [markup.plain(content)]
    if let forwarded {
      let words = Self.lines([
        markup.plain(forwarded["content"]?.string ?? ""),
        Self.plain(embeds: forwarded["embeds"], besides: "", markup),
        Self.names(of: forwarded["attachments"], key: "fileName", kind: "file"),
      ])
      lines.append(
        words.split(separator: "\n", omittingEmptySubsequences: false).map { "> \($0)" }
          .joined(separator: "\n"))
    }
    lines.append(Self.plain(embeds: embeds, besides: content, markup))
    if lines.allSatisfy(\.isEmpty) {
      lines.append(Self.names(of: attachments, key: "fileName", kind: "file"))
      lines.append(Self.names(of: stickers, key: "name", kind: "sticker"))
    }
    return Self.lines(lines)
  }

  /// The text of embeds; previews of pages that the message itself links to are left out.
  private static func plain(
    embeds: JSONValue?, besides content: String, _ markup: DiscordMarkup
  ) -> String {
    lines(
      (embeds?.array ?? []).map { embed in
        let address = embed["url"]?.text
        if let address, content.contains(address) { return "" }
        let title = markup.plain(embed["title"]?.string ?? "")
        var parts = [LinkText.plain(label: title, address: title.isEmpty ? "" : address ?? "")]
        parts.append(markup.plain(embed["description"]?.string ?? ""))
        for field in embed["fields"]?.array ?? [] {
          let name = markup.plain(field["name"]?.string ?? "")
          let value = markup.plain(field["value"]?.string ?? "")
          parts.append(name.isEmpty || value.isEmpty ? name + value : "\(name): \(value)")
        }
        return lines(parts)
      })
  }

  private static func names(of list: JSONValue?, key: String, kind: String) -> String {
    lines((list?.array ?? []).map { item in item[key]?.text.map { "[\(kind): \($0)]" } ?? "" })
  }

  private static func lines(_ parts: [String]) -> String {
    parts.filter { !$0.isEmpty }.joined(separator: "\n")
  }
}
