import Encoding

/// Counts of `eval` about the list of open items after a run: finished items that were closed, and correct lines.
/// They need labels that state whether each item is open, done or dropped.
package struct ListCounts: Hashable, Sendable {
  /// Found items that are done or dropped.
  package var ended = 0
  /// The `ended` items that the run closed.
  package var closed = 0
  /// Found items that are open.
  package var open = 0
  /// The `open` items that the run closed by mistake.
  package var closedWrongly = 0
  /// Findings left open, including false positives.
  package var lines = 0
  /// The `lines` that are an open item with its final assignee and day.
  package var linesRight = 0

  init() {}

  /// Adds a found item. `isComplete`: the run closed it. `hasFinalFields`: it has the final assignee and day.
  mutating func add(_ item: GoldItem, isComplete: Bool, hasFinalFields: Bool) {
    if item.isEnded {
      ended += 1
      closed += isComplete ? 1 : 0
    } else {
      open += 1
      closedWrongly += isComplete ? 1 : 0
    }
    if !isComplete {
      lines += 1
      linesRight += !item.isEnded && hasFinalFields ? 1 : 0
    }
  }

  mutating func addFalseFind(isComplete: Bool) { lines += isComplete ? 0 : 1 }

  static func += (a: inout ListCounts, b: ListCounts) {
    a.ended += b.ended
    a.closed += b.closed
    a.open += b.open
    a.closedWrongly += b.closedWrongly
    a.lines += b.lines
    a.linesRight += b.linesRight
  }

  var json: JSONValue {
    [
      "ended": .int(ended), "closed": .int(closed), "open": .int(open),
      "closedWrongly": .int(closedWrongly), "lines": .int(lines), "linesRight": .int(linesRight),
    ]
  }

  /// Parses the output of `json`. Returns nil for another format.
  init?(_ value: JSONValue) {
    guard let ended = value["ended"]?.int, let closed = value["closed"]?.int,
      let open = value["open"]?.int, let closedWrongly = value["closedWrongly"]?.int,
      let lines = value["lines"]?.int, let linesRight = value["linesRight"]?.int
    else { return nil }
    (self.ended, self.closed) = (ended, closed)
    (self.open, self.closedWrongly) = (open, closedWrongly)
    (self.lines, self.linesRight) = (lines, linesRight)
  }
}
