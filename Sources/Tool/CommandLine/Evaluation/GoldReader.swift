import ActionItems
package import CivilTime

/// Reads gold files: one labelled conversation in JSON per line.
///
/// `{"id","source"?,"participants":[…],"messages":[{"id","sender","timestamp","text"}],"items":[…]}`; `eval --help`
/// lists the members of an item. Unknown members are ignored.
package struct GoldReader {
  private let local: (CivilDateTime) -> Timestamp?
  private var seen: Set<String> = []

  /// Creates a reader. `local` converts a time without an offset; the default assumes UTC.
  package init(
    local: @escaping (CivilDateTime) -> Timestamp? = {
      Timestamp(seconds: $0.secondsSinceEpoch(offset: 0))
    }
  ) {
    self.local = local
  }

  /// Reads a file. Ids must be unique across all files.
  package mutating func conversations(
    in bytes: some Collection<UInt8>
  ) throws(GoldError) -> [GoldConversation] {
    var found: [GoldConversation] = []
    for fields in try LabelFields.lines(of: bytes) { found.append(try conversation(fields)) }
    return found
  }

  private mutating func conversation(_ fields: LabelFields) throws(GoldError) -> GoldConversation {
    let id = try fields.requiredText("id")
    guard seen.insert(id).inserted else { throw .repeatedConversation(line: fields.line, id: id) }
    var messages: [Message] = []
    for (index, fields) in try fields.requiredObjects("messages").enumerated() {
      messages.append(try message(fields, index))
    }
    let ids = Set(messages.map(\.id))
    var items: [GoldItem] = []
    for value in try fields.requiredObjects("items") {
      let item = try item(value)
      try check("messageId", [item.messageId], areAmong: ids, fields)
      try check("altIds", item.alternativeIds, areAmong: ids, fields)
      try check("closedBy", item.closedBy.map { [$0] } ?? [], areAmong: ids, fields)
      items.append(item)
    }
    return GoldConversation(
      id: id, source: try fields.text("source") ?? "all",
      participants: try fields.texts("participants"), messages: messages, items: items)
  }

  /// Refuses ids of unknown messages. An item at an unknown message would always count as missed.
  /// - Throws: `GoldError` if an id is not among the messages.
  private func check(
    _ field: String, _ named: [String], areAmong ids: Set<String>, _ fields: LabelFields
  ) throws(GoldError) {
    guard let unknown = named.first(where: { !ids.contains($0) }) else { return }
    throw fields.fault(field, "must be the id of one of the 'messages', not '\(unknown)'")
  }

  private func message(_ fields: LabelFields, _ index: Int) throws(GoldError) -> Message {
    var timestamp: Timestamp?
    if let text = try fields.text("timestamp") {
      guard let reading = ISO8601.read(text),
        let read = reading.offset == nil
          ? local(reading.civil) : reading.timestamp(assumingOffset: 0)
      else { throw fields.fault("timestamp", "is not a time: '\(text)'") }
      timestamp = read
    }
    let sender = try fields.filledText("sender")
    let kind = try fields.text("kind").flatMap { Message.Kind(rawValue: $0) } ?? .message
    return Message(
      id: try fields.requiredText("id"), senderId: sender, sender: sender, timestamp: timestamp,
      text: try fields.text("text") ?? "", kind: kind, threadId: try fields.text("threadId"),
      replyTo: try fields.text("replyTo"),
      // Gives each message its own digest, whatever its text.
      digest: UInt64(index) + 1)
  }

  private func item(_ fields: LabelFields) throws(GoldError) -> GoldItem {
    var priority = Priority.medium
    if let text = try fields.text("priority") {
      guard let read = Priority(rawValue: text) else {
        throw fields.fault("priority", "must be high, medium or low, not '\(text)'")
      }
      priority = read
    }
    var state: GoldItem.State?
    if let text = try fields.text("state") {
      guard let read = GoldItem.State(rawValue: text) else {
        throw fields.fault("state", "must be open, done or dropped, not '\(text)'")
      }
      state = read
    }
    return GoldItem(
      task: try fields.text("task") ?? "", assignee: try fields.text("assignee"),
      deadline: try day("deadline", fields), priority: priority,
      messageId: try fields.requiredText("messageId"),
      alternativeIds: try fields.texts("altIds"),
      isArguable: try fields.text("certainty") == "arguable", quote: try fields.text("quote"),
      unscored: Set(try fields.texts("unscored").compactMap(GoldItem.Field.init(rawValue:))),
      state: state, closedBy: try fields.filledText("closedBy"),
      finalAssignee: try fields.filledText("finalAssignee"),
      finalDeadline: try day("finalDeadline", fields))
  }

  private func day(_ name: String, _ fields: LabelFields) throws(GoldError) -> CivilDate? {
    guard let text = try fields.text(name) else { return nil }
    guard let read = ISO8601.read(text) else {
      throw fields.fault(name, "is not a date: '\(text)'")
    }
    return read.civil.date
  }
}
