import ActionItemModel
import CivilTime
import JSONText

/// The second pass over a JSON file: hands out the messages that the index names.
struct GenericLoader: Sendable {
  let format: FormatDescription
  let file: ExportFile
  let open: OpenFile
  /// Whether any message of the file says who wrote it.
  let hasSenders: Bool
  /// The order of day and month in its numeric dates.
  let dateOrder: DateOrderEvidence.Finding

  /// A conversation of the index, and what is to be said of it.
  private struct Part {
    let entry: RecordIndex.Entry
    let known: GenericConversation
    var report: ConversationReport
  }

  /// Conversations are read by the same worker until they have so many messages.
  private static let messagesAside = 4096

  /// Hands out every conversation of the index.
  func load(_ index: GenericIndex, in context: LoadingContext) throws {
    var unattributed = index.skipped[""] ?? [:]
    var parts: [Part] = []
    var count = 0
    for (entry, known) in zip(index.records.conversations, index.conversations) {
      var report = ConversationReport(file: file.path, format: format.name)
      for (reason, count) in index.skipped[entry.id] ?? [:] { report.skip(reason, count) }
      for (reason, count) in unattributed { report.skip(reason, count) }
      unattributed = [:]
      if entry.id == "=", index.overflow > 0 {
        report.warnings.append(RecordIndex.overflowWarning(index.overflow))
      }
      parts.append(Part(entry: entry, known: known, report: report))
      count += entry.count
      if count >= Self.messagesAside {
        try load(parts, in: context)
        (parts, count) = ([], 0)
      }
    }
    try load(parts, in: context)
    for damage in index.damages.prefix(1) {
      try context.sink.fail(
        .damaged(
          path: file.path, format: format.title, error: damage, more: index.damages.count - 1))
    }
    if index.records.conversations.isEmpty, index.damages.isEmpty {
      try context.tellOfNoMessages(in: file.path)
    }
  }

  private func load(_ parts: [Part], in context: LoadingContext) throws {
    if parts.isEmpty { return }
    try context.aside { context in
      let reader = PositionedReader(open, limit: context.options.recordLimit)
      var table = FieldTable()
      for part in parts {
        try context.sink.telling {
          try load(part, from: reader, &table, in: context)
        }
      }
    }
  }

  private func load(
    _ part: Part, from reader: PositionedReader, _ table: inout FieldTable,
    in context: LoadingContext
  ) throws {
    let known = part.known
    var report = part.report
    if !hasSenders {
      report.warnings.append(
        "no member of its messages tells who wrote them (sender, author, from, user and the like are known)"
      )
    }
    if let warning = dateOrder.warning { report.warnings.append(warning) }
    if known.isListCut {
      report.warnings.append(
        "it lists more than \(GenericConversation.listLimit) participants; the others count once they speak"
      )
    }
    let people = GenericPeople(known.listed, speakers: known.speakers)
    try context.sink.begin(conversation(known, people, context.options))
    var messages = GenericMessageReader(
      zone: context.options.zone, people: people, hasSenders: hasSenders,
      dateOrder: dateOrder.order)
    var record = GenericRecord()
    var mended = 0
    var failure: LoadingError?
    do {
      try part.entry.forEachPlace { place in
        let outcome = try reader.value(at: place.offset, limits: GenericIndex.limits) {
          json throws(JSONError) in
          try record.read(&json, &table)
          if record[.text]?.isWellFormed == false { mended += 1 }
          return messages.message(from: record)
        }
        switch outcome {
        case .message(let message):
          report.records += 1
          try context.sink.add(message)
        case .skipped(let reason): report.skip(reason)
        }
      }
    } catch let error as JSONError {
      // It was well when it was indexed: somebody has written to the file since.
      failure = .damaged(path: file.path, format: format.title, error: error, more: 0)
    } catch let error as LoadingError {
      failure = error
    }
    report.timeZoneKnown = !messages.sawUnzonedTime
    if messages.sawUnzonedTime { report.warnings.append(context.options.unzonedWarning) }
    if messages.unreadableTimes > 0 {
      report.warnings.append("\(messages.unreadableTimes) times could not be read")
    }
    try context.sink.end(report)
    if mended > 0 { try context.sink.fail(.notUTF8(path: file.path, messages: mended)) }
    if let failure { throw failure }
  }

  private func conversation(
    _ known: GenericConversation, _ people: GenericPeople, _ options: LoadingOptions
  ) -> Conversation {
    let platform = known.platform ?? format.platform
    let given = known.id ?? options.conversationId
    let id =
      given
      ?? ConversationIdentity.made(
        platform: platform, title: known.title, speakers: known.speakers.names)
    return Conversation(
      id: id, title: known.title, platform: platform, kind: known.kind,
      participants: people.participants, hasMadeId: given == nil || known.hasMadeId)
  }
}
