import ActionItems
import CivilTime
import Encoding

/// Reads JSON of any program: `load` runs both passes. The second one turns a conversation's records into drafts.
struct GenericReading {
  private var people: GenericPeople

  /// Whether any message of the file names its sender. A message without a sender is then a system message.
  private let hasSenders: Bool
  private let dateOrder: DateOrder
  /// Whether the last message does not name its sender in a known way, although others do.
  private var isUnsigned = false

  /// Reads a file; `scan` fills its index.
  static func load(
    _ file: ExportFile, as format: FormatDescription, in context: LoadingContext,
    _ scan: (inout GenericIndex, ConcatenatedFiles.Part) throws -> Void
  ) throws {
    let found = try GenericIndex(file, as: format, in: context, scan)
    if context.isWalking, found.index.records.conversations.isEmpty, found.index.damage.isEmpty {
      return try context.sink.skip(.unknownFormat, path: file.path)
    }
    let (hasSenders, order) = (found.hasSenders, found.dateOrder)
    try found.index.runSecondPass { [options = context.options, stem = file.stem] _, known in
      let people = GenericPeople(known.listed, speakers: known.speakers)
      var reading = GenericReading(people: people, hasSenders: hasSenders, dateOrder: order.order)
      var record = GenericRecord()
      let conversation = known.conversation(format, people, options, file: stem)
      return ConversationReading(
        conversation: conversation,
        warnings: [order.warning, known.isListCut ? GenericConversation.listWarning : nil]
          .compactMap { $0.map { LoadingWarning($0) } }
      ) {
        source, writer in
        try source.reader.value(at: source.place.offset, limits: .export) {
          json throws(JSONError) in
          try record.read(&json, &source.fields)
        }
        if record[.text]?.isWellFormed == false { writer.noteRepaired() }
        writer.undatedWarning =
          "no time under a known name (timestamp, date, sent_at, created_at and the like)"
        let outcome = reading.outcome(of: record, &source.fields)
        if reading.isUnsigned { writer.noteUnsigned() }
        return outcome
      }
    }
  }

  private mutating func outcome(
    of record: GenericRecord, _ table: inout FieldTable
  ) -> RecordOutcome {
    isUnsigned = false
    if record[.isDeleted].map(Self.isTrue) ?? false { return .skipped(.deleted) }
    if let nested = record[.nested], let inner = nestedMessage(nested, around: record, &table) {
      return inner
    }
    guard let text = record[.text].flatMap(Self.text) else { return .skipped(.noText) }
    return .message(draft(record, text: text))
  }

  /// Reads `{"id": …, "message": {"text": …}}`; the outer object supplies fields that the inner one lacks.
  private mutating func nestedMessage(
    _ field: GenericRecord.Field, around outer: GenericRecord, _ table: inout FieldTable
  ) -> RecordOutcome? {
    var reader = JSONReader(field.bytes, limits: .export)
    var inner = GenericRecord()
    do throws(JSONError) {
      try inner.read(&reader, &table)
    } catch {
      // The field is then not read as a nested message.
      return nil
    }
    guard let text = inner[.text].flatMap(Self.text) else { return .skipped(.noText) }
    return .message(draft(inner.filled(from: outer), text: text))
  }

  private mutating func draft(_ record: GenericRecord, text: String) -> MessageDraft {
    var sender = people.sender(of: record)
    // Requests to language models often have no names, only the roles of user and model.
    if sender == nil, let role = record[.kind]?.text, ["user", "assistant"].contains(role) {
      sender = MessageDraft.Sender(id: role, name: role)
    }
    let time = record[.timestamp]
    var draft = MessageDraft(
      id: record[.id]?.text, hasIdOfFile: true, sender: sender,
      time: time?.time(in: dateOrder), isLocalTime: record[.isLocalTime] != nil,
      text: text, kind: kind(of: record, sender?.name), threadId: record[.threadId]?.text,
      replyTo: record[.replyTo].flatMap(Self.reference), link: record[.link]?.text)
    if let bytes = time?.plainText {
      draft.writtenBytes = bytes
    } else {
      draft.written = time?.text ?? ""
    }
    return draft
  }

  private mutating func kind(of record: GenericRecord, _ sender: String?) -> Message.Kind {
    let isLost =
      sender == nil && (record[.sender]?.kind == .object || record[.senderId]?.kind == .object)
    if let bot = record[.isBot], Self.isTrue(bot) { return .bot }
    if let kind = Message.Kind(written: record[.kind]?.text) { return kind }
    isUnsigned = sender == nil && hasSenders && !isLost
    return isUnsigned ? .system : .message
  }

  /// Whether a field is true, a number other than zero, a time of deletion, or a bot's id.
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

  /// A string, or the joined texts of a list of parts, as in `[{"type": "text", "text": …}]`.
  private static func text(_ field: GenericRecord.Field) -> String? {
    if field.kind == .string { return field.slice.string }
    guard field.kind == .array, let parts = field.value?.array else { return field.text }
    return parts.compactMap { part in
      part.string ?? part["text"]?.string ?? part["content"]?.string
    }.joined()
  }
}
