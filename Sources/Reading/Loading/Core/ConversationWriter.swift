import ActionItems
import CivilTime
import Encoding

/// Writes one conversation of an export to the sink, message by message.
///
/// It gives people unique names and messages ids, time zones and digests. It drops duplicates, counts records and
/// reports damage.
///
/// Messages have to come in the order of their time, or in stretches, which are sorted here. Messages with synthetic
/// ids may come in any order, because synthetic ids are unique.
struct ConversationWriter {
  private(set) var report: ConversationReport
  let context: LoadingContext
  /// The senders that a text file names.
  var senders = SenderTable()
  /// The forms of the lines that begin messages in a text file.
  var heads = MessageLineShapes()
  /// The words after "messages have" in the warning about messages without a time.
  var undatedWarning = "no time"
  private let format: FormatDescription
  /// The conversation, until its first message begins it.
  private var beginning: Conversation?
  private var names = DisplayNames()
  private var syntheticIds = SyntheticId()
  private var clock: ZoneClock
  private var sawUnzonedTime = false
  /// The numbers of messages without a time, with a time in an unknown form, and without a known sender.
  private var undated = 0
  private var unreadableTimes = 0
  private var unsigned = 0
  private var unknownTasks = 0
  /// The number of lines that have an unknown format.
  private var unread = 0
  private var repaired = 0
  private var damage = FileDamage()

  /// Whether messages are buffered until the end of a stretch, in which they may come in any order.
  private var isInStretch = false
  /// Buffered messages of the latest time, or of the stretch: another version of one may follow.
  private var latest: [Message] = []
  private var latestTime: Int64?
  /// The ids of `latest` as the file has them; earlier messages may have the same ids.
  private var latestIds: [String] = []
  /// How often each id was given, up to `knownLimit` ids.
  private var known = DigestMap<UInt32>()

  /// The most messages of one time, or of a stretch, that are buffered.
  private static let latestLimit = 1024
  private static let stretchLimit = 50_000
  /// The most ids that are remembered. Beyond it, only messages of one time are compared.
  private static let knownLimit = 1 << 17

  /// Begins a conversation that lies in one file, or in several under one path.
  init(
    _ conversation: Conversation, path: String, format: FormatDescription, context: LoadingContext
  ) throws {
    report = ConversationReport(file: path, format: format.name)
    self.format = format
    self.context = context
    clock = ZoneClock(context.options.zone)
    for participant in conversation.participants {
      _ = names.name(forId: participant.id, called: participant.name)
    }
    beginning = conversation
  }

  /// Begins the conversation with its first message.
  ///
  /// A conversation without an id gets one made of that message, which stays the same when the export grows. Without
  /// a time, other chats may begin with the same message, so the file's name without its date is added.
  private mutating func begin(_ first: UInt64? = nil, isTimed: Bool = false) throws {
    guard var conversation = beginning else { return }
    beginning = nil
    if conversation.id.isEmpty {
      var parts = [first.map { String($0, radix: 16) } ?? ""]
      let name = String(report.file.lastPathComponent).withoutExtension
      if !isTimed { parts.append(FileNameDate.bare(name)) }
      conversation.id = Conversation.syntheticId(conversation.platform, parts)
    }
    try context.sink.begin(conversation)
  }

  /// The longest record that is read, in bytes.
  var limit: Int { context.options.recordLimit }

  /// Counts records that do not become messages.
  mutating func skip(_ reason: SkipReason, _ count: Int = 1) { report.skip(reason, count) }

  /// Counts a record that cannot be read and notes its offset.
  mutating func lose(_ error: JSONError, path: String? = nil) {
    skip(error.skipReason)
    damage.note(lost: error, path: path ?? report.file)
  }

  /// Notes an error that ends the reading of a file.
  mutating func note(_ error: JSONError, path: String) { damage.note(error, path: path) }

  /// Counts a record that is too long to read.
  mutating func noteTooLong(at offset: Int) { lose(JSONError(.tooLong(limit: limit), at: offset)) }

  mutating func warn(_ sentence: String) { warn(LoadingWarning(sentence)) }

