import ActionItemModel
import CivilTime
import JSONText
import ReplyDecoding

/// Reads files of recorded answers: those to one conversation in JSON a line.
///
/// `{"id","answers":[{"task","assignee","deadline","priority","messageId","quote","done"}]}`; a gold
/// file will do, its items are answers then. An item without a quote has all of its message for one.
public struct AnswerReader {
  private var conversations: [String: GoldConversation] = [:]

  /// Makes a reader of answers to labelled conversations.
  public init(_ gold: [GoldConversation]) {
    for one in gold { conversations[one.id] = one }
  }

  /// The answers of a file by conversation, and how many conversations of it nobody labelled.
  public func answers(
    in bytes: some Collection<UInt8>
  ) throws(GoldError) -> (answers: [String: [RecordedAnswer]], unknown: Int) {
    var answers: [String: [RecordedAnswer]] = [:]
    var unknown = 0
    for fields in try LabelFields.lines(of: bytes) {
      let id = try fields.requiredText("id")
      guard let gold = conversations[id] else {
        unknown += 1
        continue
      }
      if answers[id] != nil { throw .repeatedConversation(line: fields.line, id: id) }
      var items: [ActionItemJSON] = []
      let name = fields.value["answers"] == nil ? "items" : "answers"
      for item in try fields.requiredObjects(name) { items.append(try self.item(item, gold)) }
      answers[id] = Self.paired(items, gold)
    }
    return (answers, unknown)
  }

  private func item(
    _ fields: LabelFields, _ gold: GoldConversation
  ) throws(GoldError) -> ActionItemJSON {
    let id = try fields.requiredText("messageId")
    guard let message = gold.messages.first(where: { $0.id == id }) else {
      throw .badField(
        line: fields.line, field: "messageId",
        problem: "has to name one of the 'messages', not '\(id)'")
    }
    return ActionItemJSON(
      task: try fields.text("task") ?? "", assignee: try fields.text("assignee"),
      deadline: try fields.text("deadline"), priority: try fields.text("priority"),
      messageId: id, quote: try fields.text("quote") ?? message.text,
      isDone: fields.value["done"] == .bool(true))
  }

  /// Finds out which labelled item each answer is.
  private static func paired(
    _ items: [ActionItemJSON], _ gold: GoldConversation
  ) -> [RecordedAnswer] {
    var answers = items.map(RecordedAnswer.init)
    let pairing = Pairing(gold.items, items.enumerated().map { $1.asFound(number: $0) })
    for (place, meant) in pairing.meant.enumerated() { answers[place].gold = meant }
    return answers
  }
}

extension ActionItemJSON {
  /// The item as it is without any check.
  func asFound(number: Int) -> ActionItem {
    var item = ActionItem(
      id: "\(number)", conversationId: "", task: task, assignee: assignee,
      deadline: day.map(Deadline.day),
      priority: priority.flatMap { Priority(rawValue: $0) } ?? .medium, messageId: messageId,
      quote: quote, source: ActionItem.Source(platform: "recorded"), extractedAt: .epoch,
      model: "recorded")
    item.isComplete = isDone
    return item
  }

  /// The day of the deadline; nil for words that are none.
  var day: CivilDate? { deadline.flatMap { ISO8601.read($0)?.civil.date } }
}
