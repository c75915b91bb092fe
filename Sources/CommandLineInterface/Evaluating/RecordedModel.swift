import ActionItemModel
import Evaluation
import Extraction
import JSONText
import ReplyDecoding
import Synchronization
import TextSearch
import Windowing

/// Answers windows with items that were recorded before, by conversation and message, and remembers which.
final class RecordedModel: WindowModel {
  let name = "recorded"
  let grade = Grade.endpoint
  private let answers: [String: [RecordedAnswer]]
  private let given = Mutex<[String: Set<Int>]>([:])

  init(_ answers: [String: [RecordedAnswer]]) { self.answers = answers }

  /// Those that some window was answered with: where no window shows a message as context, an answer of
  /// context is never given.
  var givenAnswers: [String: [RecordedAnswer]] {
    let given = given.withLock { $0 }
    return given.reduce(into: [:]) { found, places in
      let all = answers[places.key] ?? []
      found[places.key] = places.value.sorted().map { all[$0] }
    }
  }

  func reply(to window: Window) async throws(WindowFailure) -> WindowReply {
    var writer = JSONWriter()
    writer.beginObject()
    writer.key("items")
    writer.beginArray()
    let id = window.conversation.id
    for (place, answer) in (answers[id] ?? []).enumerated() {
      guard let line = line(of: answer, window) else { continue }
      given.withLock { _ = $0[id, default: []].insert(place) }
      Self.write(answer.item, window.shortId(ofLine: line), &writer)
    }
    writer.endArray()
    writer.endObject()
    return WindowReply(text: String(decoding: writer.bytes, as: UTF8.self))
  }

  /// The line that an answer is of: of a message's parts the one that holds the quote.
  private func line(of answer: RecordedAnswer, _ window: Window) -> Int? {
    let lines = window.lines.indices.filter {
      window.lines[$0].message.id == answer.item.messageId
        && window.lines[$0].isNew != answer.isOfContext
    }
    guard let first = lines.first, window.lines[first].part != nil else { return lines.first }
    return lines.first { line in
      answer.item.quote.map(window.lines[line].message.text.shows)
        ?? (window.lines[line].part?.number == 1)
    }
  }

  private static func write(_ item: ActionItemJSON, _ id: String, _ writer: inout JSONWriter) {
    writer.beginObject()
    for (name, text) in [
      ("task", item.task), ("assignee", item.assignee), ("deadline", item.deadline),
      ("priority", item.priority), ("messageId", id), ("quote", item.quote),
    ] {
      writer.key(name)
      writer.string(text)
    }
    writer.field("done", item.isDone)
    writer.endObject()
  }
}
