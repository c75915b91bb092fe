import ActionItemModel
import JSONText
import TextSearch
import TimeZones

/// One object of an export's `messages`.
struct DiscordRecord {
  private let record: JSONRecord
  private let id: String?
  private let type: String?
  private let content: String
  private let author: Person?
  private let embeds: JSONValue?
  private let forwarded: JSONValue?

  /// An author.
  private struct Person {
    let sender: MessageDraft.Sender?
    let isBot: Bool

    init(_ record: JSONRecord) {
      let id = record.scalar("id")
      let name = record.string("name")
      let discriminator = record.scalar("discriminator")
      isBot = record.flag("isBot")
      guard let called = record.string("nickname") ?? name ?? id else {
        sender = nil
        return
      }
      // A webhook speaks under one id with whatever name it likes, such as those of people beyond a
      // bridge.
      let isWebhook = isBot && discriminator == "0000"
      var handle = name
      // `name#1234`, as it was before 2023.
      if let name, let discriminator, discriminator != "0000", discriminator != "0" {
        handle = "\(name)#\(discriminator)"
      }
      sender = MessageDraft.Sender(
        id: isWebhook ? "\(id ?? ""):\(called)" : id ?? called, name: called, handle: handle)
    }
  }

  init(_ record: JSONRecord) throws(JSONError) {
    self.record = record
    id = record.scalar("id")
    type = record.scalar("type")
    content = record.string("content") ?? ""
    author = try record.record("author").map(Person.init)
    embeds = try record.filled("embeds")
    forwarded = try record.filled("forwardedMessage")
  }

  // MARK: - Message

  static let head = HeadShape(
    text: "content", tellers: ["type", "author"],
    others: ["reference", "mentions", "embeds", "forwardedMessage"])

  func outcome(
    in channel: DiscordChannel, zone: Zone
  ) throws(JSONError) -> RecordOutcome {
    .message(
      MessageDraft(
        id: id, sender: author?.sender, time: record.time("timestamp"),
        written: record.scalar("timestamp") ?? "", text: try text(zone: zone), source: source,
        kind: kind, replyTo: try replyTo, link: id.map { channel.link(to: $0) },
        edited: record.string("timestampEdited")))
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
    get throws(JSONError) {
      guard type == "Reply" || type == "19" else { return nil }
      return try record.record("reference")?.scalar("messageId")
    }
  }

  // MARK: - Text

  /// What the export has, before names are put in; nil where that is the text.
  private var source: String? {
    content.isEmpty || forwarded != nil ? nil : content
  }

  private func text(zone: Zone) throws(JSONError) -> String {
    var names: [String: String] = [:]
    try record.forEachRecord("mentions") { person, _ throws(JSONError) in
      guard let id = person.scalar("id"),
        let called = person.scalar("nickname") ?? person.scalar("name")
      else { return }
      names[id] = called
    }
    let markup = DiscordMarkup(names: names, zone: zone)
    var lines = [markup.plain(content)]
    if let forwarded {
      let words = [
        markup.plain(forwarded["content"]?.string ?? ""),
        Self.plain(embeds: forwarded["embeds"], besides: "", markup),
        Self.names(of: forwarded["attachments"], key: "fileName", kind: "file"),
      ].filledLines
      lines.append(words.quoted())
    }
    lines.append(Self.plain(embeds: embeds, besides: content, markup))
    if lines.allSatisfy(\.isEmpty) {
      lines.append(
        Self.names(of: try record.filled("attachments"), key: "fileName", kind: "file"))
      lines.append(Self.names(of: try record.filled("stickers"), key: "name", kind: "sticker"))
    }
    return lines.filledLines
  }

  /// The text of embeds; previews of pages that the message itself links to are left out.
  private static func plain(
    embeds: JSONValue?, besides content: String, _ markup: DiscordMarkup
  ) -> String {
    (embeds?.array ?? []).map { embed in
      let address = embed["url"]?.text
      if let address, content.holds(address) { return "" }
      let title = markup.plain(embed["title"]?.string ?? "")
      var parts = [LinkText.plain(label: title, address: title.isEmpty ? "" : address ?? "")]
      parts.append(markup.plain(embed["description"]?.string ?? ""))
      for field in embed["fields"]?.array ?? [] {
        let name = markup.plain(field["name"]?.string ?? "")
        let value = markup.plain(field["value"]?.string ?? "")
        parts.append(name.isEmpty || value.isEmpty ? name + value : "\(name): \(value)")
      }
      return parts.filledLines
    }.filledLines
  }

  private static func names(of list: JSONValue?, key: String, kind: String) -> String {
    (list?.array ?? []).map { item in item[key]?.text.map { "[\(kind): \($0)]" } ?? "" }
      .filledLines
  }
}
