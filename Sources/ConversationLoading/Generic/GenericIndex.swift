import CivilTime
import JSONText
import TimeZones

/// The first pass over a JSON file: which conversations it holds and where their messages stand.
struct GenericIndex {
  /// Where the messages stand. Conversation objects are kept as `#0`, `#1` …; messages outside of
  /// any are kept by the conversation that they name, `=` before it.
  private(set) var records = RecordIndex()
  /// What is known of each conversation of `records`, by its number.
  private(set) var conversations: [GenericConversation] = []
  /// What is wrong with the file; the rest of it was read.
  private(set) var damages: [JSONError] = []
  /// Records that are no messages, by conversation; under the empty key those outside of any.
  private(set) var skipped: [String: [SkipReason: Int]] = [:]

  /// Whether any message says who wrote it.
  private(set) var hasSenders = false

  /// Whether there is nothing to be said of the file.
  var isEmpty: Bool { records.conversations.isEmpty && damages.isEmpty }

  private var table = FieldTable()
  /// The record at hand.
  private var record = GenericRecord()
  private var numbered = 0
  /// The conversations that messages outside of any name, as the file spells their ids, and the key of each.
  private var named = NameNumbers()
  private var keys: [String] = []
  /// Senders, as the file spells their ids and names.
  private var spellings = NameNumbers()
  /// What times say of the order of day and month that are written in numbers.
  private(set) var dates = WrittenDates()
  /// The order that they are taken in.
  var dateOrder = DateOrderEvidence.Finding(order: .dmy)
  private let zone: Zone
  /// What tells the times of a conversation that state no zone.
  private var clocks: [String: ZoneClock] = [:]

  /// The limits of every reader of such files.
  static let limits = JSONReader.Limits.export
  /// How many arrays and objects may stand around a conversation.
  private static let depthLimit = 4
  /// Messages of conversations beyond the limit; they are with those that name none.
  private(set) var overflow = 0

  /// Starts; times that state no zone are those of `zone`.
  init(zone: Zone) {
    self.zone = zone
  }

  /// Indexes a file, a second time where its dates turn out to be in another order than they were taken in.
  init(
    _ options: LoadingOptions, _ scan: (inout GenericIndex) throws -> Void
  ) throws {
    self.init(zone: options.zone)
    try scan(&self)
    let finding = dates.finding(stated: options.dateOrder)
    if finding.order != dateOrder.order {
      self = GenericIndex(zone: options.zone)
      dateOrder = finding
      try scan(&self)
    }
    dateOrder = finding
  }

  /// Reads a file that is one JSON text, or several behind each other.
  mutating func scan(_ source: any ByteSource, recordLimit: Int) throws {
    do {
      var stream = try JSONStream(source, valueLimit: recordLimit, limits: Self.limits)
      repeat {
        switch try stream.peek() {
        case .array: try scanArray(&stream, base: 0)
        case .object: try scanElement(&stream, base: 0)
        default:
          throw JSONError(.mismatch(found: try stream.peek(), expected: .object), at: stream.offset)
        }
      } while try !stream.isAtEnd()
    } catch let error as JSONError {
      damages.append(error)
    }
  }

  /// Reads one line of a file of lines.
  mutating func scan(line: UnsafeBufferPointer<UInt8>, at offset: Int) throws {
    if line.allSatisfy({ $0 == 0x20 || $0 == 0x09 }) { return }
    do {
      var reader = JSONReader(line, limits: Self.limits)
      guard try reader.peek() == .object else {
        try reader.skipValue()
        try reader.finish()
        return skip(.notAMessage)
      }
      let place = offset + reader.position
      try record.read(&reader, &table)
      try reader.finish()
      guard record.isConversation else { return note(in: nil, at: place) }
      var stream = try JSONStream(
        MemorySource(Array(line)), valueLimit: line.count + 1, limits: Self.limits)
      _ = try scanObject(&stream, base: offset)
    } catch let error as JSONError {
      skip(.malformed)
      damages.append(JSONError(error.reason, at: offset + error.offset))
    }
  }

  /// Counts a line that was too long to be read.
  mutating func noteLongLine(at offset: Int, limit: Int) {
    skip(.tooLong)
    damages.append(JSONError(.tooLong(limit: limit), at: offset))
  }

  // MARK: - Structure

  /// A conversation, or an object that wraps arrays of conversations or messages; false where it
  /// holds neither.
  private mutating func scanObject(_ stream: inout JSONStream, base: Int) throws -> Bool {
    var holdsArrays = false
    let key = "#\(numbered)"
    numbered += 1
    var conversation = GenericConversation()
    try stream.beginObject()
    while let name = try stream.nextKey() {
      let kind = try stream.peek()
      switch (FieldRole.of(name)?.role, kind) {
      case (.messages, .array):
        holdsArrays = true
        try scanMessages(&stream, of: key, base: base)
      case (.participants, .array):
        try stream.beginArray()
        while try stream.nextElement() {
          if let value = try small(&stream) { conversation.list(value) }
        }
      case (.conversationId, .object), (.some, .string), (.some, .number):
        if let value = try small(&stream) { conversation.take(name, value) }
      case (_, .array) where stream.depth < Self.depthLimit:
        holdsArrays = true
        try scanArray(&stream, base: base)
      case (_, .object) where stream.depth < Self.depthLimit && Self.wraps(name):
        if try scanObject(&stream, base: base) { holdsArrays = true }
      default:
        try stream.skipValue()
      }
    }
    if let number = records.number(of: key) {
      conversation.speakers = conversations[number].speakers
      conversations[number] = conversation
    }
    return holdsArrays
  }

