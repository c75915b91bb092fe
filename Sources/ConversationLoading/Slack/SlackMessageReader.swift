import ActionItemModel
import CivilTime
import JSONText
import TimeZones

/// Turns the records of one Slack conversation into messages.
struct SlackMessageReader {
  private(set) var users: SlackUsers
  private let markup: SlackMarkup
  private let zone: Zone
  private var made = MadeIdentity()

  init(users: SlackUsers, channelNames: [String: String], zone: Zone) {
    self.users = users
    markup = SlackMarkup(
      userName: { [listed = users.byId] in listed[$0]?.participant.name },
      channelName: { channelNames[$0] })
    self.zone = zone
  }

  /// What a record becomes.
  enum Outcome {
    case message(Message)
    case skipped(SkipReason)
  }

  mutating func message(from record: SlackRecord) -> Outcome {
    if record.isOther { return .skipped(.notAMessage) }
    switch record.subtype {
    case "tombstone", "message_deleted": return .skipped(.deleted)
    case "message_changed": return changed(record)
    default: break
    }
    let text = text(of: record)
    guard text.saysAnything else { return .skipped(.noText) }
    let senderId = record.user ?? record.botId ?? record.username
    // Looked up once: this is done for every message.
    let listed = senderId.flatMap { users[$0] }
    let id = record.ts ?? made.id(sender: senderId ?? "", time: "", text: text)
    return .message(
      Message(
        id: id, senderId: senderId,
        sender: listed?.participant.name ?? senderId.map { name(of: $0, record) },
        timestamp: timestamp(of: record, listed), text: text, kind: kind(of: record, listed),
        threadId: record.threadTs,
        replyTo: record.threadTs == record.ts ? nil : record.threadTs,
        digest: MessageDigest.of(
          id: id, sender: senderId ?? "", source: record.text ?? text, edited: record.edited),
        isEdited: record.edited != nil))
  }

  /// The new version of a message, in an event that says so.
  private mutating func changed(_ record: SlackRecord) -> Outcome {
    guard let raw = record.inner else { return .skipped(.noText) }
    var reader = JSONReader(raw, limits: SlackExportFormat.limits)
    var inner = SlackRecord()
    do throws(JSONError) {
      try inner.read(&reader)
    } catch {
      return .skipped(.malformed)
    }
    if inner.subtype == "message_changed" { return .skipped(.malformed) }
    inner.ts = inner.ts ?? record.ts
    inner.edited = inner.edited ?? ""
    return message(from: inner)
  }

  // MARK: - Text

  private func text(of record: SlackRecord) -> String {
    var text = record.text.map(markup.plain) ?? ""
    if record.subtype == "file_comment", text.isEmpty,
      let comment = SlackRecord.value(record.inner)?["comment"]?.string
    {
      text = markup.plain(comment)
    }
    // Most messages repeat in blocks what `text` says; only where it is missing do they count.
    if text.isEmpty, let blocks = SlackRecord.value(record.blocks) {
      text = SlackBlocks(markup: markup).plain(blocks: blocks)
    }
    if let raw = record.attachments, let attachments = SlackRecord.value(raw) {
      let more = SlackBlocks(markup: markup).plain(
        attachments: attachments, besideText: !text.isEmpty)
      if !more.isEmpty { text += text.isEmpty ? more : "\n" + more }
    }
    if text.isEmpty, let files = SlackRecord.value(record.files), !files.isNull {
      text = SlackBlocks(markup: markup).plain(files: files)
    }
    return text
  }

  // MARK: - Sender

  /// The name of somebody whom the list does not have.
  private mutating func name(of senderId: String, _ record: SlackRecord) -> String {
    if let known = users.name(ofUnlisted: senderId) { return known }
    var called = record.username
    if called == nil, let profile = SlackRecord.value(record.profile) {
      called = ["display_name", "real_name", "name"].lazy
        .compactMap { profile[$0]?.string }.first { !$0.isEmpty }
    }
    if called == nil { called = SlackRecord.value(record.botProfile)?["name"]?.string }
    return users.name(forId: senderId, called: called)
  }

  /// Subtypes that a person's own words come with.
  private static let personal: Set<String> = [
    "me_message", "thread_broadcast", "reply_broadcast", "file_share", "file_comment",
    "file_mention", "document_mention",
  ]

  private func kind(of record: SlackRecord, _ listed: SlackUsers.User?) -> Message.Kind {
    if record.subtype == "bot_message" { return .bot }
    if let subtype = record.subtype, !Self.personal.contains(subtype) { return .system }
    if record.user != nil, let listed { return listed.participant.isBot ? .bot : .message }
    if record.user == "USLACKBOT" { return .bot }
    return record.botId == nil ? (record.user == nil ? .system : .message) : .bot
  }

  // MARK: - Time

  private func timestamp(of record: SlackRecord, _ listed: SlackUsers.User?) -> Timestamp? {
    guard let ts = record.ts, let microseconds = Self.microseconds(ts),
      let instant = Timestamp(microseconds: microseconds)
    else { return nil }
    return (listed?.zone ?? zone).timestamp(at: instant)
  }

  /// `1681413317.397479`: seconds since 1970 and six digits that tell messages of a second apart.
  static func microseconds(_ ts: String) -> Int64? {
    var ts = ts
    return ts.withUTF8 { bytes in
      var point = 0
      while point < bytes.count, bytes[point] != UInt8(ascii: ".") { point += 1 }
      let end = min(bytes.count, point + 7)
      guard (1...12).contains(point), let seconds = number(bytes, from: 0, to: point),
        var fraction = number(bytes, from: point + 1, to: end)
      else { return nil }
      for _ in max(0, end - point - 1)..<6 { fraction *= 10 }
      return seconds * 1_000_000 + fraction
    }
  }

  private static func number(
    _ bytes: UnsafeBufferPointer<UInt8>, from start: Int, to end: Int
  ) -> Int64? {
    var number: Int64 = 0
    var place = start
    while place < end {
      let digit = bytes[place] &- UInt8(ascii: "0")
      guard digit < 10 else { return nil }
      number = number &* 10 &+ Int64(digit)
      place += 1
    }
    return number
  }
}
