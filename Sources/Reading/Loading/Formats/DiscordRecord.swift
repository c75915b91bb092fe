import ActionItems
import CivilTime
import Encoding

/// One message in DiscordChatExporter's JSON: an object of `messages`. Below: Discord's markup as plain text.
struct DiscordRecord {
  private let record: JSONRecord
  private let type: String?
  private let content: String
  private let embeds: JSONValue?
  private let forwarded: JSONValue?

  init(_ record: JSONRecord) throws(JSONError) {
    self.record = record
    type = record.scalar("type")
    content = record.string("content") ?? ""
    embeds = try record.filled("embeds")
    forwarded = try record.filled("forwardedMessage")
  }

  /// The types of messages with a person's own words.
  ///
  /// 20 and 23 are commands of apps, 21 is the message that started a thread.
  private static let spoken: Set<String> = ["Default", "Reply", "0", "19", "20", "21", "23"]

  func outcome(
    in channel: DiscordChannel, zone: Zone
  ) throws(JSONError) -> RecordOutcome {
    let id = record.scalar("id")
    let author = try record.record("author")
    let isSpoken = type.map(Self.spoken.contains) ?? true
    // A forwarded message is not a reply to the original.
    let isReply = type == "Reply" || type == "19"
    return .message(
      MessageDraft(
        id: id, sender: author.flatMap(Self.sender), time: record.time("timestamp"),
        written: record.scalar("timestamp") ?? "", text: try text(zone: zone),
        // The text before names are inserted.
        source: content.isEmpty || forwarded != nil ? nil : content,
        kind: !isSpoken ? .system : author?.flag("isBot") ?? false ? .bot : .message,
        replyTo: isReply ? try record.record("reference")?.scalar("messageId") : nil,
        link: id.map { channel.link(to: $0) }, edited: record.string("timestampEdited")))
  }

  private static func sender(_ author: JSONRecord) -> MessageDraft.Sender? {
    let (id, name) = (author.scalar("id"), author.string("name"))
    let discriminator = author.scalar("discriminator")
    guard let called = author.string("nickname") ?? name ?? id else { return nil }
    // A webhook has one id but any name, such as the names of people across a bridge.
    let isWebhook = author.flag("isBot") && discriminator == "0000"
    var handle = name
    // `name#1234`, the form used before 2023.
    if let name, let discriminator, discriminator != "0000", discriminator != "0" {
      handle = "\(name)#\(discriminator)"
    }
    return MessageDraft.Sender(
      id: isWebhook ? "\(id ?? ""):\(called)" : id ?? called, name: called, handle: handle)
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
      var words = [markup.plain(forwarded["content"]?.string ?? "")]
      words += Self.plain(embeds: forwarded["embeds"], besides: "", markup)
      words += forwarded["attachments"].attached("fileName")
      lines.append(words.filledLines.quoted())
    }
    lines += Self.plain(embeds: embeds, besides: content, markup)
    if lines.allSatisfy(\.isEmpty) {
      lines += try record.filled("attachments").attached("fileName")
      lines += try record.filled("stickers").attached("name", as: "sticker")
    }
    return lines.filledLines
  }

  /// The text of embeds, without previews of pages that the message itself links to.
  private static func plain(
    embeds: JSONValue?, besides content: String, _ markup: DiscordMarkup
  ) -> [String] {
    func plain(_ value: JSONValue?) -> String { markup.plain(value?.string ?? "") }
    return embeds.elements.map { embed in
      let address = embed["url"]?.text
      if let address, content.holds(address) { return "" }
      let title = plain(embed["title"])
      var parts = [LinkText.plain(label: title, address: title.isEmpty ? "" : address ?? "")]
      parts.append(plain(embed["description"]))
      return (parts + embed.fields("name", plain)).filledLines
    }
  }
}

/// Discord's markup as plain text, as far as the exporter kept it.
///
/// Angle brackets hold references (https://discord.com/developers/docs/reference#message-formatting): `<@…>` people,
/// `<@&…>` roles, `<#…>` channels, `<:name:…>` emoji, `<t:…>` times, `</name:…>` commands.
struct DiscordMarkup {
  let names: [String: String]
  let zone: Zone

  func plain(_ text: String) -> String {
    guard text.holds("<") else { return text }
    return text.replacingReferences(at: "<") { rest in
      // No reference is longer than this or contains another bracket.
      let inside = rest.dropFirst().prefix(100).prefix {
        $0 != UInt8(ascii: ">") && $0 != UInt8(ascii: "<")
      }
      let end = rest[inside.endIndex...]
      guard end.first == UInt8(ascii: ">") else { return nil }
      return reference(Substring(inside)).map { ($0, end.dropFirst().startIndex) }
    }
  }

  private func reference(_ inside: Substring) -> String? {
    if inside.hasPrefix("@&") { return id(inside.dropFirst(2)).map { "@\($0)" } }
    if inside.hasPrefix("@") {
      let person = inside.dropFirst(inside.hasPrefix("@!") ? 2 : 1)
      return id(person).map { "@" + (names[$0] ?? $0) }
    }
    if inside.hasPrefix("#") { return id(inside.dropFirst()).map { "#\($0)" } }
    let parts = inside.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count >= 2 else { return nil }
    switch parts[0] {
    case "", "a": return parts.count == 3 ? ":\(parts[1]):" : nil
    case "t": return Int(parts[1]).flatMap { time($0) }
    case let command where command.hasPrefix("/"): return id(parts[1]).map { _ in "\(command)" }
    default: return nil
    }
  }

  private func id(_ text: Substring) -> String? {
    !text.isEmpty && text.utf8.allSatisfy { (0x30...0x39).contains($0) } ? String(text) : nil
  }

  private func time(_ seconds: Int) -> String? {
    guard let instant = Timestamp(seconds: seconds) else { return nil }
    let civil = zone.timestamp(at: instant).civil
    return "\(civil.date) \(String(civil.time.description.prefix(5)))"
  }
}