  /// Adds a warning, unless its count is zero.
  mutating func warn(_ warning: LoadingWarning) {
    if warning.count != 0 { report.countedWarnings.append(warning) }
  }

  /// Adds a warning that begins with a count. `one` follows the count 1, `many` any other.
  mutating func warn(_ count: Int, _ one: String, _ many: String) {
    warn(LoadingWarning(count, one, many))
  }

  /// Counts a message with invalid UTF-8 or half a surrogate pair.
  mutating func noteRepaired() { repaired += 1 }

  /// Counts a message that was made a notice for lack of a known sender. `write` counts those of kind `.message`.
  mutating func noteUnsigned() { unsigned += 1 }

  /// Counts lines that begin like a message but cannot be read.
  mutating func noteUnread(_ count: Int = 1) { unread += count }

  /// Writes the outcome of a record.
  mutating func write(_ outcome: consuming RecordOutcome) throws {
    switch consume outcome {
    case .message(let draft): try write(draft)
    case .skipped(let reason): skip(reason)
    case .written: break
    }
  }

  /// Writes a message and returns its id. If its text is blank, counts it as skipped and returns nil.
  @discardableResult
  mutating func write(_ draft: borrowing MessageDraft) throws -> String? {
    guard draft.text.saysAnything else {
      skip(.noText)
      return nil
    }
    if beginning != nil { try begin(draft.key, isTimed: draft.hasWrittenTime) }
    let id = draft.id ?? syntheticIds.id(of: draft.key)
    let timestamp = timestamp(of: draft)
    if draft.sender == nil, draft.kind == .message { unsigned += 1 }
    if draft.namesUnknownTask { unknownTasks += 1 }
    if isInStretch || draft.id == nil && latest.isEmpty {
      report.records += 1
      try add(message(draft, id: id, timestamp: timestamp))
      return id
    }
    if timestamp?.microseconds != latestTime || latest.count >= Self.latestLimit {
      try writeLatest()
      latestTime = timestamp?.microseconds
    }
    if let number = latestIds.lastIndex(of: id), latest[number].senderId == draft.sender?.id,
      !draft.hasIdOfFile || latest[number].text == draft.text
    {
      // The later version of a message counts. An id that is only unique within its file may belong to another
      // message.
      latest[number] = message(draft, id: latest[number].id, timestamp: timestamp)
      skip(.duplicate)
      return latest[number].id
    }
    report.records += 1
    latestIds.append(id)
    let unused = draft.id == nil ? id : unusedId(id)
    latest.append(message(draft, id: unused, timestamp: timestamp))
    return unused
  }

  /// Passes a message on, or buffers it until its stretch ends.
  private mutating func add(_ message: consuming Message) throws {
    guard isInStretch else { return try context.sink.add(message) }
    latest.append(message)
    if latest.count >= Self.stretchLimit { try writeStretch() }
  }

  /// Ends the conversation and reports warnings and damage.
  mutating func end() throws {
    try begin()
    try writeLatest()
    report.timeZoneKnown = !sawUnzonedTime
    if sawUnzonedTime, !context.options.isZoneSet { warn(context.options.unzonedWarning) }
    warn(
      unread, "line has an unknown format and was kept as a system message",
      "lines have an unknown format and were kept as system messages")
    let isUnreadable = "a time in an unknown form"
    warn(unreadableTimes, "message has \(isUnreadable)", "messages have \(isUnreadable)")
    warn(undated, "message has \(undatedWarning)", "messages have \(undatedWarning)")
    warn(
      unsigned, "message does not name its sender in a known way",
      "messages do not name their sender in a known way")
    let isUnknown = "finished or reopened tasks that cannot be identified"
    warn(unknownTasks, "message names \(isUnknown)", "messages name \(isUnknown)")
    let isRepaired = "broken characters, which were read as Windows-1252 or as U+FFFD"
    warn(repaired, "message holds \(isRepaired)", "messages hold \(isRepaired)")
    try context.sink.end(report)
    try reportDamage()
  }

