import ActionItems
import Encoding
import ItemRecords
import LanguageModel
import Windowing

/// Makes the lines of `--answers-log`: a JSON object for every request, with the model's answer and the result of each
/// item. They contain chat, but no key: secrets in answers are masked when they arrive.
package enum AnswersLog {
  /// Maximum bytes of an answer in the log, and of the file.
  private static let longestAnswer = 256 << 10
  package static let limit = 256 << 20

  static func lines(_ reading: WindowReading) -> [UInt8] {
    let results = ItemResults(reading)
    return Array((reading.answers ?? []).map { line($0, results).line() }.joined())
  }

  private static func line(_ answer: WindowAnswer, _ results: ItemResults) -> JSONValue {
    var reply: WindowReply?
    var failure: String?
    let usage = answer.result.usage
    switch answer.result {
    case .success(let success): reply = success
    case .failure(let error): failure = error.description
    }
    let text = reply?.text.map { $0.utf8.count > longestAnswer ? cut($0) : $0 }
    var items: [ActionItemJSON] = []
    if let reply {
      switch ReplyContents(reply) {
      case .whole(let all): items = all
      case .cut(let all): (items, failure) = (all, reply.cut)
      case .damaged(let damaged): (items, failure) = (damaged.items, damaged.problem)
      }
    }
    let window = answer.window
    return [
      "schema": 1, "conversationId": .string(window.conversation.id),
      "window": .string(window.name), "requestId": .text(reply?.answerId),
      "model": .string(answer.model), "answer": .text(text),
      "finishReason": .text(reply?.finishReason), "problem": .text(failure),
      "requests": .int(usage.requests), "promptTokens": .int(usage.promptTokens),
      "completionTokens": .int(usage.completionTokens),
      "items": .array(items.map { results.value(of: $0, in: window) }),
    ]
  }

  /// Returns the beginning of a text. A character that is cut in half becomes U+FFFD.
  private static func cut(_ text: String) -> String {
    String(decoding: text.utf8.prefix(longestAnswer), as: UTF8.self) + "…"
  }
}

/// The results of a reading's items.
private struct ItemResults {
  private let kept: Set<ActionItemJSON>
  private let diagnostics: [ActionItemJSON: [Diagnostic]]

  init(_ reading: WindowReading) {
    kept = Set(reading.kept)
    diagnostics = Dictionary(grouping: reading.diagnostics, by: \.item)
  }

  func value(of item: ActionItemJSON, in window: Window) -> JSONValue {
    let own = diagnostics[item] ?? []
    let isRejected = own.contains { $0.rejection != nil }
    // An item of an answer that was replaced by a later one is neither kept nor rejected.
    let result =
      isRejected
      ? "rejected" : !kept.contains(item) ? "unused" : own.isEmpty ? "kept" : "changed"
    let cited = window.line(forShortId: item.messageId).map { window.lines[$0].message.id }
    return [
      "task": .string(item.task), "messageId": .string(item.messageId),
      "sourceMessageId": .text(own.lazy.compactMap(\.sourceMessageId).first ?? cited),
      "result": .string(result), "codes": .array(own.map { .string($0.code) }),
      "reasons": .array(own.map { .string($0.description) }),
    ]
  }
}
