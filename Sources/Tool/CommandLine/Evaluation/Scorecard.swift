import Encoding

/// The result of `eval`: a `Verdict` for each labelled conversation, and the figures over all of them. Writes the JSON.
package struct Scorecard: Sendable {
  private let model: String
  /// The number of labelled conversations.
  private let conversations: Int
  /// The number of windows that could not be read.
  private let windowsFailed: Int
  /// The result of each conversation that was read to its end, in the order of the gold files.
  package var verdicts: [Verdict] = []

  package init(model: String, conversations: Int, windowsFailed: Int = 0) {
    (self.model, self.conversations) = (model, conversations)
    self.windowsFailed = windowsFailed
  }

  /// Whether a conversation has no result, because it was not read to its end.
  package var isIncomplete: Bool { verdicts.count < conversations }

  package var counts: Counts { Counts(of: verdicts) }

  /// The counts of each source, sorted by name; empty if there is only one source.
  package var sources: [(name: String, counts: Counts)] {
    let sources = verdicts.grouped(by: \.source)
    return sources.count < 2 ? [] : sources.map { ($0.name, Counts(of: $0.elements)) }
  }

  package func interval(_ figure: Figure) -> ClosedRange<Double>? {
    Bootstrap().interval(figure, of: verdicts.map(\.counts))
  }

  /// Returns the figures as one line of JSON. With `errors`, it includes each miss and each false positive.
  package func json(errors: Bool) -> [UInt8] {
    let counts = self.counts
    return JSONValue.joined(
      [
        "schema": 1, "model": .string(model), "conversations": .int(verdicts.count),
        "conversationsUnread": .int(conversations - verdicts.count),
        "windowsFailed": .int(windowsFailed),
      ], counts.json,
      [
        "intervals": .byFigure(counts.figures) { .figures(interval($0)) },
        "sources": .array(sources.map { .joined(["source": .string($0.name)], $0.counts.json) }),
        "perConversation": .array(
          verdicts.map {
            .joined(
              ["conversationId": .string($0.conversationId), "source": .string($0.source)],
              $0.counts.json)
          }),
      ],
      errors ? ["errors": .array(verdicts.flatMap(\.errorsJSON))] : [:]
    ).line(escaping: .invisibles)
  }
}

extension Verdict {
  fileprivate var errorsJSON: [JSONValue] {
    errors.map { error in
      let isOfField = error.kind != .miss && error.kind != .falseFind
      return .joined(
        [
          "conversationId": .string(conversationId), "kind": .string(error.kind.rawValue),
          "messageId": .string(error.messageId), "task": .string(error.task),
        ],
        isOfField ? ["expected": .text(error.expected), "actual": .text(error.actual)] : [:])
    }
  }
}
