import ActionItemModel
import CivilTime
import JSONText
import TimeZones

/// Hands out the messages of one conversation that a text file holds, and counts.
struct TextConversation {
  var report: ConversationReport
  var senders = SenderTable()
  /// How bytes are read that are not UTF-8.
  var encoding = TextEncoding.utf8 { didSet { senders.encoding = encoding } }
  /// What a warning says of messages whose time could not be told; nil where it says nothing.
  ///
  /// A message here and there has no time because of where it stands, which is no cause for alarm.
  var undatedWarning: String?

  private let file: ExportFile
  private let title: String
  private let context: LoadingContext
  private var made = MadeIdentity()
  private var clock: ZoneClock
  private var sawUnzonedTime = false
  private var undated = 0
  private var mended = 0
  private var tooLong: (first: Int, count: Int)?

  init(file: ExportFile, format: FormatDescription, context: LoadingContext) {
    self.file = file
    title = format.title
    self.context = context
    report = ConversationReport(file: file.path, format: format.name)
    clock = ZoneClock(context.options.zone)
  }

  /// The longest record that is read.
  var limit: Int { context.options.recordLimit }

  func begin(_ conversation: Conversation) throws {
    try context.sink.begin(conversation)
  }

  /// Hands out a message and returns its id; `text` is what it says, where that is not what the file
  /// has.
  @discardableResult
  mutating func add(_ draft: borrowing TextDraft, text: Bytes? = nil) throws -> String? {
    if draft.isTooLong {
      noteTooLong(at: draft.offset)
      return nil
    }
    let sender = draft.sender.map { senders[$0] }
    let id = draft.raw.withUnsafeBufferPointer { raw in
      draft.written.withUnsafeBufferPointer { written in
        // How many empty lines follow depends on what else the file holds.
        made.id(sender: sender?.id ?? "", time: written, text: raw.trimmed)
      }
    }
    let plain = text.map { string($0) } ?? draft.raw.withUnsafeBufferPointer { string($0) }
    // The id is made of all that the file says of the message.
    var digest = MessageDigest()
    digest.add(id)
    report.records += 1
    try context.sink.add(
      Message(
        id: id, senderId: sender?.id, sender: sender?.name, timestamp: timestamp(draft.time),
        text: plain, kind: draft.kind, threadId: draft.threadId, replyTo: draft.replyTo,
        digest: digest.finish()))
    return id
  }

  mutating func skip(_ reason: SkipReason, _ count: Int = 1) { report.skip(reason, count) }

  /// Counts a record that was too long to be read.
  mutating func noteTooLong(at offset: Int) {
    report.skip(.tooLong)
    tooLong = (tooLong?.first ?? offset, (tooLong?.count ?? 0) + 1)
  }

  /// Ends the conversation and tells what was found amiss.
  mutating func end() throws {
    report.timeZoneKnown = !sawUnzonedTime
    if sawUnzonedTime { report.warnings.append(context.options.unzonedWarning) }
    if undated * 2 > report.records, let undatedWarning {
      report.warnings.append("\(undated) messages \(undatedWarning)")
    }
    if mended > 0, encoding == .windows1252 {
      report.warnings.append("\(mended) messages are not UTF-8 and were read as Windows-1252")
    }
    try context.sink.end(report)
    if let tooLong {
      try context.sink.fail(
        .damaged(
          path: file.path, format: title,
          error: JSONError(.tooLong(limit: limit), at: tooLong.first),
          more: tooLong.count - 1))
    }
    if mended > 0, encoding == .utf8 {
      try context.sink.fail(.notUTF8(path: file.path, messages: mended))
    }
  }

  private mutating func timestamp(_ time: TextTime?) -> Timestamp? {
    switch time {
    case .instant(let timestamp):
      // A time in UTC says nothing of the author's clock; the team's zone is the better guess.
      return timestamp.offset == 0 ? clock.zone.timestamp(at: timestamp) : timestamp
    case .civil(let civil, let microsecond):
      sawUnzonedTime = true
      return clock.timestamp(of: civil, microsecond: microsecond)
    case nil:
      undated += 1
      return nil
    }
  }

  private mutating func string(_ bytes: Bytes) -> String {
    if bytes.firstBeyondASCII(from: 0) == nil { return String(decoding: bytes, as: UTF8.self) }
    if let text = String(validating: bytes, as: UTF8.self) { return text }
    mended += 1
    return encoding.string(bytes)
  }
}
