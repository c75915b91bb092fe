import ActionItemModel
import CivilTime
import TimeZones

/// Hands out one conversation: gives its people names of their own and its messages ids, times in a
/// zone and digests, drops what is repeated, and counts.
///
/// Messages have to come in the order of their time.
struct ConversationWriter {
  private var report: ConversationReport
  private let context: LoadingContext
  private var names = DisplayNames()
  private var made = MadeIdentity()
  private var sawUnzonedTime = false
  private var unreadableTimes = 0
  private var mended = 0
  private var clock: ZoneClock

  /// The messages of the latest time, which are held back: another version of one may follow.
  private var latest: [Message] = []
  private var latestTime: Int64?
  private var latestNumbers: [String: Int] = [:]
  /// How often each id was given, as far as they are remembered.
  private var known = DigestCounts()

  /// Messages of one time beyond this are not held back.
  private static let latestLimit = 1024
  /// Ids remembered; beyond it, only messages of one time are compared.
  private static let knownLimit = 1 << 17

  /// Begins a conversation that a file, or several under one path, hold.
  init(
    _ conversation: Conversation, path: String, format: FormatDescription, context: LoadingContext
  ) throws {
    report = ConversationReport(file: path, format: format.name)
    self.context = context
    clock = ZoneClock(context.options.zone)
    for participant in conversation.participants {
      _ = names.name(forId: participant.id, called: participant.name)
    }
    try context.sink.begin(conversation)
  }

  /// Counts records that become nothing.
  mutating func skip(_ reason: SkipReason, _ count: Int = 1) { report.skip(reason, count) }

  /// Adds a sentence for the user.
  mutating func warn(_ sentence: String) { report.warnings.append(sentence) }

  /// Counts a message with bytes that are not UTF-8.
  mutating func noteMended() { mended += 1 }

  /// Hands a message on, or counts it where it says nothing.
  mutating func write(_ draft: MessageDraft) throws {
    guard draft.text.saysAnything else { return skip(.noText) }
    let source = draft.source ?? draft.text
    let sender = draft.sender
    var id =
      draft.id
      ?? made.id(sender: sender?.id ?? "", time: draft.written, text: source)
    let timestamp = timestamp(of: draft)
    if timestamp?.microseconds != latestTime || latest.count >= Self.latestLimit {
      try handOut()
      latestTime = timestamp?.microseconds
    }
    if let number = latestNumbers[id], latest[number].senderId == sender?.id {
      // Of two versions of a message the later one counts.
      latest[number] = message(draft, id: id, timestamp: timestamp, source: source)
      return skip(.duplicate)
    }
    if draft.id != nil { id = unusedId(id) }
    report.records += 1
    latestNumbers[id] = latest.count
    latest.append(message(draft, id: id, timestamp: timestamp, source: source))
  }

  /// Ends the conversation and says what was found amiss.
  mutating func end() throws {
    try handOut()
    report.timeZoneKnown = !sawUnzonedTime
    if sawUnzonedTime { warn(context.options.unzonedWarning) }
    if unreadableTimes > 0 { warn("\(unreadableTimes) times could not be read") }
    try context.sink.end(report)
    if mended > 0 { try context.sink.fail(.notUTF8(path: report.file, messages: mended)) }
  }

  private mutating func handOut() throws {
    for message in latest { try context.sink.add(message) }
    latest.removeAll(keepingCapacity: true)
    latestNumbers.removeAll(keepingCapacity: true)
  }

  // MARK: - Parts of a message

  private mutating func message(
    _ draft: MessageDraft, id: String, timestamp: Timestamp?, source: String
  ) -> Message {
    return Message(
      id: id, senderId: draft.sender?.id,
      sender: draft.sender.map { names.name(forId: $0.id, called: $0.name, handle: $0.handle) },
      timestamp: timestamp, text: draft.text, kind: draft.kind, threadId: draft.threadId,
      replyTo: draft.replyTo, link: draft.link,
      digest: MessageDigest.of(
        id: id, sender: draft.sender?.id ?? "", source: source,
        time: draft.hasIdOfFile ? draft.written : nil, edited: draft.edited),
      isEdited: draft.edited != nil)
  }

  private mutating func timestamp(of draft: MessageDraft) -> Timestamp? {
    switch draft.time {
    case .instant(let timestamp):
      let zone = draft.zone ?? context.options.zone
      // A time in UTC says nothing of the author's clock; the team's zone is the better guess.
      return timestamp.offset == 0 ? zone.timestamp(at: timestamp) : timestamp
    case .civil(let reading):
      guard let zone = draft.zone else {
        sawUnzonedTime = true
        return clock.timestamp(of: reading.civil, microsecond: reading.microsecond)
      }
      guard let whole = zone.timestamp(of: reading.civil) else { return nil }
      return Timestamp(
        microseconds: whole.microseconds + Int64(reading.microsecond), offset: Int(whole.offset))
    case nil:
      if !draft.written.isEmpty { unreadableTimes += 1 }
      return nil
    }
  }

  /// The id, or, where another message has it already, one made of it: exports have been seen that
  /// give one id to several messages.
  private mutating func unusedId(_ id: String) -> String {
    guard known.count < Self.knownLimit else { return id }
    let digest = Self.hash(id)
    var place = known.increment(digest, from: 0)
    if place == 1 { return id }
    while true {
      let unused = "\(id)-\(place)"
      let other = Self.hash(unused)
      if known.count(of: other) == 0 {
        _ = known.increment(other, from: 0)
        return unused
      }
      place = known.increment(digest, from: 0)
    }
  }

  private static func hash(_ id: String) -> UInt64 {
    var digest = MessageDigest()
    digest.add(id)
    return digest.finish()
  }
}
