package import Encoding

/// The numbers of correct and wrong results in some conversations. `eval` computes each `Figure` (below) from them.
/// At the end: figures as JSON, and `Sequence.grouped`.
package struct Counts: Hashable, Sendable {
  package var found = 0
  /// Findings that are not items, or are duplicates.
  package var falseFinds = 0
  /// Clear items that were not found.
  package var missed = 0
  /// By field: the number of correct values, and of compared ones.
  package var fields: [GoldItem.Field: Share] = [:]
  /// The open and closed items; nil if no label states what became of an item.
  package var list: ListCounts?

  /// A number of correct results out of a total.
  package struct Share: Hashable, Sendable {
    package var right = 0
    package var all = 0

    package init(right: Int = 0, all: Int = 0) {
      (self.right, self.all) = (right, all)
    }

    /// The share; nil if the total is zero.
    package var value: Double? { all == 0 ? nil : Double(right) / Double(all) }
    var json: JSONValue { ["right": .int(right), "all": .int(all)] }

    static func += (a: inout Share, b: Share) {
      a.right += b.right
      a.all += b.all
    }
  }

  package init() {}

  init(of verdicts: some Sequence<Verdict>) { for verdict in verdicts { self += verdict.counts } }

  /// The share of findings that are items; nil if there are none.
  package var precision: Double? { Share(right: found, all: found + falseFinds).value }
  /// The share of items that were found; nil if there are none.
  package var recall: Double? { Share(right: found, all: found + missed).value }
  /// The harmonic mean of precision and recall; nil if there was nothing to find and nothing was found.
  package var f1: Double? { Share(right: 2 * found, all: 2 * found + falseFinds + missed).value }

  package func value(of figure: Figure) -> Double? {
    switch figure {
    case .precision: precision
    case .recall: recall
    case .f1: f1
    case .assignee: fields[.assignee]?.value
    case .deadline: fields[.deadline]?.value
    case .priority: fields[.priority]?.value
    case .closed: list.flatMap { Share(right: $0.closed, all: $0.ended).value }
    case .closedWrongly: list.flatMap { Share(right: $0.closedWrongly, all: $0.open).value }
    case .linesRight: list.flatMap { Share(right: $0.linesRight, all: $0.lines).value }
    }
  }

  /// The figures for which these counts may have a value.
  package var figures: [Figure] { list == nil ? Figure.ofFinds : Figure.ofFinds + Figure.ofList }

  package static func += (a: inout Counts, b: Counts) {
    a.found += b.found
    a.falseFinds += b.falseFinds
    a.missed += b.missed
    for (field, share) in b.fields { a.fields[field, default: Share()] += share }
    if let list = b.list {
      var sum = a.list ?? ListCounts()
      sum += list
      a.list = sum
    }
  }

  /// The counts and figures as a JSON object.
  var json: JSONValue {
    .joined(
      ["found": .int(found), "falseFinds": .int(falseFinds), "missed": .int(missed)],
      .byFigure(figures) { .figure(value(of: $0)) },
      [
        "compared": .object(
          GoldItem.Field.allCases.map { .init($0.rawValue, (fields[$0] ?? Share()).json) })
      ],
      list.map { ["list": $0.json] } ?? [:])
  }

  /// Parses the counts that `eval --json` writes for a conversation. Returns nil for another format.
  package init?(_ value: JSONValue) {
    guard let found = value["found"]?.int, let falseFinds = value["falseFinds"]?.int,
      let missed = value["missed"]?.int
    else { return nil }
    (self.found, self.falseFinds, self.missed) = (found, falseFinds, missed)
    for field in GoldItem.Field.allCases {
      guard let share = value["compared"]?[field.rawValue], let right = share["right"]?.int,
        let all = share["all"]?.int
      else { return nil }
      if all > 0 { fields[field] = Share(right: right, all: all) }
    }
    if let value = value["list"] {
      guard let list = ListCounts(value) else { return nil }
      self.list = list
    }
  }
}

/// A figure of `eval`, such as recall.
package enum Figure: String, Sendable {
  case precision, recall, f1, assignee, deadline, priority
  /// The share of the done and dropped items found that the run closed.
  case closed
  /// The share of the open items found that the run closed by mistake.
  case closedWrongly
  /// The share of the findings left open that are an open item with its final assignee and day.
  case linesRight

  /// The figures about findings.
  package static let ofFinds: [Figure] = [
    .precision, .recall, .f1, .assignee, .deadline, .priority,
  ]
  /// The figures about the list of open items after the run.
  package static let ofList: [Figure] = [.closed, .closedWrongly, .linesRight]
}

extension JSONValue {
  /// Returns a figure rounded to four decimals; further digits would mean nothing.
  static func figure(_ value: Double?) -> JSONValue {
    guard let value else { return .null }
    let rounded = (value * 10_000).rounded() / 10_000
    return .number(Int(exactly: rounded).map(String.init) ?? "\(rounded)")
  }

  /// Returns the bounds of an interval.
  static func figures(_ range: ClosedRange<Double>?) -> JSONValue {
    range.map { [.figure($0.lowerBound), .figure($0.upperBound)] } ?? .null
  }

  static func byFigure(
    _ figures: [Figure] = Figure.ofFinds, _ value: (Figure) -> JSONValue
  ) -> JSONValue {
    .object(figures.map { .init($0.rawValue, value($0)) })
  }
}

extension Sequence {
  /// Groups the elements by name, sorted by name.
  func grouped(by name: (Element) -> String) -> [(name: String, elements: [Element])] {
    Dictionary(grouping: self, by: name).sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }
}
