import Encoding

/// Diagnostics as JSON.
extension Diagnostic {
  /// The line of `--rejected`, which also lists items that were kept with a note (`"kept":true`).
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
