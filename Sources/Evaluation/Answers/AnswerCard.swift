import JSONText

/// What became of recorded answers to all conversations.
package struct AnswerCard: Sendable {
  /// How the answers were spoilt before, if they were, and with which seed.
  package let spoilt: (kind: SpoilKind, seed: UInt64)?
  package let trials: [AnswerTrial]

  package init(spoilt: (kind: SpoilKind, seed: UInt64)?, trials: [AnswerTrial]) {
    (self.spoilt, self.trials) = (spoilt, trials)
  }

  package struct Sum: Sendable {
    /// Of the answers as they were recorded.
    package let raw: Counts
    /// Of what was kept.
    package let kept: Counts
    /// By field: what got worse, what was caught.
    package private(set) var fields: [AnswerField: FieldCounts] = [:]

    init(_ trials: [AnswerTrial]) {
      raw = Counts(of: trials.map(\.verdicts.raw))
      kept = Counts(of: trials.map(\.verdicts.kept))
      for (field, counts) in trials.flatMap(\.fields) {
        fields[field, default: FieldCounts()] += counts
      }
    }

    fileprivate var json: JSONValue {
      let fields = AnswerField.allCases.compactMap { field in
        self.fields[field].map { JSONValue.Member(field.rawValue, $0.json) }
      }
      return [
        "figures": .byFigure {
          ["answers": .figure(raw.value(of: $0)), "kept": .figure(kept.value(of: $0))]
        },
        "fields": .object(fields),
      ]
    }
  }

  package var sum: Sum { Sum(trials) }

  /// The counts of each source, in the order of their names; one alone is left out.
  package var sources: [(name: String, sum: Sum)] {
    let sources = trials.grouped(by: \.source)
    return sources.count < 2 ? [] : sources.map { ($0.name, Sum($0.elements)) }
  }

  /// The figures as one JSON object, on a line. With `changes`, each harm and each miss is in it.
  package func json(changes: Bool) -> [UInt8] {
    JSONValue.joined(
      ["schema": 1, "spoil": .text(spoilt?.kind.rawValue)],
      spoilt.map { ["seed": .string(String($0.seed))] } ?? [:],
      ["conversations": .int(trials.count)], sum.json,
      ["sources": .array(sources.map { .joined(["source": .string($0.name)], $0.sum.json) })],
      changes ? ["changes": .array(trials.flatMap(\.changesJSON))] : [:]
    ).line(escaping: .invisibles)
  }
}

extension FieldCounts {
  fileprivate var json: JSONValue {
    [
      "right": .int(right), "worse": .int(worse), "wrong": .int(wrong), "caught": .int(caught),
      "mended": .int(mended),
    ]
  }
}

extension AnswerTrial {
  fileprivate var changesJSON: [JSONValue] {
    changes.map { change in
      [
        "conversationId": .string(conversationId), "kind": change.isHarm ? "harm" : "miss",
        "field": .string(change.field.rawValue), "messageId": .string(change.messageId),
        "task": .string(change.task), "answered": .text(change.answered),
        "kept": .text(change.kept),
      ]
    }
  }
}
