import CivilTime
import Encoding

/// The first pass over a JSON file: its conversations and the places of their messages.
struct GenericIndex {
  /// The places of the messages.
  ///
  /// The keys of conversation objects are `#0`, `#1` and so on. Other messages are kept under `=` and the conversation
  /// that they name.
  private(set) var index: ExportIndex<GenericConversation>

  /// Whether any message names its sender.
  private(set) var hasSenders = false
  /// The findings of this thread.
  private var findings: GenericFindings
  private var numbered = 0
  /// Skipped elements of an array of messages before its first message.
  private var early: [SkipReason: Int] = [:]
  /// Senders, by the file's spelling of their ids and names.
  private var senders = NameNumbers()
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
    findings = GenericFindings()
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
    findings = GenericFindings()
    (hasSenders, numbered, senders) = (false, 0, NameNumbers())
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
      index.damages.note(error, path: part.path)
    }
  }

  mutating func scanLines(_ part: ConcatenatedFiles.Part) throws {
    let options = index.context.options
    // Small files are read before other threads have started.
    let jobs = part.size > 1 << 20 ? index.context.order?.jobs ?? 1 : 1
    try ParallelLineReader.read(
      index.files.source(of: part), limit: options.recordLimit, jobs: jobs, options.watch,
      into: &self,
      { GenericFindings() },
      look: { $0.read($1, limit: options.recordLimit) },
      note: { try $0.noteLines(&$1) })
  }

  private mutating func lose(_ error: JSONError, in key: String? = nil) {
    skip(error.skipReason, in: key)
    index.damages.note(lost: error, path: index.files.path)
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

  /// Scans a conversation, or an object that wraps arrays of conversations or messages.
  ///
  /// Returns false if it contains neither.
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
        try findings.read(&reader)
        if key == nil, findings.record.isConversation || findings.record.isWrapper { return false }
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
      index.damages.note(unread, path: index.files.path)
    }
  }

  // MARK: - Messages

  /// Notes the findings of a stretch of lines.
  private mutating func noteLines(_ lines: inout GenericFindings) throws {
    var known = lines.takeKnown()
    defer { lines.known = known }
    if lines.hasSenders { hasSenders = true }
    learn(lines, &known)
    for finding in lines.found {
      switch finding.kind {
      case .message: note(finding, &known)
      case .foreign, .notAnObject: index.skip(.notAMessage)
      case .lost(let error): lose(error)
      case .conversation(let line): try note(line, at: finding.offset)
      }
    }
  }

  /// Notes a line that is a conversation.
  private mutating func note(_ line: Bytes, at offset: Int) throws {
    do {
      var stream = try JSONStream(
        MemorySource(Array(line)), valueLimit: line.count + 1, limits: .export)
      _ = try scanObject(&stream, base: offset)
    } catch let error as JSONError {
      lose(JSONError(error.reason, at: offset + error.offset))
    }
  }

  /// Notes the current record, optionally in a conversation object.
  private mutating func noteRecord(in key: String?, at offset: Int) {
    findings.startAgain()
    findings.take(at: offset, isInObject: key != nil)
    let finding = findings.found[0]
    guard case .message = finding.kind else {
      return skip(.notAMessage, in: key)
    }
    var known = findings.takeKnown()
    defer { findings.known = known }
    if findings.hasSenders { hasSenders = true }
    if findings.hasNews { learn(findings, &known) }
    var number = key.flatMap { index.find($0) }
    if let key, number == nil {
      let details = GenericConversation(findings.record, isNamed: true)
      number = index.declare(key, details)
      countEarly(in: number)
    }
    note(finding, &known, in: number)
  }

  /// Numbers the conversations and senders that are new in a thread's latest findings.
  private mutating func learn(_ found: GenericFindings, _ known: inout GenericFindings.Known) {
    for (key, details) in found.newConversations {
      known.conversations.append((nil, key, details))
    }
    for (spelling, sender) in found.newSenders {
      let number = spelling.withUnsafeBufferPointer { senders.number(of: $0) }
      known.senders.append((number, sender))
    }
  }

  /// Notes a message in a conversation object or in the conversation that it names.
  private mutating func note(
    _ finding: GenericFindings.Finding, _ known: inout GenericFindings.Known, in object: Int? = nil
  ) {
    let number = object ?? number(of: finding.conversation, &known)
    index.add(number, time: sortKey(of: finding.time, in: number), offset: finding.offset)
    guard index.details[number].id == nil, let sender = finding.sender else { return }
    index.update(number) {
      $0.speakers.note(known.senders[sender].number, known.senders[sender].sender)
    }
  }

  private mutating func sortKey(of time: GenericFindings.Finding.Time, in number: Int) -> Int? {
    let reading: GenericTimestamp.Reading?
    switch time {
    case .none: return nil
    case .read(let found): reading = found
    case .written(let found, let isAmerican):
      dates.note(found, isAmerican: isAmerican)
      reading = found.reading(in: dateOrder.order)
    }
    guard let reading, case .civil = reading else { return reading?.sortKey }
    return clocks[number, default: ZoneClock(index.context.options.zone)].sortKey(of: reading)
  }

  /// The number of the conversation that a message names.
  private mutating func number(
    of conversation: Int, _ known: inout GenericFindings.Known
  ) -> Int {
    if let number = known.conversations[conversation].number { return number }
    let (_, key, details) = known.conversations[conversation]
    let number = index.declare(key, details)
    if index.records.conversations[number].id == key {
      known.conversations[conversation].number = number
    }
    return number
  }
}
