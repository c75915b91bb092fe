import ActionItemModel
import Evaluation
import Extraction
import ItemRecords
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
    return answers.reduce(into: [:]) { found, all in
      found[all.key] = given[all.key]?.sorted().map { all.value[$0] }
    }
  }

  func reply(to window: Window) async throws(WindowFailure) -> WindowReply {
    let id = window.conversation.id
    var items: [ActionItemJSON] = []
    for (place, answer) in (answers[id] ?? []).enumerated() {
      guard let line = line(of: answer, window) else { continue }
      given.withLock { _ = $0[id, default: []].insert(place) }
      var item = answer.item
      item.messageId = window.shortId(ofLine: line)
      items.append(item)
    }
    return WindowReply(items: items)
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
}
