import ActionItems
import Encoding

/// The index that a format's first pass over its files fills: conversations, the offsets of their messages (in a
/// `RecordIndex`), skipped records and damage. `ExportIndex+SecondPass` is the second pass, which reads the messages.
struct ExportIndex<Details: Sendable> {
  let context: LoadingContext
  let format: FormatDescription
  let files = ConcatenatedFiles()
  /// The format's own details on each conversation, by its number in `records`.
  private(set) var details: [Details] = []
  /// The offsets of the messages.
  private(set) var records = RecordIndex()
  var damage = FileDamage()
  private let buffer = RecordBuffer()
  /// The file that first named each conversation.
  private(set) var origins: [String?] = []
  /// The number of skipped records, by conversation and reason. Records without a conversation count for the first
  /// one.
  private(set) var skipped: [Int: [SkipReason: Int]] = [:]
  /// The number of messages of conversations beyond the limit. They go into one conversation at the limit.
  private(set) var overflowed = 0

  init(_ context: LoadingContext, _ format: FormatDescription) {
    self.context = context
    self.format = format
  }

  // MARK: - Conversations and places

  /// The number of a conversation; nil if it is unknown.
  mutating func find(_ conversation: String) -> Int? { records.find(conversation) }

  /// Adds a conversation, which need not have messages, and returns its number. Beyond the limit, returns the number
  /// of the one shared conversation.
  @discardableResult
  mutating func declare(_ conversation: String, _ details: @autoclosure () -> Details) -> Int {
    if let number = records.find(conversation) { return number }
    let limit = RecordIndex.conversationLimit
    if self.details.count > limit { return limit }
    self.details.append(details())
    origins.append(files.parts.last?.path)
    return records.declare(conversation)
  }

  /// Changes the details of a conversation. The shared conversation beyond the limit has none.
  mutating func update(_ number: Int, _ change: (inout Details) throws -> Void) rethrows {
    if number < RecordIndex.conversationLimit { try change(&details[number]) }
  }

  /// Adds the offset of a message of a conversation.
  mutating func add(_ number: Int, time: Int?, offset: Int, parent: Int? = nil) {
    if number >= RecordIndex.conversationLimit { overflowed += 1 }
    records.add(number, time: time, offset: offset, parent: parent)
  }

  /// Counts records that do not become messages, with or without a conversation.
  mutating func skip(_ reason: SkipReason, in number: Int? = nil, _ count: Int = 1) {
    if count > 0 { skipped[number ?? 0, default: [:]][reason, default: 0] += count }
  }

  /// Counts a damaged record and notes its offset.
  mutating func lose(_ error: JSONError, in number: Int? = nil, path: String) {
    skip(error.skipReason, in: number)
    damage.note(lost: error, path: path)
  }

  // MARK: - Scanning

  /// Adds a file and scans it as JSON. An error that ends the scan is noted, and earlier finds are kept. A file that
  /// cannot be read is reported to the sink.
  mutating func scan(
    _ file: ExportFile,
    _ body: (inout JSONStream, ConcatenatedFiles.Part, inout ExportIndex) throws -> Void
  ) throws {
    try context.sink.reportingErrors {
      let part = try files.append(file)
      do {
        var stream = try stream(of: part)
        try body(&stream, part, &self)
        try stream.finish()
      } catch let error as JSONError {
        damage.note(error, path: part.path)
      }
    }
  }

  func stream(of part: ConcatenatedFiles.Part) throws -> JSONStream {
    try JSONStream(
      files.source(of: part), valueLimit: context.options.recordLimit, limits: .export)
  }

  /// Forgets all but the files, for another scan.
  mutating func startAgain() {
    (records, details, origins) = (RecordIndex(), [], [])
    (skipped, overflowed, damage) = ([:], 0, FileDamage())
  }

  /// Adds a file with one JSON object a line and calls `body` with each object and its offset. Only the damaged or
  /// overlong line is lost, not those after it.
  mutating func scanLines(
    _ file: ExportFile, _ body: (JSONRecord, Int, inout ExportIndex) throws -> Void
  ) throws {
    try context.sink.reportingErrors {
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

  /// Scans an object and calls `body` at each array under a key in `records`, with the members before the array. If a
  /// `needed` member is missing by then, reads later members first. Returns all other members.
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

  /// Reads a member, or skips it if there are `memberLimit` already.
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

  /// The members of the outermost object, without its arrays of records. A member that is too long for metadata is
  /// left out.
  private func members(
    of part: ConcatenatedFiles.Part, beside records: Set<String>
  ) throws -> [String: JSONValue] {
    var members: [String: JSONValue] = [:]
    do {
      var stream = try stream(of: part)
      try Self.read(&members, of: &stream, beside: records)
    } catch is JSONError {
      // The scan of the records meets the same error and notes it.
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

  /// The members of a file's outermost object, up to the first damage, which is noted.
  mutating func members(of file: ExportFile) throws -> [String: JSONValue] {
    var members: [String: JSONValue] = [:]
    try scan(file) { stream, _, _ in try Self.read(&members, of: &stream, beside: []) }
    return members
  }

  /// Scans an array of records and calls `note` with each and its offset. Only the damaged record is lost.
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

  /// Scans an object whose members are records, as `scanRecords` does with an array.
  mutating func scanMembers(
    _ stream: inout JSONStream, of part: ConcatenatedFiles.Part, in number: Int,
    _ note: (inout ExportIndex, JSONRecord, Int) throws -> Void
  ) throws {
    try stream.beginObject()
    while try stream.nextKey() != nil {
      try stream.readRecord(buffer) { record, offset in
        switch record {
        case .success(let record): try note(&self, record, part.start + offset)
        case .failure(let error): lose(error, in: number, path: part.path)
        }
      }
    }
  }

  /// Adds a file and scans its outermost array of records, or the array under `name` in its object.
  mutating func scanFile(
    _ file: ExportFile, under name: String,
    _ note: (inout ExportIndex, JSONRecord, Int) throws -> Void
  ) throws {
    try scan(file) { stream, part, index in
      if try stream.peek() == .array { return try index.scanRecords(&stream, of: part, note) }
      try index.scanObject(&stream, of: part, records: [name]) { stream, index, _ in
        try index.scanRecords(&stream, of: part, note)
      }
    }
  }
}
