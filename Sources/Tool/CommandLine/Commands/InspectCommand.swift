import ActionItems
import CivilTime
import Encoding
import Extraction
import Loading
import System
import Windowing

/// `inspect PATH…`: prints the conversations or messages that the loaders read, and the skipped files.
/// `InspectSink`, below, is the base class of its forms. `batch prepare` also uses it, to report unreadable paths.
enum InspectCommand {
  static let messages = Option.flag(
    "messages", "print every message as a normalised JSON line, which 'extract' can read")

  static let plan = Option<Int>.number(
    "plan", 1...Shard.most, "show the sizes of N shares for 'extract --shard K/N'"
  ).perCall

  static let command = Command(
    name: "inspect", operands: "PATH…", operandCount: 1...100_000,
    summary: "show what is in exports, without extracting",
    details: """
      Shows each conversation of every PATH: its format, kind and title, its people, its number of messages and
      what was skipped and why; then the skipped files of folders and archives, by kind, with a few names. For a
      table without column names in its first line, a hint for --columns is shown. --messages prints every
      message in one format.

      With --json, an object with passedOver follows those of the conversations if files were skipped.

      With --json, unreadLanguages is ["und"] if a conversation is in neither English nor German, the
      languages that the offline model reads. Otherwise, or if there is too little text, it is empty.
      """,
    options: [messages, plan] + LoadingOptionSet.all, run: run)

  @Sendable private static func run(_ invocation: Invocation) async throws -> ExitStatus {
    try refuse(
      if: invocation.settings.value(of: plan) != nil && invocation.settings.isOn(messages),
      "--plan and --messages cannot be used together")
    return try await read(invocation) { filter in
      if let count = invocation.settings.value(of: plan) {
        ShardPlan(count, invocation, filter)
      } else if invocation.settings.isOn(messages) {
        MessageSink(invocation, filter)
      } else {
        ConversationTableSink(invocation, filter)
      }
    }
  }

  /// Reads all paths into a sink and reports problems with them.
  static func read(
    _ invocation: Invocation, into sink: @escaping @Sendable (ConversationFilter) -> InspectSink
  ) async throws -> ExitStatus {
    let options = try LoadingOptionSet.loadingOptions(invocation)
    let filter = try LoadingOptionSet.filter(invocation)
    return try await runBlocking("loading") {
      try read(invocation, options, sink(filter))
    }
  }

  private static func read(
    _ invocation: Invocation, _ options: LoadingOptions, _ sink: InspectSink
  ) throws -> ExitStatus {
    let loader = ConversationLoader(options: options)
    for path in invocation.operands {
      sink.log.begin(path: path)
      try loader.load(path: path, into: sink)
      sink.log.end(path: path, invocation.console)
    }
    try sink.finish()
    sink.tellWarnings()
    if sink.log.failures.isEmpty, sink.log.conversations == 0 {
      invocation.console.alert(
        "no messages found, only lists of an export's people or channels; give the export's "
          + "folder")
    }
    return sink.log.status
  }
}

/// The base class of the forms of `inspect`: filters conversations, and collects problems and skipped files.
class InspectSink: ConversationSink {
  let invocation: Invocation
  let filter: ConversationFilter
  var log = LoadingLog()
  var skippedFiles = SkippedFiles()
  /// The current conversation; nil if it is filtered out.
  var conversation: Conversation?
  private var waiting = PipeWaiting()

  private var warnings = WarningTally()

  /// Whether the subclass prints the warnings with the conversation.
  var printsWarnings: Bool { false }

  init(_ invocation: Invocation, _ filter: ConversationFilter) {
    (self.invocation, self.filter) = (invocation, filter)
  }

  func begin(_ conversation: Conversation) throws {
    self.conversation = filter.takes(conversation) ? conversation : nil
  }

  func add(_ messages: [Message]) throws {}

  func end(_ report: ConversationReport) throws {
    log.note(report)
    for warning in report.countedWarnings where conversation != nil {
      if printsWarnings {
        invocation.console.detail("\(report.file): \(warning)")
      } else {
        _ = warnings.add(warning, of: report.file)
      }
    }
    conversation = nil
    // This thread belongs to no task, so only the signal itself can be checked.
    if Interruption.received != nil { throw CancellationError() }
  }

  func finish() throws {}

  /// Prints the warnings that `end` collected, after everything was read.
  func tellWarnings() { warnings.lines.forEach(invocation.console.warn) }

  func fail(_ error: LoadingError) { log.note(error, invocation.console) }

  func skip(_ reason: SkippedFileReason, path: String) {
    log.note(reason, path: path, invocation.console)
    skippedFiles.note(reason, path: path)
  }

  func wait(forPipe path: String) throws {
    if Interruption.received != nil { throw CancellationError() }
    waiting.note(path, invocation.console)
  }
}

/// `inspect --messages`: prints each message as a JSON line that `extract` can read.
private final class MessageSink: InspectSink {
  private var writer = JSONWriter(escaping: .invisibles)

  override func add(_ messages: [Message]) throws {
    guard let conversation else { return }
    for message in messages where filter.takes(message) { write(message, of: conversation) }
    if writer.bytes.count > 1 << 16 { try invocation.console.output.write(writer.take()) }
  }

