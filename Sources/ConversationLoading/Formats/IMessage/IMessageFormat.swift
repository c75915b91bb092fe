import ActionItemModel
import CivilTime
import JSONText

/// Chats of Apple's Messages, as the program imessage-exporter writes them as text.
struct IMessageFormat: ConversationFormat {
  let description = FormatDescription(
    name: "imessage", platform: "imessage", title: "iMessage chat",
    reads: "the text files that imessage-exporter writes, one a chat",
    howToExport: """
      On the Mac: `brew install imessage-exporter`, then `imessage-exporter -f txt -o OUTPUT` (the \
      terminal needs full disk access).
      """)

  func recognizes(_ sample: FormatSample) -> Bool { sample.begins { IMessageLine($0) != nil } }

  func load(_ file: ExportFile, in context: LoadingContext) throws {
    let open = try file.openAnywhere()
    let conversation = try Self.conversation(file, open, description, context)
    var loader = IMessageLoader(
      try ConversationWriter(
        conversation, path: file.path, format: description, context: context))
    try loader.load(open)
  }

  private static func conversation(
    _ file: ExportFile, _ open: OpenFile, _ format: FormatDescription, _ context: LoadingContext
  ) throws -> Conversation {
    var people = ChatPeople()
    var lines = TextLines(OpenFileSource(file: open), limit: context.options.recordLimit)
    var isSender = false
    while let line = try lines.next() {
      guard case .bytes(let bytes) = line else { continue }
      if isSender { people.note(bytes.trimmed) }
      isSender = !isSender && IMessageLine(bytes)?.rest.isEmpty == true
    }
    return context.options.conversation(
      format, title: file.stem, kind: people.kind(owner: "Me", title: file.stem),
      speakers: people.names)
  }
}

/// Reads a chat. Messages that answer others stand twice in it: in the thread, and where they belong by
/// their time.
private struct IMessageLoader {
  private enum State {
    case start
    /// The next line is the sender's name.
    case sender
    case body
  }

  private var output: ConversationWriter
  private var draft = TextDraft()
  private var state = State.start
  private var isIndented = false
  private var wasBlank = true
  /// The id of the last message outside of threads.
  private var parent: String?
  private var threads = IMessageThreads()

  init(_ output: ConversationWriter) {
    self.output = output
  }

  mutating func load(_ open: OpenFile) throws {
    var lines = TextLines(OpenFileSource(file: open), limit: output.limit)
    while let line = try lines.next() {
      switch line {
      case .tooLong: output.noteTooLong(at: lines.offset)
      case .bytes(let bytes): try take(bytes, at: lines.offset)
      }
    }
    try handOut()
    // Answers that stand in threads alone, as where a span of time was exported.
    for reply in threads.takeRest() { try hand(out: reply) }
    try output.end()
  }

  private mutating func take(_ bytes: Bytes, at offset: Int) throws {
    defer { wasBlank = bytes.isBlank }
    if let first = IMessageLine(bytes), first.isIndented || first.rest.isEmpty || wasBlank,
      state != .sender
    {
      try handOut()
      draft.begin(first.rest, at: offset)
      draft.time = .civil(first.time)
      first.time.append(to: &draft.written)
      isIndented = first.isIndented
      if first.rest.isEmpty {
        state = .sender
      } else {
        draft.kind = .system
        state = .body
      }
      return
    }
    switch state {
    case .start:
      guard !bytes.isBlank else { return }
      draft.begin(bytes, at: offset)
      draft.kind = .system
      state = .body
    case .sender:
      draft.sender = output.senders.number(of: bytes.trimmed)
      state = .body
    case .body:
      let line = isIndented && bytes.has("    ") ? bytes.part(from: 4) : bytes
      draft.extend(line, limit: output.limit)
    }
  }

