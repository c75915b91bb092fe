import CommandLine
import Encoding
import Foundation

/// `benchmarks compare`: shows which differences between two results of `eval --json` are statistically significant.
struct ScoreComparison {
  private let runs: [Run]

  /// The error for a result that lacks conversations, because they were not read to their end.
  private struct Incomplete: Error, CustomStringConvertible {
    let path: String
    var description: String {
      "\(path): some conversations were not read to the end; run eval again"
    }
  }

  /// The counts of one result, by conversation.
  private struct Run {
    let model: String
    let conversations: [(id: String, counts: Counts)]

    init(path: String) throws {
      let value = try JSONValue(parsing: try Data(contentsOf: URL(filePath: path)))
      model = value["model"]?.string ?? ""
      guard (value["conversationsUnread"]?.int ?? 0) == 0 else {
        throw Incomplete(path: path)
      }
      conversations = (value["perConversation"]?.array ?? []).compactMap { entry in
        guard let id = entry["conversationId"]?.string else { return nil }
        return Counts(entry).map { (id, $0) }
      }
    }
  }

  init(_ arguments: inout Arguments) throws {
    runs = [
      try Run(path: try arguments.operand()), try Run(path: try arguments.operand()),
    ]
    try arguments.end()
  }

  /// Prints each figure of both results, over their common conversations.
  func print() {
    let (a, b) = (runs[0], runs[1])
    let known = Dictionary(b.conversations.map { ($0.id, $0.counts) }) { first, _ in first }
    let pairs = a.conversations.compactMap { id, counts in known[id].map { (counts, $0) } }
    Swift.print("A: \(a.model), B: \(b.model), over \(pairs.count) conversations of both")
    let (ours, theirs) = (pairs.map(\.0), pairs.map(\.1))
    let (one, other) = (ours.reduce(into: Counts(), +=), theirs.reduce(into: Counts(), +=))
    let columns = Columns(["figure", "A", "B", "95 % of B - A"], first: 16)
    let hasList = one.list != nil || other.list != nil
    for figure in Figure.ofFinds + (hasList ? Figure.ofList : []) {
      let range = Bootstrap().interval(figure, from: ours, to: theirs)
      let bounds = [range?.lowerBound, range?.upperBound].map { Columns.text($0, 3) }
      let isClear = range.map { !$0.contains(0) } ?? false
      columns.row([
        figure.rawValue, Columns.text(one.value(of: figure), 3),
        Columns.text(other.value(of: figure), 3),
        bounds.joined(separator: " to ") + (isClear ? "  more than chance" : ""),
      ])
    }
  }
}
