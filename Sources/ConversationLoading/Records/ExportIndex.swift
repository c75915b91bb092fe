import ActionItemModel
import JSONText

/// The first pass over files that belong together: which conversations they hold, where their
/// messages stand, what was skipped and what is damaged.
struct ExportIndex<Details> {
  /// The files.
  let files = JoinedFiles()
  /// What the files say of a conversation beside its messages.
  private(set) var details: [String: Details] = [:]
  /// Where the messages stand.
  private(set) var records = RecordIndex()
  /// The files that first named the conversations.
  private var origins: [String: String] = [:]
  private var skipped: [String: [SkipReason: Int]] = [:]
  private var damages: [Damage] = []
  /// The conversation that those beyond the limit are put into.
  private var overflow: String?
  private var overflowed = 0
  let context: LoadingContext

  /// What is wrong with a file.
  private struct Damage {
    let path: String
    let first: JSONError
    var more = 0
  }

  init(_ context: LoadingContext) {
    self.context = context
  }

  // MARK: - Filling

  /// Notes a conversation, which need not have messages.
  mutating func declare(_ conversation: String, _ details: Details) {
    if self.details[conversation] != nil { return }
    if self.details.count >= RecordIndex.conversationLimit {
      if overflow != nil { return }
      overflow = conversation
    }
    records.declare(conversation)
    self.details[conversation] = details
    origins[conversation] = files.parts.last?.path
  }

  /// Learns more of a conversation.
  mutating func update(_ conversation: String, _ details: Details) {
    self.details[conversation] = details
  }

  /// Notes where a message stands.
  mutating func add(_ conversation: String, time: Int?, offset: Int, parent: Int? = nil) {
    var conversation = conversation
    if let overflow, details[conversation] == nil {
      conversation = overflow
      overflowed += 1
    }
    records.add(conversation: conversation, time: time, offset: offset, parent: parent)
  }

  /// Counts records that become nothing; under the empty name those of no conversation.
  mutating func skip(_ reason: SkipReason, in conversation: String, _ count: Int = 1) {
    if count > 0 { skipped[conversation, default: [:]][reason, default: 0] += count }
  }

  /// Remembers what is wrong with a file.
  mutating func note(_ error: JSONError, path: String) {
    if let known = damages.indices.last, damages[known].path == path {
      damages[known].more += 1
    } else {
      damages.append(Damage(path: path, first: error))
    }
  }

  /// Adds a file and scans it as JSON; what breaks it off is noted, and what was found before
  /// stays. A file that cannot be read is told to the sink.
  mutating func scan(
    _ file: ExportFile,
    _ body: (inout JSONStream, JoinedFiles.Part, inout ExportIndex) throws -> Void
  ) throws {
    try context.sink.telling {
      let part = try files.append(file)
      do {
        var stream = try JSONStream(
          files.source(of: part), valueLimit: context.options.recordLimit, limits: .export)
        try body(&stream, part, &self)
      } catch let error as JSONError {
        note(error, path: part.path)
      }
    }
  }

  /// Adds a file and calls `body` with its lines and where they begin; a damaged or overlong one costs
  /// itself.
  mutating func scanLines(
    _ file: ExportFile,
    _ body: (UnsafeBufferPointer<UInt8>, Int, inout ExportIndex) throws -> Void
  ) throws {
    do {
      let part = try files.append(file)
      let limit = context.options.recordLimit
      var lines = LineStream(files.source(of: part), limit: limit)
      while let line = try lines.next() {
        guard case .bytes(let bytes) = line else {
          skip(.tooLong, in: "")
          note(JSONError(.tooLong(limit: limit), at: lines.lineOffset), path: part.path)
          continue
        }
        let mark = lines.lineNumber == 1 && bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        let line = UnsafeBufferPointer(rebasing: bytes[mark...])
        if line.allSatisfy({ $0 <= 0x20 }) { continue }
        do {
          try body(line, part.start + lines.lineOffset + mark, &self)
        } catch let error as JSONError {
          skip(.malformed, in: "")
          note(
            JSONError(error.reason, at: lines.lineOffset + mark + error.offset), path: part.path)
        }
      }
    } catch let error as LoadingError {
      try context.sink.fail(error)
    }
  }

  /// Scans an object and calls `body` at each array of records that it holds, with the members beside
  /// them: those before, and those behind too where `needed` ones are not among them. Returns all.
  @discardableResult
  mutating func scanObject(
    _ stream: inout JSONStream, of part: JoinedFiles.Part, records: Set<String>,
    needing needed: Set<String>,
    _ body: (inout JSONStream, inout ExportIndex, [String: JSONValue]) throws -> Void
  ) throws -> [String: JSONValue] {
    var members: [String: JSONValue] = [:]
    try stream.beginObject()
    while let key = try stream.nextKey() {
      guard records.contains(key), try stream.peek() == .array else {
        members[key] = try stream.smallValue()
        continue
      }
      if !needed.allSatisfy({ members[$0] != nil }) {
        members = try self.members(of: part, beside: records)
      }
      try body(&stream, &self, members)
    }
    return members
  }

