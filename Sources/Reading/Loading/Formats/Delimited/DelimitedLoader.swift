import ActionItems
import CivilTime
import Encoding

/// Reads a table of messages for `DelimitedFormat` and `DiscordPackageFormat`. Below: DiscordChatExporter's file names.
///
/// The first pass finds the places of each conversation's messages. It is repeated if the dates turn out to have
/// another order than assumed. The last pass reads the messages by time.
struct DelimitedLoader {
  let format: FormatDescription
  let file: ExportFile
  let context: LoadingContext
  /// The conversation and the sender of a table that does not name them.
  var known: Conversation?
  var owner: MessageDraft.Sender?

  /// The first pass's findings about a conversation.
  private struct Details {
    var conversation: Conversation
    /// Converts the conversation's times without a zone.
    var clock: ZoneClock
  }

  func load() throws {
    var index = ExportIndex<Details>(context, format)
    let part = try index.files.append(file)
    let limit = context.options.recordLimit
    let reader = PositionedReader(index.files, limit: limit)
    guard
      var table = try DelimitedTable(reader, limit: limit, columns: context.options.columns)
    else { return try context.sink.fail(.unknownFormat(path: file.path)) }
    let header = table.header
    var taken = DateOrder.dmy
    var broken = 0
    func scan() throws -> DateOrderEvidence.Finding {
      var dates = DateOrderEvidence()
      broken = 0
      try table.walk(reader) { outcome, offset in
        guard case .record(let record) = outcome else {
          return index.lose(JSONError(.tooLong(limit: limit), at: offset), path: part.path)
        }
        if record.isBroken { broken += 1 }
        note(DelimitedRow(record, header), taken, at: offset, in: &index, &dates)
      }
      return dates.finding(stated: context.options.dateOrder)
    }
    let order = try scan()
    if order.order != taken {
      taken = order.order
      index.startAgain()
      _ = try scan()
    }
    let warnings =
      ([header.summary] + [order.warning].compactMap(\.self)).map { LoadingWarning($0) }
      + [
        LoadingWarning(
          broken, "record has an unterminated quote", "records have an unterminated quote")
      ]
    try index.runSecondPass {
      [table, format, known, owner, stem = file.stem, options = context.options]
      key, details in
      var table = table
      let conversation = known ?? Self.conversation(key, details, format, stem, options)
      return ConversationReading(conversation: conversation, warnings: warnings) { source, writer in
        guard
          case .record(let record) = try table.read(at: source.place.offset, from: source.reader)
        else { return .skipped(.malformed) }
        let row = DelimitedRow(record, header)
        if row.isRepaired { writer.noteRepaired() }
        if row.isUnsigned { writer.noteUnsigned() }
        return row.outcome(row.time?.reading(in: order.order), by: owner)
      }
    }
  }

  // MARK: - First passes

  private func note(
    _ row: DelimitedRow, _ order: DateOrder, at offset: Int, in index: inout ExportIndex<Details>,
    _ dates: inout DateOrderEvidence
  ) {
    let number = index.declare(
      row.text(.conversationId) ?? row.text(.conversationTitle) ?? "",
      Details(
        conversation: Conversation(
          id: row.text(.conversationId) ?? "",
          title: row.text(.conversationTitle) ?? row.text(.conversationId),
          platform: row.text(.platform) ?? format.platform,
          kind: GenericConversation.kind(row.text(.conversationKind))),
        clock: ZoneClock(context.options.zone)))
    let written = row.time
    if let written, let bytes = row.writtenTime {
      dates.note(
        written, isAmerican: bytes.withUnsafeBufferPointer(DateOrderEvidence.isAmerican))
    }
    var time: Int?
    index.update(number) { details in
      time = written?.reading(in: order).map { details.clock.sortKey(of: $0) }
    }
    index.add(number, time: time, offset: offset)
  }

  private static func conversation(
    _ key: String, _ details: Details, _ format: FormatDescription, _ stem: String?,
    _ options: LoadingOptions
  ) -> Conversation {
    let known = details.conversation
    if key.isEmpty, let channel = DiscordFileName(stem ?? ""), format.platform == "discord" {
      return Conversation(
        id: "discord:\(channel.id)", title: channel.title, platform: known.platform,
        kind: channel.isDirect ? .direct : known.kind)
    }
    guard known.id.isEmpty else { return known }
    var conversation = options.conversation(
      format, title: known.title ?? stem, kind: known.kind, idFrom: known.title,
      platform: known.platform)
    conversation.platform = known.platform
    return conversation
  }
}

/// The parts of a file name by DiscordChatExporter: `Guild - Category - channel [123456789]`.
struct DiscordFileName {
  let id: String
  let title: String
  let isDirect: Bool

  init?(_ stem: String) {
    guard let open = stem.lastIndex(of: "["), let close = stem.lastIndex(of: "]"), open < close
    else { return nil }
    let id = stem[stem.index(after: open)..<close]
    guard id.utf8.count >= 15, id.utf8.allSatisfy(\.isASCIIDigit) else { return nil }
    self.id = String(id)
    var path = stem[..<open]
    while path.hasSuffix(" - ") { path.removeLast(3) }
    let last = path.places(of: " - ").last?.upperBound ?? path.startIndex
    var title = String(path[last...])
    while title.hasSuffix(" ") { title.removeLast() }
    self.title = title
    isDirect = stem.hasPrefix("Direct Messages - ")
  }
}
