import CivilTime
import Encoding

/// The first pass over JSON of any program: finds conversations, their properties, and the offsets of their messages.
struct GenericIndex {
  /// The places of the messages.
  ///
  /// The keys of conversation objects are `#0`, `#1` and so on. Messages outside of them are kept under `=` and the
  /// conversation that they name.
  private(set) var index: ExportIndex<GenericConversation>

  /// Whether any message names its sender.
  private(set) var hasSenders = false
  /// The record read last, and the roles of the keys of records.
  private var record = GenericRecord()
  private var table = FieldTable()
  /// The number of conversation objects so far.
  private var numbered = 0
  /// The numbers of the conversations that messages name, by the digests of the file's spelling.
  private var conversations = DigestMap<Int>()
  /// The number of conversations without times that begin with given messages, by the digest of the messages.
  private var beginnings = DigestMap<UInt32>()
  /// Skipped elements of an array of messages before its first message.
  private var early: [SkipReason: Int] = [:]
  /// Evidence for the order of day and month in numeric dates.
  private(set) var dates = DateOrderEvidence()
  /// The order used to read numeric dates.
  var dateOrder = DateOrderEvidence.Finding(order: .dmy)
  /// The clock of each conversation, for times without a zone.
  private var clocks: [Int: ZoneClock] = [:]

  /// The greatest depth of arrays and objects around a conversation.
  private static let depthLimit = 4

  /// Indexes a file; a second time if its dates turn out to have another order than assumed.
  init(
    _ file: ExportFile, as format: FormatDescription, in context: LoadingContext,
    _ scan: (inout GenericIndex, ConcatenatedFiles.Part) throws -> Void
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
    (hasSenders, numbered, conversations, beginnings) = (false, 0, DigestMap(), DigestMap())
    (dates, dateOrder, clocks) = (DateOrderEvidence(), finding, [:])
  }

