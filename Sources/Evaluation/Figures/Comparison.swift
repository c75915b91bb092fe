package import JSONText

/// Two runs over the same conversations, side by side.
package struct Comparison: Sendable {
  package struct Row: Sendable {
    package let figure: Figure
    package let values: (Double?, Double?)
    /// What 95 of 100 resampled differences lie between.
    package let difference: ClosedRange<Double>?

    /// Whether the difference is more than chance: nought is not in its interval.
    package var isClear: Bool { difference.map { !$0.contains(0) } ?? false }
  }

  package let rows: [Row]
  /// How many conversations both runs have; only these are compared.
  package let shared: Int
  /// How many only one of them has.
  package let unshared: Int

  package init(_ a: RecordedScores, _ b: RecordedScores) {
    let known = Dictionary(b.conversations.map { ($0.id, $0.counts) }) { first, _ in first }
    let pairs = a.conversations.compactMap { id, counts in known[id].map { (counts, $0) } }
    shared = pairs.count
    unshared = a.conversations.count + b.conversations.count - 2 * shared
    let (ours, theirs) = (pairs.map(\.0), pairs.map(\.1))
    let sums = (ours.reduce(into: Counts(), +=), theirs.reduce(into: Counts(), +=))
    let hasList = sums.0.list != nil || sums.1.list != nil
    rows = (Figure.ofFinds + (hasList ? Figure.ofList : [])).map { figure in
      Row(
        figure: figure, values: (sums.0.value(of: figure), sums.1.value(of: figure)),
        difference: Bootstrap().interval(figure, from: ours, to: theirs))
    }
  }

  package var json: [UInt8] {
    let figures = rows.map { row -> JSONValue in
      [
        "figure": .string(row.figure.rawValue), "a": .figure(row.values.0),
        "b": .figure(row.values.1), "difference": .figures(row.difference),
        "clear": .bool(row.isClear),
      ]
    }
    let value: JSONValue = [
      "schema": 1, "conversations": .int(shared), "leftOut": .int(unshared),
      "figures": .array(figures),
    ]
    return value.line()
  }
}

/// The figures of an earlier run, as `Scorecard` wrote them.
package struct RecordedScores: Sendable {
  package let model: String
  package private(set) var conversations: [(id: String, counts: Counts)] = []

  /// Why a file is no record of `eval --json`.
  package enum Problem: Error, Hashable, Sendable, CustomStringConvertible {
    case notJSON(JSONError)
    case otherShape

    package var description: String {
      switch self {
      case .notJSON(let error): "\(error)"
      case .otherShape: "is not what 'eval --json' writes"
      }
    }
  }

  package init(parsing bytes: some Collection<UInt8>) throws(Problem) {
    let value: JSONValue
    do throws(JSONError) {
      value = try JSONValue(parsing: bytes)
    } catch {
      throw .notJSON(error)
    }
    guard let model = value["model"]?.string, let list = value["perConversation"]?.array else {
      throw .otherShape
    }
    self.model = model
    for entry in list {
      guard let id = entry["conversationId"]?.string, let counts = Counts(entry) else {
        throw .otherShape
      }
      conversations.append((id, counts))
    }
  }
}
