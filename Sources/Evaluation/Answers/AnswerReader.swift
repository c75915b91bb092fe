import ActionItemModel
import CivilTime
import JSONText
package import ReplyDecoding

/// An item of labelled messages as a model answered it once.
package struct RecordedAnswer: Hashable, Sendable {
  /// The item; its `messageId` is the message's own id, not the short one of a prompt.
  package internal(set) var item: ActionItemJSON
  /// The labelled item that it is, by its place; nil for none.
  package internal(set) var gold: Int?
  /// Whether it is given only where its message is context, and so was read before.
  package internal(set) var isOfContext = false
}

/// Reads files of recorded answers: those to one conversation in JSON a line.
///
/// `{"id","answers":[{"task","assignee","deadline","priority","messageId","quote","done"}]}`; a gold
/// file will do, its items are answers then. An item without a quote has all of its message for one.
package struct AnswerReader {
  private let conversations: [String: GoldConversation]

  package init(_ gold: [GoldConversation]) {
    conversations = Dictionary(gold.map { ($0.id, $0) }) { $1 }
  }

  /// The answers of a file by conversation, and how many conversations of it nobody labelled.
  package func answers(
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
      throw fields.fault("messageId", "has to name one of the 'messages', not '\(id)'")
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
    let pairing = Pairing(gold.items, items.enumerated().map { $1.asFound(number: $0) })
    return zip(items, pairing.meant).map { RecordedAnswer(item: $0, gold: $1) }
  }
}

extension ActionItemJSON {
  /// The item as it is without any check.
  func asFound(number: Int) -> ActionItem {
    var item = ActionItem(
      id: "\(number)", conversationId: "", task: task, assignee: assignee,
      deadline: deadline.flatMap { ISO8601.read($0)?.civil.date }.map(Deadline.day),
      priority: priority.flatMap { Priority(rawValue: $0) } ?? .medium, messageId: messageId,
      quote: quote, source: ActionItem.Source(platform: "recorded"), extractedAt: .epoch,
      model: "recorded")
    item.isComplete = isDone
    return item
  }
}
