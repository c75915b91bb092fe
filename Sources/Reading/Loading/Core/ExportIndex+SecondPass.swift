import ActionItems
import Encoding

/// A conversation of an `ExportIndex` with the function that reads its records, for the second pass. Below: the second
/// pass, and `RecordSource`, which reads records at known offsets.
struct ConversationReading {
  var conversation: Conversation
  /// Warnings for the user.
  var warnings: [LoadingWarning] = []
  /// Reads the record at the source's position. It is called for one record after the other, by time.
  let read: (RecordSource, inout ConversationWriter) throws -> RecordOutcome
}

/// The second pass: reads the indexed conversations and hands them to the sink.
extension ExportIndex {
  /// Returns how to read a conversation, given its id and the details from the first pass.
  typealias Opening = @Sendable (String, Details) -> ConversationReading

  /// A conversation and its details from the first pass.
  private struct Part: Sendable {
    let entry: RecordIndex.Entry
    let details: Details
    let path: String
    let skipped: [SkipReason: Int]
    let overflowed: Int
  }

  /// Reads every conversation, or every one with messages, several at a time if there are several workers.
  func runSecondPass(onlyFilled: Bool = false, _ opening: @escaping Opening) throws {
    var parts: [Part] = []
    var count = 0
    for (number, entry) in records.conversations.enumerated() where !onlyFilled || entry.count > 0 {
      parts.append(
        Part(
          entry: entry, details: details[number], path: path(of: entry, number),
          skipped: skipped[number] ?? [:],
          overflowed: number == RecordIndex.conversationLimit ? overflowed : 0))
      count += entry.count
      // Small conversations share a worker.
      if count >= 4096 {
        try runSecondPass(parts, opening)
        (parts, count) = ([], 0)
      }
    }
    try runSecondPass(parts, opening)
    try damage.report(to: context.sink, format: format)
    if records.conversations.isEmpty, damage.isEmpty, let part = files.parts.first {
      try context.reportNoMessages(in: part.path)
    }
  }

  private func runSecondPass(_ parts: [Part], _ opening: @escaping Opening) throws {
    if parts.isEmpty { return }
    try context.onWorker { [files = files.parts, format] context in
      let source = RecordSource(ConcatenatedFiles(files), limit: context.options.recordLimit)
      for part in parts {
        try context.sink.reportingErrors {
          var reading = opening(part.entry.id, part.details)
          if part.overflowed > 0 { reading.conversation = .beyondLimit(of: format) }
          try Self.runSecondPass(part, source, reading, format, context)
        }
      }
    }
  }

  private static func runSecondPass(
    _ part: Part, _ source: RecordSource, _ reading: ConversationReading,
    _ format: FormatDescription, _ context: LoadingContext
  ) throws {
    var writer = try ConversationWriter(
      reading.conversation, path: part.path, format: format, context: context)
    writer.warn(RecordIndex.overflowWarning(part.overflowed))
    for warning in reading.warnings { writer.warn(warning) }
    for (reason, count) in part.skipped { writer.skip(reason, count) }
    var failure: LoadingError?
    do {
      try part.entry.forEachPlace { place in
        do {
          source.place = place
          try writer.write(try reading.read(source, &writer))
        } catch let error as JSONError {
          // The first pass skipped damage here, or the file has changed since.
          writer.lose(error, path: source.path)
        }
      }
    } catch let error as LoadingError {
      failure = error
    }
    try writer.end()
    if let failure { throw failure }
  }

  /// The file that holds a conversation, or the folder if it lies in several files.
  private func path(of entry: RecordIndex.Entry, _ number: Int) -> String {
    guard let span = entry.span, let first = files.part(at: span.lowerBound) else {
      return origins[number] ?? files.path
    }
    return span.upperBound < first.start + first.size ? first.path : files.path
  }

  /// Reads conversations whose records are JSON objects. `conversation` builds one from its details; `reading`
  /// returns the reader of its records.
  func runSecondPassOverObjects(
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
          if record.isRepaired { writer.noteRepaired() }
          return outcome
        } catch {
          throw JSONError(error.reason, at: source.place.offset + error.offset)
        }
      }
    }
    try runSecondPass(opening)
  }
}

extension Conversation {
  /// The conversation for messages of all conversations beyond the limit. It is direct, because some of them may be.
  fileprivate static func beyondLimit(of format: FormatDescription) -> Self {
    Conversation(
      id: "\(format.name):beyond-\(RecordIndex.conversationLimit)", title: nil,
      platform: format.platform, kind: .direct)
  }
}

/// Reads single records of concatenated files at known offsets.
final class RecordSource {
  private let files: ConcatenatedFiles
  let reader: PositionedReader
  private let buffer = RecordBuffer()
  /// A cache of the roles of keys, for `GenericRecord`.
  var fields = FieldTable()
  /// The place of the next record.
  fileprivate(set) var place = RecordIndex.Place(offset: 0)

  fileprivate init(_ files: ConcatenatedFiles, limit: Int) {
    self.files = files
    reader = PositionedReader(files, limit: limit)
  }

  /// The file that holds the record.
  var path: String { files.part(at: place.offset)?.path ?? files.path }

  /// The record at the source's position, or at `offset`. It is valid until the next one is read.
  func record(at offset: Int? = nil) throws -> JSONRecord {
    let buffer = buffer
    return try reader.value(at: offset ?? place.offset, limits: .export) { json throws(JSONError) in
      try buffer.read(&json)
    }
  }
}
