import Encoding
package import System

/// The file of `--rejected`: one JSON object a line for every `Diagnostic`. So it also lists items that were kept with a
/// note (`"kept":true`).
package struct RejectionFile: Sendable {
  private let file: LineFile

  /// Creates an empty file.
  package init(path: String, _ patience: PipePatience) async throws(CommandFailure) {
    file = try await LineFile(path, for: "rejected", patience)
  }

  func write(_ diagnostic: Diagnostic) { file.write { Self.line(diagnostic) } }

  /// Waits until all is written; returns the error as a sentence.
  func finish() async -> String? { await file.finish() }

  private static func line(_ diagnostic: Diagnostic) -> [UInt8] {
    let item = diagnostic.item
    let line: JSONValue = [
      "schema": 1, "reason": .string(diagnostic.description), "kept": .bool(diagnostic.note != nil),
      "task": .string(item.task), "assignee": .text(item.assignee),
      "deadline": .text(item.deadline), "priority": .text(item.priority),
      "messageId": .string(item.messageId), "quote": .text(item.quote),
      "code": .string(diagnostic.code), "conversationId": .text(diagnostic.conversationId),
      "sourceMessageId": .text(diagnostic.sourceMessageId),
    ]
    return line.line()
  }
}
