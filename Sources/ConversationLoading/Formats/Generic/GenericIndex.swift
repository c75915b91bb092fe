import CivilTime
import JSONText
import TimeZones

/// The first pass over a JSON file: which conversations it holds and where their messages stand.
struct GenericIndex {
  /// Where the messages stand. Conversation objects are kept as `#0`, `#1` …; messages outside of
  /// any are kept by the conversation that they name, `=` before it.
  private(set) var index: ExportIndex<GenericConversation>

  /// Whether any message says who wrote it.
  private(set) var hasSenders = false
  private(set) var table = FieldTable()
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
  /// What tells the times of a conversation that state no zone.
  private var clocks: [String: ZoneClock] = [:]

  /// How many arrays and objects may stand around a conversation.
  private static let depthLimit = 4

  /// Indexes a file, a second time where its dates turn out to be in another order than they were taken in.
  init(
    _ file: ExportFile, as format: FormatDescription, in context: LoadingContext,
    _ scan: (inout GenericIndex, JoinedFiles.Part) throws -> Void
  ) throws {
    index = ExportIndex(context, format)
    let part = try index.files.append(file)
    try scan(&self, part)
    let finding = dates.finding(stated: context.options.dateOrder)
    if finding.order != dateOrder.order {
      startAgain(finding)
      try scan(&self, part)
    }
    dateOrder = finding
  }

  private mutating func startAgain(_ finding: DateOrderEvidence.Finding) {
    index.startAgain()
    (hasSenders, numbered, named, keys) = (false, 0, NameNumbers(), [])
    (spellings, dates, dateOrder, clocks) = (NameNumbers(), WrittenDates(), finding, [:])
  }

  /// Reads a file that is one JSON text, or several behind each other.
  mutating func scan(_ part: JoinedFiles.Part) throws {
    do {
      var stream = try index.stream(of: part)
      repeat {
        switch try stream.peek() {
        case .array: try scanArray(&stream, base: 0)
        case .object: try scanElement(&stream, base: 0)
        default:
          throw JSONError(.mismatch(found: try stream.peek(), expected: .object), at: stream.offset)
        }
      } while try !stream.isAtEnd()
    } catch let error as JSONError {
      index.damages.note(error, path: part.path)
    }
  }

  mutating func scanLines(_ part: JoinedFiles.Part) throws {
    let limit = index.context.options.recordLimit
    var lines = TextLines(index.files.source(of: part), limit: limit)
    while let line = try lines.next() {
      do {
        guard case .bytes(let bytes) = line else { throw JSONError(.tooLong(limit: limit), at: 0) }
        if !bytes.isBlank { try scan(line: bytes, at: lines.offset) }
      } catch let error as JSONError {
        lose(JSONError(error.reason, at: lines.offset + error.offset))
      }
    }
  }

  private mutating func scan(line: Bytes, at offset: Int) throws {
    var reader = JSONReader(line, limits: .export)
    guard try reader.peek() == .object else {
      try reader.skipValue()
      try reader.finish()
      return index.skip(.notAMessage)
    }
    let place = offset + reader.position
    try record.read(&reader, &table)
    try reader.finish()
    guard record.isConversation else { return note(in: nil, at: place) }
    var stream = try JSONStream(
      MemorySource(Array(line)), valueLimit: line.count + 1, limits: .export)
    _ = try scanObject(&stream, base: offset)
  }

  private mutating func lose(_ error: JSONError, in key: String? = nil) {
    index.lose(error, in: key ?? "", path: index.files.path)
  }

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
        try scanArray(&stream, of: key, base: base)
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
    index.update(key) { known in
      conversation.speakers = known.speakers
      known = conversation
    }
    return holdsArrays
  }

  /// Reads a value that describes a conversation; nil where it is too long for that.
  private func small(_ stream: inout JSONStream) throws -> JSONValue? {
    do {
      return try stream.value { reader throws(JSONError) in
        let raw = try reader.readRaw()
        return raw.isModest ? try JSONValue(parsing: raw, limits: .export) : nil
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

  /// An array of which each element is a message or a conversation; a message where the conversation is known.
  private mutating func scanArray(
    _ stream: inout JSONStream, of key: String? = nil, base: Int
  ) throws {
    try stream.beginArray()
    while try stream.nextElement() {
      if try stream.peek() == .object {
        try scanElement(&stream, of: key, base: base)
      } else {
        if let key { index.skip(.notAMessage, in: key) }
        try stream.skipValue()
      }
    }
  }

  private mutating func scanElement(
    _ stream: inout JSONStream, of key: String? = nil, base: Int
  ) throws {
    let place = base + stream.offset
    var isMessage = true
    var unread: JSONError?
    do {
      isMessage = try stream.lookAhead { reader throws(JSONError) in
        try record.read(&reader, &table)
        if key == nil, record.isConversation || record.isWrapper { return false }
        note(in: key, at: place)
        return true
      }
    } catch let error as JSONError {
      switch error.reason {
      case .endOfText where key == nil, .tooLong where key == nil:
        (isMessage, unread) = (false, error)
      case .endOfText: throw error
      default: lose(error, in: key)
      }
    }
    if isMessage { return try stream.skipValue() }
    // No message is that long, but a conversation may be; and of one that breaks off, what is
    // there is read.
    if try !scanObject(&stream, base: base), let unread {
      index.skip(.tooLong)
      index.damages.note(unread, path: index.files.path)
    }
  }

  private mutating func note(in key: String?, at offset: Int) {
    if record.isForeign { return index.skip(.notAMessage, in: key ?? "") }
    var key = key ?? namedKey(record[.conversationId])
    if key != "=", index.details.count >= RecordIndex.conversationLimit,
      index.records.number(of: key) == nil
    {
      key = "="
      index.noteOverflow(into: key)
    }
    if record[.sender] != nil || record[.senderId] != nil || record[.nested] != nil {
      hasSenders = true
    }
    let reading = record[.timestamp]?.time(in: dateOrder.order) { dates.note($0, $1) }
    var time = reading?.sortKey
    if let reading, case .civil = reading {
      time = clocks[key, default: ZoneClock(index.context.options.zone)].sortKey(of: reading)
    }
    index.declare(key, GenericConversation(record, isNamed: key != "="))
    let mark = index.mark(at: reading) { record.appendMark(to: &$0) }
    index.add(key, time: time, offset: offset, mark: mark)
    index.update(key) { if $0.id == nil { $0.speakers.note(record, &spellings) } }
  }

  /// The key of the conversation that a message names.
  private mutating func namedKey(_ id: GenericRecord.Field?) -> String {
    guard let id, id.kind == .string || id.kind == .number else { return "=" }
    let number = named.number(of: id.bytes)
    if number == keys.count { keys.append("=" + (id.text ?? "")) }
    return keys[number]
  }
}