  /// Reads a file that is one JSON text, or several in sequence.
  mutating func scan(_ part: ConcatenatedFiles.Part) throws {
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
      index.damage.note(error, path: part.path)
    }
  }

  /// Reads a file with an object a line. Only a damaged line is lost.
  mutating func scanLines(_ part: ConcatenatedFiles.Part) throws {
    let limit = index.context.options.recordLimit
    var lines = TextLines(index.files.source(of: part), limit: limit)
    while let line = try lines.next() {
      let offset = lines.offset
      do {
        guard case .bytes(let bytes) = line else { throw JSONError(.tooLong(limit: limit), at: 0) }
        if !bytes.isBlank { try scan(line: bytes, at: offset) }
      } catch let error as JSONError {
        lose(JSONError(error.reason, at: offset + error.offset))
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
    guard record.isConversation else { return noteRecord(in: nil, at: place) }
    if record.isPost { noteRecord(in: nextKey, at: place) }
    var stream = try JSONStream(
      MemorySource(Array(line)), valueLimit: line.count + 1, limits: .export)
    _ = try scanObject(&stream, base: offset)
  }

  private mutating func lose(_ error: JSONError, in key: String? = nil) {
    skip(error.skipReason, in: key)
    index.damage.note(lost: error, path: index.files.path)
  }

  private mutating func skip(_ reason: SkipReason, in key: String?) {
    let number = key.flatMap { index.find($0) }
    if key != nil, number == nil {
      early[reason, default: 0] += 1
    } else {
      index.skip(reason, in: number)
    }
  }

  /// Counts the elements skipped before a conversation's first message, or in an array without messages.
  private mutating func countEarly(in number: Int? = nil) {
    for (reason, count) in early { index.skip(reason, in: number, count) }
    early = [:]
  }

  /// The key of the next conversation object.
  private var nextKey: String { "#\(numbered)" }

  /// Scans a conversation, or an object that wraps arrays of conversations or messages.
  ///
  /// Returns false if it contains neither.
  private mutating func scanObject(_ stream: inout JSONStream, base: Int) throws -> Bool {
    var holdsArrays = false
    let key = nextKey
    numbered += 1
    var conversation = GenericConversation()
    try stream.beginObject()
    while let name = try stream.nextKey() {
      let kind = try stream.peek()
      switch (FieldRole.of(name)?.role, kind) {
      case (.messages, .array), (.comments, .array):
        holdsArrays = true
        try scanArray(&stream, of: key, base: base)
      case (.participants, .array):
        try stream.beginArray()
        while try stream.nextElement() {
          if let value = try stream.smallValue() { conversation.list(value) }
        }
      case (.conversationId, .object), (.some, .string), (.some, .number):
        if let value = try stream.smallValue() { conversation.take(name, value) }
      case (_, .array) where stream.depth < Self.depthLimit:
        holdsArrays = true
        try scanArray(&stream, base: base)
      case (_, .object) where stream.depth < Self.depthLimit && Self.wraps(name):
        if try scanObject(&stream, base: base) { holdsArrays = true }
      default:
        try stream.skipValue()
      }
    }
    if let number = index.find(key) {
      conversation.speakers = index.details[number].speakers
      if let beginning = index.details[number].beginning?.finish() {
        let place = beginnings.increment(beginning)
        conversation.repetition = "\(String(beginning, radix: 16)) \(place)"
      }
      index.update(number) { $0 = conversation }
    }
    return holdsArrays
  }

  /// Whether an object with this key is known to contain conversations.
  private static func wraps(_ name: String) -> Bool {
    ["data", "result", "results", "export", "chats", "conversations", "channels"].contains(name)
  }

  /// Scans an array of messages or conversations; only messages if `key` names the conversation.
  private mutating func scanArray(
    _ stream: inout JSONStream, of key: String? = nil, base: Int
  ) throws {
    try stream.beginArray()
    defer { countEarly() }
    while try stream.nextElement() {
      if try stream.peek() == .object {
        try scanElement(&stream, of: key, base: base)
      } else {
        if let key { skip(.notAMessage, in: key) }
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
        if key == nil, record.isConversation || record.isWrapper {
          if record.isPost { noteRecord(in: nextKey, at: place) }
          return false
        }
        noteRecord(in: key, at: place)
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
    // An object longer than any message may be a conversation. One that is cut off is read as far as it goes.
    if try !scanObject(&stream, base: base), let unread {
      index.skip(.tooLong)
      index.damage.note(unread, path: index.files.path)
    }
  }

  // MARK: - Messages

  /// Notes the current record: in the conversation object `key`, or if nil, in the conversation that the record names.
  private mutating func noteRecord(in key: String?, at offset: Int) {
    if record.isForeign { return skip(.notAMessage, in: key) }
    if record[.sender] != nil || record[.senderId] != nil || record[.nested] != nil {
      hasSenders = true
    }
    let number = key.map { self.number(of: $0) } ?? namedConversation()
    index.add(number, time: sortKey(in: number), offset: offset)
    if key != nil { index.update(number) { [record] in $0.note(record) } }
    guard index.details[number].id == nil, let sender else { return }
    let record = record
    index.update(number) { $0.speakers.note(sender, GenericSpeakers.Sender(record)) }
  }

  private mutating func number(of object: String) -> Int {
    if let number = index.find(object) { return number }
    let number = index.declare(object, GenericConversation(record, isNamed: true))
    countEarly(in: number)
    return number
  }

  /// The number of the conversation that the record names.
  private mutating func namedConversation() -> Int {
    let id = record[.conversationId].flatMap {
      $0.kind == .string || $0.kind == .number ? $0 : nil
    }
    var digest = StableHash()
    if let id { digest.add(id.bytes) }
    if let known = conversations[digest.finish()] { return known }
    let number = index.declare(
      "=" + (id?.text ?? ""), GenericConversation(record, isNamed: id?.text != nil))
    conversations.insert(digest.finish(), number)
    return number
  }

  /// The digest of the sender as the record spells it; nil without one.
  private var sender: UInt64? {
    let (id, name) = (record[.senderId], record[.sender])
    if id == nil, name == nil { return nil }
    var digest = StableHash()
    digest.add(id == nil ? "name" : "id")
    for field in [id, name] { if let field { digest.add(field.bytes) } }
    return digest.finish()
  }

  private mutating func sortKey(in number: Int) -> Int? {
    guard let field = record[.timestamp] else { return nil }
    var reading = GenericTimestamp.read(field)
    if reading == nil {
      var written: (time: WrittenTime?, isAmerican: Bool) = (nil, false)
      field.withText { written = (WrittenTime($0), DateOrderEvidence.isAmerican($0)) }
      guard let time = written.time else { return nil }
      dates.note(time, isAmerican: written.isAmerican)
      reading = time.reading(in: dateOrder.order)
    }
    guard let reading, case .civil = reading else { return reading?.sortKey }
    return clocks[number, default: ZoneClock(index.context.options.zone)].sortKey(of: reading)
  }
}