  private mutating func handOut() throws {
    guard draft.isOpen else { return }
    draft.isOpen = false
    if draft.isTooLong {
      try output.write(draft)
      return
    }
    let raw = draft.raw
    var text: [UInt8] = []
    var isReply = false
    raw.withUnsafeBufferPointer { raw in
      var whole = raw.trimmed
      if whole.ends(with: IMessageText.replyRemark) {
        isReply = true
        whole = whole.part(0, whole.count - IMessageText.replyRemark.utf8CodeUnitCount).trimmed
      }
      text = draft.kind == .system ? Array(whole) : IMessageText.plain(whole)
    }
    let isDeleted = text.withUnsafeBufferPointer { IMessageText.isDeleted($0.trimmed) }
    if isDeleted { return output.skip(.deleted) }
    if text.allSatisfy({ $0 <= 0x20 }) { return output.skip(.noText) }
    draft.replace(text.withUnsafeBufferPointer { Array($0.trimmed) })
    if isIndented {
      guard let early = threads.note(reply(to: parent)) else { return }
      return try hand(out: early)
    }
    if isReply, let parent = threads.take(reply(to: nil)) {
      draft.replyTo = parent
      draft.threadId = parent
      output.skip(.duplicate)
    }
    let id = try output.write(draft)
    if draft.kind == .message { parent = id }
  }

  private func reply(to parent: String?) -> IMessageThreads.Reply {
    IMessageThreads.Reply(
      sender: draft.sender.map { output.senders[$0].id } ?? "", written: draft.written,
      text: draft.raw, time: draft.time, parent: parent)
  }

  private mutating func hand(out reply: IMessageThreads.Reply) throws {
    reply.text.withUnsafeBufferPointer { draft.begin($0, at: 0) }
    draft.isOpen = false
    draft.written = reply.written
    draft.time = reply.time
    draft.replyTo = reply.parent
    draft.threadId = reply.parent
    draft.sender = Array(reply.sender.utf8).withUnsafeBufferPointer {
      output.senders.number(of: $0)
    }
    try output.write(draft)
  }
}

/// The answers that were seen in threads and are still to come by their time.
struct IMessageThreads {
  struct Reply {
    var sender: String
    var written: [UInt8]
    var text: [UInt8]
    var time: GenericTimestamp.Reading?
    var parent: String?

    fileprivate var key: UInt64 {
      var digest = MessageDigest()
      digest.add(sender)
      written.withUnsafeBufferPointer { digest.add($0) }
      text.withUnsafeBufferPointer { digest.add($0) }
      return digest.finish()
    }
  }

  private var waiting: [UInt64: (number: Int, reply: Reply)] = [:]
  /// The keys in the order in which they came, with some that wait no more.
  private var order: [UInt64] = []
  private var seen = 0
  private var bytes = 0

  /// Bytes of text that may wait.
  private static let limit = 8 << 20

  /// Remembers an answer; returns the oldest one where too many wait.
  mutating func note(_ reply: Reply) -> Reply? {
    let key = reply.key
    seen += 1
    if waiting.updateValue((seen, reply), forKey: key) != nil { return nil }
    order.append(key)
    if order.count > 1000 + waiting.count * 2 { order.removeAll { waiting[$0] == nil } }
    bytes += reply.text.count + 200
    guard bytes > Self.limit else { return nil }
    return takeOldest()
  }

  /// The message that an answer belongs to, which then waits no more.
  mutating func take(_ reply: Reply) -> String? {
    guard let found = waiting.removeValue(forKey: reply.key) else { return nil }
    bytes -= found.reply.text.count + 200
    return found.reply.parent
  }

  /// All that still wait, in the order in which they were seen.
  mutating func takeRest() -> [Reply] {
    let rest = waiting.values.sorted { $0.number < $1.number }.map(\.reply)
    self = IMessageThreads()
    return rest
  }

  private mutating func takeOldest() -> Reply? {
    order.removeAll { waiting[$0] == nil }
    guard let key = order.first, let found = waiting.removeValue(forKey: key) else { return nil }
    bytes -= found.reply.text.count + 200
    return found.reply
  }
}
