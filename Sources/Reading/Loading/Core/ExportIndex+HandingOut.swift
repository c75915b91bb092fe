import ActionItems
import Encoding

/// How one conversation is handed out.
struct ConversationReading {
  var conversation: Conversation
  /// Sentences for the user.
  var warnings: [String] = []
  /// Reads the record that a source stands at; records come in their order.
  let read: (RecordSource, inout ConversationWriter) throws -> RecordOutcome
}

extension ExportIndex {
  /// Tells how a conversation is handed out, by its name and what the first pass found out about it.
  typealias Opening = @Sendable (String, Details) -> ConversationReading

  /// A conversation, and what the first pass found out about it.
  private struct Part: Sendable {
    let entry: RecordIndex.Entry
    let details: Details
    let path: String
    let skipped: [SkipReason: Int]
    let overflowed: Int
  }

  /// Hands out every conversation, or every one that has messages, several by several workers.
  func handOut(onlyFilled: Bool = false, _ opening: @escaping Opening) throws {
    try handOutConversations(onlyFilled: onlyFilled, opening)
    try damages.tell(context.sink, format: format)
    if !isContinued, records.conversations.isEmpty, damages.isEmpty, let part = files.parts.first {
      try context.tellOfNoMessages(in: part.path)
    }
  }

  private func handOutConversations(onlyFilled: Bool = false, _ opening: @escaping Opening) throws {
    var parts: [Part] = []
    var count = 0
    for (number, entry) in records.conversations.enumerated() where !onlyFilled || entry.count > 0 {
      parts.append(
        Part(
          entry: entry, details: details[number], path: path(of: entry, number),
          skipped: skipped[number] ?? [:],
          overflowed: number == RecordIndex.conversationLimit ? overflowed : 0))
      count += entry.count
      // Small conversations are read by the same worker.
      if count >= 4096 {
        try handOut(parts, opening)
        (parts, count) = ([], 0)
      }
    }
    try handOut(parts, opening)
  }

  private func handOut(_ parts: [Part], _ opening: @escaping Opening) throws {
    if parts.isEmpty { return }
    try context.aside { [files = files.parts, format] context in
      let source = RecordSource(ConcatenatedFiles(files), limit: context.options.recordLimit)
      for part in parts {
        try context.sink.telling {
          var reading = opening(part.entry.id, part.details)
          if part.overflowed > 0 { reading.conversation = .beyondLimit(of: format) }
          try Self.handOut(part, source, reading, format, context)
        }
      }
    }
  }

  private static func handOut(
    _ part: Part, _ source: RecordSource, _ reading: ConversationReading,
    _ format: FormatDescription, _ context: LoadingContext
  ) throws {
    var writer = try ConversationWriter(
      reading.conversation, path: part.path, format: format, context: context)
    if part.overflowed > 0 { writer.warn(RecordIndex.overflowWarning(part.overflowed)) }
    for warning in reading.warnings { writer.warn(warning) }
    for (reason, count) in part.skipped { writer.skip(reason, count) }
    var failure: LoadingError?
    do {
      try part.entry.forEachPlace { place in
        do {
          source.place = place
          try writer.write(try reading.read(source, &writer))
        } catch let error as JSONError {
          // What the first pass stepped over is damaged, or somebody has written to the file since.
          writer.lose(error, path: source.path)
        }
      }
    } catch let error as LoadingError {
      failure = error
    }
    try writer.end()
    if let failure { throw failure }
  }

  /// The file that a conversation lies in, or the folder where it lies in several.
  private func path(of entry: RecordIndex.Entry, _ number: Int) -> String {
    guard let span = entry.span, let first = files.part(at: span.lowerBound) else {
      return origins[number] ?? files.path
    }
    return span.upperBound < first.start + first.size ? first.path : files.path
  }

  /// Hands out conversations whose records are JSON objects: `conversation` makes one of its details, `reading` what
  /// reads its records. Where more conversations are to come, the files' damage is told with the last ones.
  func handOutObjects(
    isLast: Bool = true,
    _ conversation: @escaping @Sendable (String, Details) -> Conversation,
    _ reading:
      @escaping @Sendable (Details) -> (JSONRecord, RecordSource) throws(JSONError) -> RecordOutcome
  ) throws {
    let opening: Opening = { id, details in
      let read = reading(details)
      return ConversationReading(conversation: conversation(id, details)) { source, writer in
        let record = try source.record()
        do throws(JSONError) {
          let outcome = try read(record, source)
          if record.isMended { writer.noteMended() }
          return outcome
        } catch {
          throw JSONError(error.reason, at: source.place.offset + error.offset)
        }
      }
    }
    try isLast ? handOut(opening) : handOutConversations(opening)
  }
}

extension Conversation {
  /// The one for messages of all conversations beyond the limit: some may be of two people alone.
  fileprivate static func beyondLimit(of format: FormatDescription) -> Self {
    Conversation(
      id: "\(format.name):beyond-\(RecordIndex.conversationLimit)", title: nil,
      platform: format.platform, kind: .direct)
  }
}

/// The records of joined files, one after the other.
final class RecordSource {
  private let files: ConcatenatedFiles
  let reader: PositionedReader
  private let buffer = RecordBuffer()
  /// What the keys of generic records are for, as far as they were met.
  var fields = FieldTable()
  /// Where the record stands that is next.
  fileprivate(set) var place = RecordIndex.Place(offset: 0)

  fileprivate init(_ files: ConcatenatedFiles, limit: Int) {
    self.files = files
    reader = PositionedReader(files, limit: limit)
  }

  /// The file that the record lies in.
  var path: String { files.part(at: place.offset)?.path ?? files.path }

  /// The record at its place, or another one; it is valid until the next one is read.
  func record(at offset: Int? = nil) throws -> JSONRecord {
    let buffer = buffer
    return try reader.value(at: offset ?? place.offset, limits: .export) { json throws(JSONError) in
      try buffer.read(&json)
    }
  }
}
