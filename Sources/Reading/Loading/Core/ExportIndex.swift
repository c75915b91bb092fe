import ActionItems
import Encoding

/// The first pass over files that belong together: which conversations they hold, where their
/// messages stand, what was skipped and what is damaged.
struct ExportIndex<Details: Sendable> {
  let context: LoadingContext
  let format: FormatDescription
  /// The files.
  let files = ConcatenatedFiles()
  /// What the files say of each conversation of `records` beside its messages.
  private(set) var details: [Details] = []
  /// Where the messages stand.
  private(set) var records = RecordIndex()
  var damages = Damages()
  private let buffer = RecordBuffer()
  /// The files that first named the conversations.
  private(set) var origins: [String?] = []
  /// What became nothing, by the conversation's number; what belongs to none is counted with the first one.
  private(set) var skipped: [Int: [SkipReason: Int]] = [:]
  /// Messages of conversations beyond the limit, which are put into the one that stands there.
  private(set) var overflowed = 0
  /// Whether conversations were handed out before these.
  private(set) var isContinued = false

  init(_ context: LoadingContext, _ format: FormatDescription) {
    self.context = context
    self.format = format
  }

  // MARK: - Conversations and places

  /// The number of a conversation, where it was noted.
  mutating func find(_ conversation: String) -> Int? { records.find(conversation) }

  /// Notes a conversation, which need not have messages; returns its number, or that of the one for all beyond the
  /// limit.
  @discardableResult
  mutating func declare(_ conversation: String, _ details: @autoclosure () -> Details) -> Int {
    if let number = records.find(conversation) { return number }
    let limit = RecordIndex.conversationLimit
    if self.details.count > limit { return limit }
    self.details.append(details())
    origins.append(files.parts.last?.path)
    return records.declare(conversation)
  }

  /// Learns more of a conversation; the one for all beyond the limit has nobody's details.
  mutating func update(_ number: Int, _ change: (inout Details) -> Void) {
    if number < RecordIndex.conversationLimit { change(&details[number]) }
  }

  /// Notes where a message of a conversation stands.
  mutating func add(_ number: Int, time: Int?, offset: Int, parent: Int? = nil) {
    if number >= RecordIndex.conversationLimit { overflowed += 1 }
    records.add(number, time: time, offset: offset, parent: parent)
  }

  /// Counts records that become nothing, in a conversation or in none.
  mutating func skip(_ reason: SkipReason, in number: Int? = nil, _ count: Int = 1) {
    if count > 0 { skipped[number ?? 0, default: [:]][reason, default: 0] += count }
  }

  /// Counts a record that is damaged, and remembers where.
  mutating func lose(_ error: JSONError, in number: Int? = nil, path: String) {
    skip(error.skipReason, in: number)
    damages.note(lost: error, path: path)
  }

  // MARK: - Scanning

  /// Adds a file and scans it as JSON; what breaks it off is noted, and what was found before
  /// stays. A file that cannot be read is told to the sink.
  mutating func scan(
    _ file: ExportFile,
    _ body: (inout JSONStream, ConcatenatedFiles.Part, inout ExportIndex) throws -> Void
  ) throws {
    try context.sink.telling {
      let part = try files.append(file)
      do {
        var stream = try stream(of: part)
        try body(&stream, part, &self)
        try stream.finish()
      } catch let error as JSONError {
        damages.note(error, path: part.path)
      }
    }
  }

  func stream(of part: ConcatenatedFiles.Part) throws -> JSONStream {
    try JSONStream(
      files.source(of: part), valueLimit: context.options.recordLimit, limits: .export)
  }

  /// Forgets all but the files, for another look at them.
  mutating func startAgain() {
    forgetConversations()
    (isContinued, damages) = (false, Damages())
  }

  /// Makes room for more conversations, where those until now were handed out.
  mutating func forgetConversations() {
    (records, details, origins) = (RecordIndex(), [], [])
    (skipped, overflowed, isContinued) = ([:], 0, true)
  }

