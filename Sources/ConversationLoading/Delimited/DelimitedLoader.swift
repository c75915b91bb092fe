import ActionItemModel
import CivilTime
import JSONText

/// Reads a table of messages: once for the order of dates if they are numbers, once for the places of the
/// messages of each conversation, and once for the messages, by their time.
struct DelimitedLoader {
  let format: FormatDescription
  let file: ExportFile
  let context: LoadingContext

  /// What the first passes find.
  private struct Survey {
    var index = RecordIndex()
    var conversations: [String: Conversation] = [:]
    var speakers: [String: Set<String>] = [:]
    var order = DateOrderEvidence.Finding(order: .dmy)
    var tooLong: (first: Int, count: Int) = (0, 0)
    var broken = 0
    /// What tells the times of a conversation that state no zone.
    var clocks: [String: ZoneClock] = [:]
    /// Messages of conversations beyond the limit; they are with those that name none.
    var overflow = 0
  }

  private static let speakerLimit = 1000

  func load() throws {
    guard
      let table = try DelimitedTable(
        try file.openAnywhere(), limit: context.options.recordLimit,
        columns: context.options.columns)
    else { return try context.sink.fail(.unknownFormat(path: file.path)) }
    let survey = try survey(table)
    var unattributed = survey.tooLong.count
    for entry in survey.index.conversations {
      let conversation = conversation(entry.id, survey)
      var writer = try ConversationWriter(
        conversation, path: file.path, format: format, context: context)
      writer.warn(table.header.summary)
      if let warning = survey.order.warning { writer.warn(warning) }
      if survey.broken > 0 {
        writer.warn("\(survey.broken) records have a quotation without an end")
      }
      if entry.id.isEmpty, survey.overflow > 0 {
        writer.warn(RecordIndex.overflowWarning(survey.overflow))
      }
      if unattributed > 0 { writer.skip(.tooLong, unattributed) }
      unattributed = 0
      var mended = 0
      try entry.forEachPlace { place in
        guard case .record(let record) = try table.read(at: place.offset) else { return }
        let row = DelimitedRow(record, table.header)
        if row.isMended { mended += 1 }
        switch row.outcome(row.time?.reading(in: survey.order.order)) {
        case .message(let draft): try writer.write(draft)
        case .skipped(let reason): writer.skip(reason)
        }
      }
      if mended > 0 {
        writer.warn("\(mended) messages are not UTF-8 and were read as Windows-1252")
      }
      try writer.end()
    }
    if survey.tooLong.count > 0 {
      try context.sink.fail(
        .damaged(
          path: file.path, format: format.title,
          error: JSONError(.tooLong(limit: context.options.recordLimit), at: survey.tooLong.first),
          more: survey.tooLong.count - 1))
    }
    if survey.index.conversations.isEmpty { try context.sink.fail(.noMessages(path: file.path)) }
  }

  // MARK: - First passes

  private func survey(_ table: DelimitedTable) throws -> Survey {
    var survey = Survey()
    survey.order = try order(table)
    try table.walk { outcome, offset in
      guard case .record(let record) = outcome else {
        survey.tooLong = (
          survey.tooLong.count == 0 ? offset : survey.tooLong.first, survey.tooLong.count + 1
        )
        return
      }
      if record.isBroken { survey.broken += 1 }
      let row = DelimitedRow(record, table.header)
      var key = row.text(.conversationId) ?? row.text(.conversationTitle) ?? ""
      let isKnown = survey.conversations[key] != nil
      if !isKnown, survey.conversations.count >= RecordIndex.conversationLimit, !key.isEmpty {
        key = ""
        survey.overflow += 1
      }
      let time = row.time?.reading(in: survey.order.order).map {
        survey.clocks[key, default: ZoneClock(context.options.zone)].sortKey(of: $0)
      }
      survey.index.add(conversation: key, time: time, offset: offset)
      if survey.conversations[key] == nil {
        survey.conversations[key] = Conversation(
          id: row.text(.conversationId) ?? "",
          title: row.text(.conversationTitle) ?? row.text(.conversationId),
          platform: row.text(.platform) ?? format.platform,
          kind: GenericConversation.kind(row.text(.conversationKind)))
      }
      if let speaker = row.text(.senderId) ?? row.text(.sender),
        survey.speakers[key]?.count ?? 0 < Self.speakerLimit
      {
        survey.speakers[key, default: []].insert(speaker)
      }
    }
    return survey
  }

  /// The order of day and month, where the first dates are numbers; else any.
  private func order(_ table: DelimitedTable) throws -> DateOrderEvidence.Finding {
    var dates = WrittenDates()
    var looked = 0
    var offset = table.start
    while case .record(let record) = try table.read(at: offset) {
      offset += record.length
      looked += 1
      DelimitedRow(record, table.header).bytes(.timestamp)?.withUnsafeBufferPointer { bytes in
        if let time = WrittenTime(bytes) { dates.note(time, bytes) }
      }
      // Other times need no second look.
      if looked == 100, dates.isEmpty { break }
    }
    return dates.finding(stated: context.options.dateOrder)
  }

  // MARK: - Conversation

  private func conversation(_ key: String, _ survey: Survey) -> Conversation {
    var conversation =
      survey.conversations[key]
      ?? Conversation(id: "", title: nil, platform: format.platform)
    if key.isEmpty, let channel = DiscordFileName(file.stem ?? ""), format.platform == "discord" {
      conversation.id = "discord:\(channel.id)"
      conversation.title = channel.title
      if channel.isDirect { conversation.kind = .direct }
      return conversation
    }
    guard conversation.id.isEmpty else { return conversation }
    let given = context.options.conversationId
    conversation.hasMadeId = given == nil
    conversation.id =
      given
      ?? ConversationIdentity.made(
        platform: conversation.platform, title: conversation.title,
        speakers: survey.speakers[key] ?? [])
    if conversation.title == nil { conversation.title = file.stem }
    return conversation
  }
}

/// What DiscordChatExporter calls its files: `Guild - Category - channel [123456789]`.
struct DiscordFileName {
  let id: String
  let title: String
  let isDirect: Bool

  init?(_ stem: String) {
    guard let open = stem.lastIndex(of: "["), let close = stem.lastIndex(of: "]"), open < close
    else {
      return nil
    }
    let id = stem[stem.index(after: open)..<close]
    guard id.utf8.count >= 15, id.utf8.allSatisfy(\.isASCIIDigit) else { return nil }
    self.id = String(id)
    let parts = stem[..<open].split(separator: " - ")
    var title = parts.last.map(String.init) ?? ""
    while title.hasSuffix(" ") { title.removeLast() }
    self.title = title
    isDirect = parts.first == "Direct Messages"
  }
}