  private func write(_ message: Message, of conversation: Conversation) {
    writer.beginObject()
    writer.field("conversationId", conversation.id)
    writer.field("conversationTitle", conversation.title)
    writer.field("id", message.id)
    writer.field("sender", message.sender)
    writer.field("senderId", message.senderId)
    writer.field("timestamp", message.timestamp?.description)
    writer.field("text", message.text)
    writer.field("kind", message.kind.rawValue)
    writer.field("threadId", message.threadId)
    writer.field("replyTo", message.replyTo)
    writer.field("platform", conversation.platform)
    writer.field("conversationKind", conversation.kind?.rawValue)
    if conversation.hasSyntheticId { writer.field("conversationHasMadeId", true) }
    if message.timestamp?.offset == 0 { writer.field("isLocalTime", true) }
    writer.endObject()
    writer.endLine()
  }

  override func finish() throws { try invocation.console.output.write(writer.take()) }
}

/// `inspect`: prints one row or one JSON object per conversation.
private final class ConversationTableSink: InspectSink {
  private var table = TextTable([
    "FORMAT", "CONVERSATION", "KIND", "MESSAGES", "FIRST", "LAST", "SKIPPED",
  ])
  private var seen = Seen()

  override var printsWarnings: Bool { invocation.isJSON }

  /// The people, counts and times of the current conversation so far.
  private struct Seen {
    var participants: [String] = []
    private var known: Set<String> = []
    /// A cache of known names, indexed by a cheap hash, because the same few people speak repeatedly.
    private var met = [String](repeating: "", count: 1024)
    var messages = 0
    var systemMessages = 0
    var botMessages = 0
    /// Messages outside --since and --until.
    var leftOut = 0
    var first: Timestamp?
    var last: Timestamp?
    var language = ConversationLanguage()

    mutating func meet(_ name: String) {
      let place = name.utf8.withContiguousStorageIfAvailable { bytes in
        Int(bytes.reduce(0 as UInt64) { ($0 ^ UInt64($1)) &* 0x9E37_79B9_7F4A_7C15 } >> 54)
      }
      if let place {
        if met[place] == name, !name.isEmpty { return }
        met[place] = name
      }
      if known.insert(name).inserted { participants.append(name) }
    }

    mutating func add(_ message: Message) {
      switch message.kind {
      case .message: messages += 1
      case .system: systemMessages += 1
      case .bot: botMessages += 1
      }
      language.add(message)
      if let sender = message.sender { meet(sender) }
      if let time = message.timestamp {
        // Some exports are not in chronological order.
        if first.map({ time.microseconds < $0.microseconds }) ?? true { first = time }
        if last.map({ time.microseconds >= $0.microseconds }) ?? true { last = time }
      }
    }
  }

  override func begin(_ conversation: Conversation) throws {
    try super.begin(conversation)
    seen = Seen()
    for person in conversation.participants { seen.meet(person.name) }
  }

  override func add(_ messages: [Message]) throws {
    for message in messages {
      if filter.takes(message) { seen.add(message) } else { seen.leftOut += 1 }
    }
  }

  override func end(_ report: ConversationReport) throws {
    if let conversation {
      var skipped = report.skipped
      if seen.leftOut > 0 { skipped["beyond --since and --until"] = seen.leftOut }
      try writeSummary(conversation, report, skipped.sorted { $0.key < $1.key })
    }
    try super.end(report)
  }

  private func writeSummary(
    _ conversation: Conversation, _ report: ConversationReport,
    _ skipped: [(key: String, value: Int)]
  ) throws {
    if invocation.isJSON {
      let reasons = skipped.map { reason, count -> JSONValue in
        ["reason": .string(reason), "count": .int(count)]
      }
      return try invocation.printJSON([
        "file": .string(report.file), "format": .string(report.format),
        "platform": .string(conversation.platform), "conversationId": .string(conversation.id),
        "title": .text(conversation.title), "kind": .text(conversation.kind?.rawValue),
        "participants": .texts(seen.participants), "records": .int(report.records),
        "messages": .int(seen.messages), "systemMessages": .int(seen.systemMessages),
        "botMessages": .int(seen.botMessages), "skipped": .array(reasons),
        "first": .text(seen.first?.description), "last": .text(seen.last?.description),
        "timeZoneKnown": .bool(report.timeZoneKnown), "warnings": .texts(report.warnings),
        "unreadLanguages": .texts(
          seen.language.isUnread ? [ConversationLanguage.undetermined] : []),
      ])
    }
    let others = [(seen.systemMessages, "system"), (seen.botMessages, "bot")]
      .filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    table.add([
      report.format, conversation.title ?? conversation.id, conversation.kind?.rawValue ?? "-",
      "\(seen.messages)" + (others.isEmpty ? "" : " + " + others.joined(separator: ", ")),
      seen.first?.civil.date.description ?? "-", seen.last?.civil.date.description ?? "-",
      skipped.isEmpty ? "-" : skipped.map { "\($0.value) \($0.key)" }.joined(separator: ", "),
    ])
  }

  override func finish() throws {
    let output = invocation.console.output
    try output.write(table)
    if skippedFiles.isEmpty { return }
    if invocation.isJSON { return try invocation.printJSON(["passedOver": skippedFiles.json]) }
    if log.conversations > 0 { try output.write("\n") }
    try output.writeLines(
      skippedFiles.lines(
        width: output.width, below: invocation.operands.count == 1 ? invocation.operands[0] : nil))
  }
}