  /// Reports what could not be read.
  private mutating func reportDamage() throws {
    try damage.report(to: context.sink, format: format)
    damage = FileDamage()
  }

  private mutating func writeLatest() throws {
    for message in latest { try context.sink.add(message) }
    latest.removeAll(keepingCapacity: true)
    latestIds.removeAll(keepingCapacity: true)
  }

  // MARK: - Stretches

  /// Begins a stretch of messages in any order, such as the messages of one file.
  mutating func beginStretch() { isInStretch = true }

  /// Ends the stretch, writes its messages and reports what could not be read.
  mutating func endStretch() throws {
    try writeStretch()
    isInStretch = false
    try reportDamage()
  }

  /// Writes messages by time. The later of two messages with one id counts.
  private mutating func writeStretch() throws {
    let times = latest.map { $0.timestamp?.microseconds ?? .min }
    var order = Array(latest.indices)
    // Most stretches are in order.
    if zip(times, times.dropFirst()).contains(where: { $0 > $1 }) {
      order.sort { (times[$0], $0) < (times[$1], $1) }
    }
    for (place, index) in order.enumerated() {
      // Messages with one id have one time, and times are quicker to compare.
      if place + 1 < order.count, times[order[place + 1]] == times[index],
        latest[order[place + 1]].id == latest[index].id
      {
        report.records -= 1
        skip(.duplicate)
        continue
      }
      try context.sink.add(latest[index])
    }
    latest.removeAll(keepingCapacity: true)
  }

  // MARK: - Parts of a message

  private mutating func message(
    _ draft: borrowing MessageDraft, id: String, timestamp: Timestamp?
  ) -> Message {
    var name: String?
    if let sender = draft.sender {
      name =
        sender.isUnique
        ? sender.name : names.name(forId: sender.id, called: sender.name, handle: sender.handle)
    }
    return Message(
      id: id, senderId: draft.sender?.id, sender: name, timestamp: timestamp, text: draft.text,
      kind: draft.kind, threadId: draft.threadId, replyTo: draft.replyTo, link: draft.link,
      // An id that is only unique within its file may belong to another message in another export.
      digest: draft.digest(id: draft.hasIdOfFile ? draft.id ?? id : id),
      isEdited: draft.edited != nil)
  }

  private mutating func timestamp(of draft: borrowing MessageDraft) -> Timestamp? {
    guard let time = draft.time else {
      if draft.kind == .system { return nil }
      if draft.hasWrittenTime { unreadableTimes += 1 } else { undated += 1 }
      return nil
    }
    return timestamp(of: time, zone: draft.zone, isLocal: draft.isLocalTime)
  }

  private mutating func timestamp(
    of time: GenericTimestamp.Reading, zone: Zone?, isLocal: Bool
  ) -> Timestamp? {
    switch time {
    case .instant(let timestamp):
      if timestamp.offset != 0 || isLocal { return timestamp }
      // A time in UTC does not show the author's clock; the team's zone is the better guess.
      return (zone ?? context.options.zone).timestamp(at: timestamp)
    case .civil(let reading):
      guard let zone else {
        sawUnzonedTime = true
        return clock.timestamp(of: reading.civil, microsecond: reading.microsecond)
      }
      guard let whole = zone.timestamp(of: reading.civil) else { return nil }
      return Timestamp(
        microseconds: whole.microseconds + Int64(reading.microsecond), offset: Int(whole.offset))
    }
  }

  /// The id, or one derived from it if another message has it already. Some exports give one id to several messages.
  private mutating func unusedId(_ id: String) -> String {
    guard known.count < Self.knownLimit else { return id }
    let digest = Self.hash(id)
    var place = known.increment(digest)
    if place == 1 { return id }
    while true {
      let unused = "\(id)-\(place)"
      let other = Self.hash(unused)
      if known[other] == nil {
        _ = known.increment(other)
        return unused
      }
      place = known.increment(digest)
    }
  }

  private static func hash(_ id: String) -> UInt64 {
    var digest = StableHash()
    digest.add(id)
    return digest.finish()
  }
}
