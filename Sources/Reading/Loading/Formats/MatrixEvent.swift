import ActionItems
import Encoding

/// One event of a Matrix room (https://spec.matrix.org/latest/client-server-api/).
struct MatrixEvent {
  private(set) var id: String?
  let sender: String?
  let type: String?
  let room: String?
  let stateKey: String?
  let redacts: String?
  private(set) var content: JSONValue
  private let reading: GenericTimestamp.Reading?
  private let sent: String
  private let isRedacted: Bool

  /// Reads an event. Without `wantsText`, messages other than edits have no content.
  init(_ record: JSONRecord, wantsText: Bool = true) throws(JSONError) {
    id = record.string("event_id")
    sender = record.string("sender")
    type = record.string("type")
    room = record.string("room_id")
    stateKey = record.string("state_key")
    redacts = record.string("redacts")
    reading = record.time("origin_server_ts")
    sent = record.scalar("origin_server_ts") ?? ""
    isRedacted = try record.record("unsigned")?.has("redacted_because", .object) ?? false
    let isWanted =
      wantsText || type != "m.room.message"
      || record.raw("content")?.bytes.first("m.replace") != nil
    content = isWanted ? try record.tree("content") ?? [:] : [:]
  }

  var time: Int? { reading?.sortKey }

  private(set) var isEdited = false

  /// The id of the message that this event replaces.
  var edited: String? {
    guard type == "m.room.message", relation?["rel_type"]?.text == "m.replace" else { return nil }
    return relation?["event_id"]?.text
  }

  private var relation: JSONValue? { content["m.relates_to"] }

  mutating func replaceContent(with edit: MatrixEvent) {
    guard let new = edit.content["m.new_content"] else { return }
    isEdited = true
    var members = new.object ?? []
    // An edit does not change the message that this one replies to.
    if let relation { members.append(.init("m.relates_to", relation)) }
    content = .object(members)
  }

  /// Turns an edit into the message that it replaces.
  mutating func standIn(for message: String) {
    id = message
    isEdited = true
    if let new = content["m.new_content"] { content = new }
  }

  func outcome(in room: MatrixRoom) -> RecordOutcome {
    if isRedacted || id.map(room.redacted.contains) ?? false { return .skipped(.deleted) }
    var draft = MessageDraft(
      id: id, sender: sender.map { .init(id: $0, name: room.name(of: $0), handle: $0) },
      time: reading, written: sent, text: "", edited: isEdited ? "" : nil)
    switch type {
    case "m.room.message":
      switch content["msgtype"]?.text {
      case "m.bad.encrypted": return .skipped(.encrypted)
      case "m.server_notice": draft.kind = .system
      case "m.notice": draft.kind = .bot
      default: break
      }
      draft.text = words
      draft.source = content["body"]?.text
    case "m.room.encrypted": return .skipped(.encrypted)
    case "m.sticker": draft.text = content["body"]?.text.map { "[sticker: \($0)]" } ?? ""
    case "m.poll.start", "org.matrix.msc3381.poll.start": draft.text = poll
    default:
      guard let event = event(in: room) else { return .skipped(.notAMessage) }
      draft.text = event
      draft.kind = .system
      return .message(draft)
    }
    let answered = relation?["m.in_reply_to"]?["event_id"]?.text
    if relation?["rel_type"]?.text == "m.thread" {
      draft.threadId = relation?["event_id"]?.text
      // For clients without threads, the event names some message as a fallback.
      let isFallback = relation?["is_falling_back"]?.bool ?? false
      draft.replyTo = isFallback ? draft.threadId : answered ?? draft.threadId
    } else {
      draft.replyTo = answered
    }
    return .message(draft)
  }

  private var words: String {
    let body = content["body"]?.text ?? ""
    if ["m.image", "m.file", "m.video", "m.audio"].contains(content["msgtype"]?.text) {
      let name = content["filename"]?.text ?? body
      // With a separate file name, the body is a caption.
      if name != body, !body.isEmpty { return body }
      return name.isEmpty ? "" : "[file: \(name)]"
    }
    if content["format"]?.text == "org.matrix.custom.html",
      let plain = content["formatted_body"]?.text.map(HTMLText.plain), !plain.isEmpty
    {
      return plain
    }
    return relation?["m.in_reply_to"] == nil ? body : Self.withoutFallback(body)
  }

  /// Returns a text without the quoted lines of the message it replies to: those that begin with `> `, and the empty
  /// line after them.
  private static func withoutFallback(_ text: String) -> String {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)[...]
    guard lines.first?.hasPrefix("> <") ?? false || lines.first?.hasPrefix("> * <") ?? false else {
      return text
    }
    while lines.first?.hasPrefix("> ") ?? false || lines.first == ">" { lines.removeFirst() }
    if lines.first?.isEmpty ?? false { lines.removeFirst() }
    return lines.joined(separator: "\n")
  }

  private var poll: String {
    let poll = content["org.matrix.msc3381.poll.start"] ?? content["m.poll"]
    func text(_ value: JSONValue?) -> String? {
      value?["org.matrix.msc1767.text"]?.text ?? value?["body"]?.text
        ?? value?["m.text"]?[0]?["body"]?.text ?? value?["m.text"]?.text
    }
    guard let question = text(poll?["question"]) else {
      return content["org.matrix.msc1767.text"]?.text ?? content["body"]?.text ?? ""
    }
    let answers = (poll?["answers"]).elements.compactMap { text($0).map { "- \($0)" } }
    return (["Poll: \(question)"] + answers).joined(separator: "\n")
  }

  /// Describes an event of the room; nil for purely technical events.
  private func event(in room: MatrixRoom) -> String? {
    switch type {
    case "m.room.member":
      let person = stateKey ?? sender ?? ""
      let name = content["displayname"]?.text ?? room.name(of: person)
      switch content["membership"]?.text {
      case "join": return "\(name) joined"
      case "leave": return person == sender ? "\(name) left" : "\(name) was removed"
      case "invite": return "\(name) was invited"
      case "ban": return "\(name) was banned"
      default: return nil
      }
    case "m.room.name": return content["name"]?.text.map { "room name: \($0)" }
    case "m.room.topic": return content["topic"]?.text.map { "room topic: \($0)" }
    case "m.call.invite": return "started a call"
    default: return nil
    }
  }
}