  /// Reads a value that describes a conversation; nil where it is too long for that.
  private func small(_ stream: inout JSONStream) throws -> JSONValue? {
    do {
      return try stream.value { reader throws(JSONError) in
        let raw = try reader.readRaw()
        return raw.isModest ? try JSONValue(parsing: raw, limits: Self.limits) : nil
      }
    } catch let error as JSONError {
      guard case .tooLong = error.reason else { throw error }
      try stream.skipValue()
      return nil
    }
  }

  /// Whether an object of this name is known to hold conversations.
  private static func wraps(_ name: String) -> Bool {
    ["data", "result", "results", "export", "chats", "conversations", "channels"].contains(name)
  }

  /// An array of which each element is a message or a conversation.
  private mutating func scanArray(_ stream: inout JSONStream, base: Int) throws {
    try stream.beginArray()
    while try stream.nextElement() {
      guard try stream.peek() == .object else {
        try stream.skipValue()
        continue
      }
      try scanElement(&stream, base: base)
    }
  }

  /// A message or a conversation.
  private mutating func scanElement(_ stream: inout JSONStream, base: Int) throws {
    let place = base + stream.offset
    switch try noteElement(&stream, in: nil, at: place) {
    case .noted: try stream.skipValue()
    case .conversation: _ = try scanObject(&stream, base: base)
    case .unread(let error):
      // No message is that long, but a conversation may be; and of one that breaks off, what is
      // there is read.
      if try !scanObject(&stream, base: base) {
        skip(.tooLong)
        damages.append(error)
      }
    }
  }

  private mutating func scanMessages(
    _ stream: inout JSONStream, of key: String, base: Int
  ) throws {
    try stream.beginArray()
    while try stream.nextElement() {
      if try stream.peek() == .object {
        _ = try noteElement(&stream, in: key, at: base + stream.offset)
      } else {
        skip(.notAMessage, in: key)
      }
      try stream.skipValue()
    }
  }

  /// What an element was found to be.
  private enum Element {
    case noted, conversation
    case unread(JSONError)
  }

  /// Looks at the element ahead and notes it if it is a message, or its damage.
  private mutating func noteElement(
    _ stream: inout JSONStream, in key: String?, at offset: Int
  ) throws -> Element {
    do {
      return try stream.lookAhead { reader throws(JSONError) in
        try record.read(&reader, &table)
        if key == nil, record.isConversation || record.isWrapper { return .conversation }
        note(in: key, at: offset)
        return .noted
      }
    } catch let error as JSONError {
      switch error.reason {
      case .endOfText where key == nil, .tooLong where key == nil: return .unread(error)
      case .endOfText: throw error
      case .tooLong: skip(.tooLong, in: key)
      default: skip(.malformed, in: key)
      }
      damages.append(error)
      return .noted
    }
  }

  // MARK: - Messages

  /// Notes the record that was read.
  private mutating func note(in key: String?, at offset: Int) {
    if record.isForeign { return skip(.notAMessage, in: key) }
    var key = key ?? namedKey(record[.conversationId])
    if key != "=", conversations.count >= RecordIndex.conversationLimit,
      records.number(of: key) == nil
    {
      key = "="
      overflow += 1
    }
    if record[.sender] != nil || record[.senderId] != nil || record[.nested] != nil {
      hasSenders = true
    }
    let reading = GenericTimestamp.read(record[.timestamp]) ?? written(record[.timestamp])
    var time = reading?.sortKey
    if let reading, case .civil = reading {
      time = clocks[key, default: ZoneClock(zone)].sortKey(of: reading)
    }
    let number = records.add(conversation: key, time: time, offset: offset)
    if number == conversations.count {
      var conversation = GenericConversation()
      conversation.id = key == "=" ? nil : record[.conversationId]?.text
      conversation.title = record[.conversationTitle]?.text
      conversation.platform = record[.platform]?.text
      conversation.kind = GenericConversation.kind(record[.conversationKind]?.text)
      conversation.hasMadeId = record[.hasMadeId]?.bytes.elementsEqual("true".utf8) ?? false
      conversations.append(conversation)
    }
    if conversations[number].id == nil {
      conversations[number].speakers.note(record, &spellings)
    }
  }

  /// A time in words or numbers, as people write it.
  private mutating func written(_ field: GenericRecord.Field?) -> GenericTimestamp.Reading? {
    guard let field, field.hasText else { return nil }
    var found: WrittenTime?
    field.withText { bytes in
      found = WrittenTime(bytes)
      if let found { dates.note(found, bytes) }
    }
    return found?.reading(in: dateOrder.order)
  }

  /// The key of the conversation that a message names.
  private mutating func namedKey(_ id: GenericRecord.Field?) -> String {
    guard let id, id.kind == .string || id.kind == .number else { return "=" }
    let number = named.number(of: id.bytes)
    if number == keys.count { keys.append("=" + (id.text ?? "")) }
    return keys[number]
  }

  private mutating func skip(_ reason: SkipReason, in key: String? = nil) {
    skipped[key ?? "", default: [:]][reason, default: 0] += 1
  }
}
