import ActionItems
import CivilTime
import Encoding

/// Turns the records of one Slack conversation into message drafts, for all Slack formats.
struct SlackMessageReader {
  private var people: ExportPeople
  private var markup: SlackMarkup

  init(_ people: ExportPeople, channelNames: [String: String]) {
    self.people = people
    markup = SlackMarkup(
      userName: { [listed = people.byId] in listed[$0]?.participant.name },
      channelName: { channelNames[$0] })
  }

  mutating func outcome(of record: JSONRecord) -> RecordOutcome {
    if let type = record.string("type"), type != "message" { return .skipped(.notAMessage) }
    let subtype = record.string("subtype")
    switch subtype {
    case "tombstone", "message_deleted": return .skipped(.deleted)
    case "message_changed": return changed(record)
    default: break
    }
    let source = record.string("text")
    let text = text(of: record, source, subtype)
    guard text.saysAnything else { return .skipped(.noText) }
    let user = record.string("user")
    let senderId = user ?? record.string("bot_id") ?? record.string("username")
    // Looked up once, because this runs for every message.
    let listed = senderId.flatMap { people[$0] }
    let ts = record.scalar("ts")
    let thread = record.scalar("thread_ts")
    var draft = MessageDraft(
      id: ts,
      sender: senderId.map {
        .init(id: $0, name: listed?.participant.name ?? name(of: $0, record), isUnique: true)
      },
      time: Self.time(of: record), zone: listed?.zone, text: text,
      source: source, kind: kind(of: record, subtype, user, listed), threadId: thread,
      replyTo: thread == ts ? nil : thread)
    if record.has("edited", .object) {
      draft.edited = (try? record.record("edited"))?.scalar("ts") ?? ""
    }
    return .message(draft)
  }

  /// Reads the new version of a message from a `message_changed` event.
  private mutating func changed(_ record: JSONRecord) -> RecordOutcome {
    guard record.has("message") else { return .skipped(.noText) }
    guard let inner = try? record.record("message"), inner.string("subtype") != "message_changed"
    else { return .skipped(.malformed) }
    let outcome = outcome(of: inner)
    guard case .message(var draft) = outcome else { return outcome }
    if draft.id == nil, let ts = record.scalar("ts") {
      draft.id = ts
      if draft.threadId == ts { draft.replyTo = nil }
      draft.time = Self.time(of: record)
    }
    draft.edited = draft.edited ?? ""
    return .message(draft)
  }

  private func text(of record: JSONRecord, _ source: String?, _ subtype: String?) -> String {
    var text = source.map(markup.plain) ?? ""
    let blocks = SlackBlocks(markup: markup)
    if subtype == "file_comment", text.isEmpty,
      let comment = (try? record.record("comment"))?.string("comment")
    {
      text = markup.plain(comment)
    }
    // Most messages repeat `text` in their blocks, so blocks are read only without it.
    if text.isEmpty, let found = try? record.tree("blocks") { text = blocks.plain(blocks: found) }
    if let attachments = try? record.filled("attachments") {
      let more = blocks.plain(attachments: attachments, besideText: !text.isEmpty)
      if !more.isEmpty { text += text.isEmpty ? more : "\n" + more }
    }
    if text.isEmpty, let files = try? record.tree("files", "file") {
      text = blocks.plain(files: files)
    }
    return text
  }

  /// The name of a person missing from the list.
  private mutating func name(of senderId: String, _ record: JSONRecord) -> String {
    if let known = people.names.name(ofId: senderId) { return known }
    var called = record.string("username")
    if called == nil { called = Self.name(inProfileOf: record) }
    if called == nil { called = (try? record.record("bot_profile"))?.string("name") }
    let name = people.names.name(forId: senderId, called: called ?? senderId)
    if called != nil { markup.met[senderId] = name }
    return name
  }

  /// The sender's name in a message of a person from another workspace.
  static func name(inProfileOf record: JSONRecord) -> String? {
    guard let profile = try? record.record("user_profile") else { return nil }
    return profile.string("display_name") ?? profile.string("real_name") ?? profile.string("name")
  }

  /// Subtypes of messages with a person's own words.
  private static let personal: Set<String> = [
    "me_message", "thread_broadcast", "reply_broadcast", "file_share", "file_comment",
    "file_mention", "document_mention",
  ]

  private func kind(
    of record: JSONRecord, _ subtype: String?, _ user: String?, _ listed: ExportPeople.Person?
  ) -> Message.Kind {
    if subtype == "bot_message" { return .bot }
    if let subtype, !Self.personal.contains(subtype) { return .system }
    if user != nil, let listed { return listed.participant.isBot ? .bot : .message }
    if user == "USLACKBOT" || record.string("bot_id") != nil { return .bot }
    return user == nil && record.string("username") != nil ? .system : .message
  }

  static func time(of record: JSONRecord) -> GenericTimestamp.Reading? {
    if let ts = record.slice("ts"), !ts.isEscaped { return instant(microseconds(ts.bytes)) }
    var ts = record.scalar("ts") ?? ""
    return instant(ts.withUTF8(microseconds))
  }

  private static func instant(_ microseconds: Int64?) -> GenericTimestamp.Reading? {
    microseconds.flatMap { Timestamp(microseconds: $0) }.map { .instant($0) }
  }

  /// Reads `1681413317.397479`: seconds since 1970, and six digits that distinguish messages within a second.
  private static func microseconds(_ ts: Bytes) -> Int64? {
    let point = ts.firstIndex(of: UInt8(ascii: ".")) ?? ts.count
    guard (1...12).contains(point) else { return nil }
    var number: Int64 = 0
    for place in 0..<point + 7 where place != point {
      let digit = place < ts.count ? ts[place] &- UInt8(ascii: "0") : 0
      guard digit < 10 else { return nil }
      number = number &* 10 &+ Int64(digit)
    }
    return number
  }
}
