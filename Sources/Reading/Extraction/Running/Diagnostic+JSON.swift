import Encoding

/// Writes a diagnostic as a JSON line for the file of `--rejected`.
extension Diagnostic {
  /// The line, also for an item that was kept with a note (`"kept":true`).
  var line: [UInt8] {
    let line: JSONValue = [
      "schema": 1, "reason": .string(description), "kept": .bool(note != nil),
      "task": .string(item.task), "assignee": .text(item.assignee),
      "deadline": .text(item.deadline), "priority": .text(item.priority),
      "messageId": .string(item.messageId), "quote": .text(item.quote), "code": .string(code),
      "conversationId": .text(conversationId), "sourceMessageId": .text(sourceMessageId),
    ]
    return line.line()
  }
}
