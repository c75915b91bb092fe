import ActionItemModel
import CivilTime
import JSONText
import TimeZones

/// Turns the records of one conversation into messages, in the order of their time.
struct GenericMessageReader {
  private let zone: Zone
  private var clock: ZoneClock
  private var people: GenericPeople
  private var made = MadeIdentity()
  /// Those whom messages name without an id, as the file spells them: the same few come again and again.
  private var spellings = NameNumbers()
  private var spelled: [Author] = []
  /// More of them than this are no conversation's.
  private static let spelledLimit = 10_000
  /// Whether a time was seen that states no zone.
  private(set) var sawUnzonedTime = false
  /// Messages whose time could not be read.
  private(set) var unreadableTimes = 0

  /// Whether any message of the file says who wrote it: one that does not is the system's then.
  private let hasSenders: Bool
  /// The order of day and month in dates of numbers.
  private let dateOrder: DateOrder

  init(zone: Zone, people: GenericPeople, hasSenders: Bool, dateOrder: DateOrder) {
    self.zone = zone
    self.dateOrder = dateOrder
    self.people = people
    self.hasSenders = hasSenders
    clock = ZoneClock(zone)
  }

  /// What a record becomes.
  enum Outcome {
    case message(Message)
    case skipped(SkipReason)
  }

  mutating func message(from record: GenericRecord) -> Outcome {
    if record[.isDeleted].map(Self.isTrue) ?? false { return .skipped(.deleted) }
    if let nested = record[.nested], let inner = nestedMessage(nested, around: record) {
      return inner
    }
    guard let text = record[.text].flatMap(Self.text), text.saysAnything
    else { return .skipped(.noText) }
    return .message(makeMessage(record, text: text))
  }

  /// `{"id": …, "message": {"text": …}}`: what the inner object lacks, the outer one has.
  private mutating func nestedMessage(
    _ field: GenericRecord.Field, around outer: GenericRecord
  ) -> Outcome? {
    var table = FieldTable()
    var reader = JSONReader(field.bytes, limits: GenericIndex.limits)
    var inner = GenericRecord()
    do throws(JSONError) {
      try inner.read(&reader, &table)
    } catch {
      // It is read as something else than a message then.
      return nil
    }
    guard let text = inner[.text].flatMap(Self.text), text.saysAnything
    else { return .skipped(.noText) }
    return .message(makeMessage(inner.filled(from: outer), text: text))
  }

  private mutating func makeMessage(_ record: GenericRecord, text: String) -> Message {
    let author = author(of: record)
    let time = record[.timestamp]
    let id =
      record[.id]?.text
      ?? made.id(sender: author.id ?? "", time: time?.text ?? "", text: text)
    // Ids of anybody's making may begin anew in every file.
    var digest = MessageDigest(id: id, sender: author.id ?? "", source: text)
    if let time { time.withText { digest.add($0) } } else { digest.add("") }
    let thread = record[.threadId]?.text
    return Message(
      id: id, senderId: author.id, sender: author.name, timestamp: timestamp(of: record),
      text: text, kind: kind(of: record, author.name),
      threadId: thread, replyTo: record[.replyTo].flatMap(Self.reference),
      link: record[.link]?.text, digest: digest.finish())
  }

  // MARK: - Fields

  private mutating func timestamp(of record: GenericRecord) -> Timestamp? {
    let field = record[.timestamp]
    switch GenericTimestamp.read(field) ?? written(field) {
    case .instant(let timestamp):
      // A time in UTC says nothing of the author's clock, unless that is said; the team's zone is the better
      // guess.
      return timestamp.offset == 0 && record[.isLocalTime] == nil
        ? zone.timestamp(at: timestamp) : timestamp
    case .civil(let reading):
      sawUnzonedTime = true
      return clock.timestamp(of: reading.civil)
    case nil:
      if field?.hasText ?? false { unreadableTimes += 1 }
      return nil
    }
  }

  /// A time in words or numbers, as people write it.
  private func written(_ field: GenericRecord.Field?) -> GenericTimestamp.Reading? {
    var time: WrittenTime?
    field?.withText { time = WrittenTime($0) }
    return time?.reading(in: dateOrder)
  }

  /// Who wrote a message.
  private typealias Author = (id: String?, name: String?)

  private mutating func author(of record: GenericRecord) -> Author {
    let sender = record[.sender]
    guard record[.senderId] == nil, let field = sender, field.kind == .string else {
      // Whoever has an id may be whom a name alone meant.
      if record[.senderId] != nil || sender != nil { forgetSpellings() }
      return people.author(of: record)
    }
    if spelled.count >= Self.spelledLimit { forgetSpellings() }
    let number = spellings.number(of: field.bytes)
    if number == spelled.count { spelled.append(people.author(of: record)) }
    return spelled[number]
  }

  private mutating func forgetSpellings() {
    if !spelled.isEmpty { (spellings, spelled) = (NameNumbers(), []) }
  }

  private func kind(of record: GenericRecord, _ sender: String?) -> Message.Kind {
    if let bot = record[.isBot], Self.isTrue(bot) { return .bot }
    switch record[.kind]?.text?.lowercased() {
    case "system", "event", "service", "notification", "join", "leave", "info": return .system
    case "bot", "bot_message", "app", "assistant", "tool", "integration": return .bot
    // As `inspect --messages` writes what was said without a name.
    case "message": return .message
    default: return sender == nil && hasSenders ? .system : .message
    }
  }

  /// True, a number other than zero, a time of deletion, the id of a bot.
  private static func isTrue(_ field: GenericRecord.Field) -> Bool {
    switch field.kind {
    case .bool: field.bytes.first == UInt8(ascii: "t")
    case .number: field.text != "0"
    case .string: !["", "false", "0", "no"].contains(field.slice.string)
    default: false
    }
  }

  /// The id of another message, plain or in an object.
  private static func reference(_ field: GenericRecord.Field) -> String? {
    if let text = field.text { return text }
    guard let object = field.value?.object else { return nil }
    let id = object.first { FieldRole.of($0.key)?.role == .id }?.value
    return id?.string ?? id?.int.map { String($0) }
  }

  /// A string, or the texts of a list of parts, as in `[{"type": "text", "text": …}]`.
  private static func text(_ field: GenericRecord.Field) -> String? {
    if field.kind == .string { return field.slice.string }
    guard field.kind == .array, let parts = field.value?.array else { return field.text }
    return parts.compactMap { part in
      part.string ?? part["text"]?.string ?? part["content"]?.string
    }.joined()
  }
}
