import ActionItems
import CivilTime

/// Chats of Apple's Messages, as text by imessage-exporter. `IMessageThreads`, below, matches both copies of a reply.
struct IMessageFormat: ConversationFormat {
  let description = FormatDescription(
    name: "imessage", platform: "imessage", title: "iMessage chat",
    reads: "the text files of imessage-exporter, one per chat",
    howToExport: """
      On the Mac: `brew install imessage-exporter`, then `imessage-exporter -f txt -o OUTPUT` (the \
      terminal needs full disk access).
      """)

  func recognizes(_ sample: FormatSample) -> Bool { sample.begins { IMessageLine($0) != nil } }

  func load(_ file: ExportFile, in context: LoadingContext) throws {
    let open = try file.openAnywhere()
    var isSender = false
    let people = try ChatPeople(of: open, limit: context.options.recordLimit) { line in
      defer { isSender = !isSender && IMessageLine(line)?.rest.isEmpty == true }
      return isSender ? line.trimmed : nil
    }
    var writer = try ConversationWriter(
      context.options.conversation(
        description, title: file.stem, kind: people.kind(owner: "Me", title: file.stem)),
      path: file.path, format: description, context: context)
    var reading = IMessageReading()
    try reading.read(open, into: &writer)
    try reading.handOutRest(to: &writer)
    try writer.end()
  }
}

/// Reads a chat of imessage-exporter. The file has each reply twice: in its thread, and at its place in time.
private struct IMessageReading: TextReading {
  /// Whether the next line is the sender's name.
  private var isBeforeSender = false
  private var isIndented = false
  private var wasBlank = true
  /// The id of the last message outside threads.
  private var parent: String?
  private var threads = IMessageThreads()

  mutating func meaning(of line: Bytes, beginning next: inout TextDraft) -> LineMeaning {
    defer { wasBlank = line.isBlank }
    if isBeforeSender {
      isBeforeSender = false
      return .names(line.trimmed)
    }
    let text = isIndented && line.has("    ") ? line.part(from: 4) : line
    guard let first = IMessageLine(line) else { return .continues(text) }
    guard first.isIndented || first.rest.isEmpty || wasBlank else { return .pastes(text) }
    next.begin(first.rest)
    next.time = .civil(first.time)
    first.time.append(to: &next.written)
    next.isNested = first.isIndented
    isIndented = first.isIndented
    isBeforeSender = first.rest.isEmpty
    if !isBeforeSender { next.kind = .system }
    return .begins
  }

  mutating func finish(
    _ raw: Bytes, _ draft: inout TextDraft, to writer: inout ConversationWriter
  ) throws {
    var whole = raw.trimmed
    let isReply = whole.ends(with: IMessageText.replyRemark)
    if isReply {
      whole = whole.part(0, whole.count - IMessageText.replyRemark.utf8CodeUnitCount).trimmed
    }
    let plain = draft.kind == .system ? Array(whole) : IMessageText.plain(whole)
    let text = plain.withUnsafeBufferPointer { Array($0.trimmed) }
    if text.withUnsafeBufferPointer(IMessageText.isDeleted) { return writer.skip(.deleted) }
    if text.isEmpty { return writer.skip(.noText) }
    draft.replace(text)
    if draft.isNested || isReply {
      let sender = draft.sender.map { writer.senders[$0].id } ?? ""
      let reply = IMessageThreads.Reply(
        sender: sender, written: draft.written, text: text, time: draft.time, parent: parent)
      if draft.isNested {
        if let early = threads.note(reply) { try hand(out: early, to: &writer) }
        return
      }
      if let parent = threads.take(reply)?.parent {
        draft.replyTo = parent
        draft.threadId = parent
        writer.skip(.duplicate)
      }
    }
    let id = try writer.write(draft)
    if draft.kind == .message { parent = id }
  }

  /// Writes replies that are only in threads, as when the export covers a limited period.
  mutating func handOutRest(to writer: inout ConversationWriter) throws {
    for reply in threads.takeRest() { try hand(out: reply, to: &writer) }
  }

  private func hand(
    out reply: IMessageThreads.Reply, to writer: inout ConversationWriter
  ) throws {
    var draft = TextDraft()
    reply.text.withUnsafeBufferPointer { draft.begin($0) }
    draft.written = reply.written
    draft.time = reply.time
    draft.replyTo = reply.parent
    draft.threadId = reply.parent
    draft.sender = Array(reply.sender.utf8).withUnsafeBufferPointer {
      writer.senders.number(of: $0)
    }
    try writer.write(draft)
  }
}

/// Replies found in threads whose copies at their place in time are still to come.
struct IMessageThreads {
  struct Reply {
    var sender: String
    var written: [UInt8]
    var text: [UInt8]
    var time: GenericTimestamp.Reading?
    var parent: String?

    fileprivate var key: UInt64 {
      var digest = StableHash()
      digest.add(sender)
      written.withUnsafeBufferPointer { digest.add($0) }
      text.withUnsafeBufferPointer { digest.add($0) }
      return digest.finish()
    }
  }

  private var waiting: [UInt64: (number: Int, reply: Reply)] = [:]
  private var seen = 0
  private var bytes = 0

  /// The most bytes of waiting text.
  private static let limit = 8 << 20

  /// Adds a reply; returns the oldest one if too many are waiting.
  mutating func note(_ reply: Reply) -> Reply? {
    seen += 1
    if waiting.updateValue((seen, reply), forKey: reply.key) != nil { return nil }
    bytes += reply.text.count + 200
    guard bytes > Self.limit, let oldest = waiting.min(by: { $0.value.number < $1.value.number })
    else { return nil }
    return take(oldest.value.reply)
  }

  /// Removes and returns a waiting reply equal to the given one, if there is one.
  mutating func take(_ reply: Reply) -> Reply? {
    guard let found = waiting.removeValue(forKey: reply.key) else { return nil }
    bytes -= found.reply.text.count + 200
    return found.reply
  }

  /// Removes and returns all waiting replies, in the order in which they were found.
  mutating func takeRest() -> [Reply] {
    let rest = waiting.values.sorted { $0.number < $1.number }.map(\.reply)
    self = IMessageThreads()
    return rest
  }
}