  /// The members of the outermost object beside the arrays of records that it holds; one that is
  /// too long to describe anything is left out.
  private func members(
    of part: JoinedFiles.Part, beside records: Set<String>
  ) throws -> [String: JSONValue] {
    var members: [String: JSONValue] = [:]
    do {
      var stream = try JSONStream(
        files.source(of: part), valueLimit: context.options.recordLimit, limits: .export)
      try stream.beginObject()
      while let key = try stream.nextKey() {
        if records.contains(key) {
          try stream.skipValue()
        } else {
          members[key] = try stream.smallValue()
        }
      }
    } catch is JSONError {
      // The scan of the records meets the same damage and notes it.
    }
    return members
  }

  /// Scans an array of records: `read` takes one object, and may be called again from its start;
  /// `note` gets what it returned and where the object begins. A damaged record costs itself.
  mutating func scanRecords<Header>(
    _ stream: inout JSONStream, of part: JoinedFiles.Part, in conversation: String,
    _ read: (inout JSONReader, Int) throws(JSONError) -> Header,
    note: (inout ExportIndex, Header, Int) throws -> Void
  ) throws {
    try stream.beginArray()
    while try stream.nextElement() {
      guard try stream.peek() == .object else {
        skip(.notAMessage, in: conversation)
        try stream.skipValue()
        continue
      }
      let offset = part.start + stream.offset
      do {
        let header = try stream.value { reader throws(JSONError) in
          try read(&reader, offset - reader.position)
        }
        try note(&self, header, offset)
      } catch let error as JSONError where error.reason != .endOfText {
        if case .tooLong = error.reason {
          skip(.tooLong, in: conversation)
        } else {
          skip(.malformed, in: conversation)
        }
        self.note(error, path: part.path)
        try stream.skipValue()
      }
    }
  }

  // MARK: - Handing out

  /// Hands out every conversation: `conversation` makes one of its details, `read` reads a record at
  /// its place.
  func handOut(
    as format: FormatDescription, conversation: (String, Details) -> Conversation,
    _ read: (PositionedReader, RecordIndex.Place, Details, inout ConversationWriter) throws ->
      RecordOutcome
  ) throws {
    let reader = PositionedReader(files, limit: context.options.recordLimit)
    var damages = damages
    // What belongs to no conversation is counted with the first one.
    var unattributed: [SkipReason: Int] = [:]
    for (conversation, counts) in skipped where details[conversation] == nil {
      unattributed.merge(counts, uniquingKeysWith: +)
    }
    for entry in records.conversations {
      guard let details = details[entry.id] else { continue }
      var writer = try ConversationWriter(
        conversation(entry.id, details), path: path(of: entry), format: format, context: context)
      if entry.id == overflow, overflowed > 0 {
        writer.warn(RecordIndex.overflowWarning(overflowed))
      }
      for (reason, count) in skipped[entry.id] ?? [:] { writer.skip(reason, count) }
      for (reason, count) in unattributed { writer.skip(reason, count) }
      unattributed = [:]
      try entry.forEachPlace { place in
        do {
          switch try read(reader, place, details, &writer) {
          case .message(let draft): try writer.write(draft)
          case .skipped(let reason): writer.skip(reason)
          }
        } catch let error as JSONError {
          // What the first pass stepped over is damaged.
          writer.skip(.malformed)
          let path = files.part(at: place.offset)?.path ?? files.path
          if let known = damages.firstIndex(where: { $0.path == path }) {
            damages[known].more += 1
          } else {
            damages.append(Damage(path: path, first: error))
          }
        }
      }
      try writer.end()
    }
    for damage in damages {
      try context.sink.fail(
        .damaged(
          path: damage.path, format: format.title, error: damage.first, more: damage.more))
    }
    if records.conversations.isEmpty, damages.isEmpty, let part = files.parts.first {
      try context.tellOfNoMessages(in: part.path)
    }
  }

  /// Tells the sink what is wrong with files that hold no messages.
  func reportDamages(as format: FormatDescription) throws {
    for damage in damages {
      try context.sink.fail(
        .damaged(
          path: damage.path, format: format.title, error: damage.first, more: damage.more))
    }
  }

  /// The file that a conversation lies in, or the folder where it lies in several.
  private func path(of entry: RecordIndex.Entry) -> String {
    guard let span = entry.span, let first = files.part(at: span.lowerBound) else {
      return origins[entry.id] ?? files.path
    }
    return span.upperBound < first.start + first.size ? first.path : files.path
  }

  /// Hands out conversations whose records are JSON objects.
  func handOutObjects(
    as format: FormatDescription, conversation: (String, Details) -> Conversation,
    _ read: (inout JSONReader, RecordIndex.Place, Details) throws(JSONError) -> RecordOutcome
  ) throws {
    try handOut(as: format, conversation: conversation) { reader, place, details, writer in
      let (outcome, isMended) = try reader.value(at: place.offset, limits: .export) {
        json throws(JSONError) in
        let outcome = try read(&json, place, details)
        return (outcome, json.mendedStrings > 0)
      }
      if isMended { writer.noteMended() }
      return outcome
    }
  }
}