  /// Adds a file of objects, one a line, and calls `body` with each and where it begins; a damaged or overlong
  /// line costs itself.
  mutating func scanLines(
    _ file: ExportFile, _ body: (JSONRecord, Int, inout ExportIndex) throws -> Void
  ) throws {
    try context.sink.telling {
      let part = try files.append(file)
      let limit = context.options.recordLimit
      var lines = TextLines(files.source(of: part), limit: limit)
      while let line = try lines.next() {
        let offset = lines.offset
        guard case .bytes(let bytes) = line else {
          lose(JSONError(.tooLong(limit: limit), at: offset), path: part.path)
          continue
        }
        if bytes.isBlank { continue }
        do {
          var reader = JSONReader(bytes, limits: .export)
          _ = try reader.peek()
          let start = reader.position
          let record = try buffer.read(&reader)
          try reader.finish()
          try body(record, part.start + offset + start, &self)
        } catch let error as JSONError {
          lose(JSONError(error.reason, at: offset + error.offset), path: part.path)
        }
      }
    }
  }

  /// Scans an object and calls `body` at each array of records that it holds, with the members beside
  /// them: those before, and those behind too where `needed` ones are not among them. Returns all.
  @discardableResult
  mutating func scanObject(
    _ stream: inout JSONStream, of part: ConcatenatedFiles.Part, records: Set<String>,
    needing needed: Set<String> = [],
    _ body: (inout JSONStream, inout ExportIndex, [String: JSONValue]) throws -> Void
  ) throws -> [String: JSONValue] {
    var members: [String: JSONValue] = [:]
    try stream.beginObject()
    while let key = try stream.nextKey() {
      guard records.contains(key), try stream.peek() == .array else {
        try Self.keep(key, in: &members, &stream)
        continue
      }
      if !needed.allSatisfy({ members[$0] != nil }) {
        members = try self.members(of: part, beside: records)
      }
      try body(&stream, &self, members)
    }
    return members
  }

  /// Reads a member; of more than describe anything, no more are kept.
  private static func keep(
    _ key: String, in members: inout [String: JSONValue], _ stream: inout JSONStream
  ) throws {
    if members.count < memberLimit {
      members[key] = try stream.smallValue()
    } else {
      try stream.skipValue()
    }
  }

  private static var memberLimit: Int { 1000 }

  /// The members of the outermost object beside the arrays of records that it holds; one that is
  /// too long to describe anything is left out.
  private func members(
    of part: ConcatenatedFiles.Part, beside records: Set<String>
  ) throws -> [String: JSONValue] {
    var members: [String: JSONValue] = [:]
    do {
      var stream = try stream(of: part)
      try Self.read(&members, of: &stream, beside: records)
    } catch is JSONError {
      // The scan of the records meets the same damage and notes it.
    }
    return members
  }

  private static func read(
    _ members: inout [String: JSONValue], of stream: inout JSONStream, beside records: Set<String>
  ) throws {
    try stream.beginObject()
    while let key = try stream.nextKey() {
      if records.contains(key) {
        try stream.skipValue()
      } else {
        try keep(key, in: &members, &stream)
      }
    }
  }

  /// The members of the object that a file is, up to where it is damaged, which is noted.
  mutating func members(of file: ExportFile) throws -> [String: JSONValue] {
    var members: [String: JSONValue] = [:]
    try scan(file) { stream, _, _ in try Self.read(&members, of: &stream, beside: []) }
    return members
  }

  /// Scans an array of records and calls `note` with each and where it begins. A damaged record costs itself.
  mutating func scanRecords(
    _ stream: inout JSONStream, of part: ConcatenatedFiles.Part, in number: Int? = nil,
    _ note: (inout ExportIndex, JSONRecord, Int) throws -> Void
  ) throws {
    try stream.readRecords(buffer) { record, offset in
      switch record {
      case .success(let record): try note(&self, record, part.start + offset)
      case .failure(let error): lose(error, in: number, path: part.path)
      }
    }
  }

  /// Adds a file and scans the array of records that it is, or that stands in it under a name.
  mutating func scanFile(
    _ file: ExportFile, under name: String,
    _ note: (inout ExportIndex, JSONRecord, Int) throws -> Void
  ) throws {
    try scan(file) { stream, part, index in
      if try stream.peek() == .array {
        return try index.scanRecords(&stream, of: part, note)
      }
      try index.scanObject(&stream, of: part, records: [name]) { stream, index, _ in
        try index.scanRecords(&stream, of: part, note)
      }
    }
  }
}
