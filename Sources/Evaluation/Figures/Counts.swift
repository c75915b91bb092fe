/// What was right and wrong in some conversations; all figures are made of these.
public struct Counts: Hashable, Sendable {
  /// Items that were found.
  public var found = 0
  /// Items that are none, or are there twice.
  public var falseFinds = 0
  /// Clear items that were not found.
  public var missed = 0
  /// By field: those that were right, and those that were compared.
  public var fields: [GoldItem.Field: Share] = [:]

  /// How many of some were right.
  public struct Share: Hashable, Sendable {
    /// Those that were right.
    public var right = 0
    /// All of them.
    public var all = 0

    /// The share; nil of none.
    public var value: Double? { all == 0 ? nil : Double(right) / Double(all) }

    /// Puts the numbers together.
    public init(right: Int = 0, all: Int = 0) {
      self.right = right
      self.all = all
    }
  }

  /// Starts with nothing.
  public init() {}

  /// The share of the finds that are items; nil of none.
  public var precision: Double? { Share(right: found, all: found + falseFinds).value }
  /// The share of the items that were found; nil of none.
  public var recall: Double? { Share(right: found, all: found + missed).value }
  /// The harmonic mean of both; nil where there was nothing to find and nothing was found.
  public var f1: Double? {
    let sum = 2 * found + falseFinds + missed
    return sum == 0 ? nil : Double(2 * found) / Double(sum)
  }

  /// A figure by its name.
  public func value(of figure: Figure) -> Double? {
    switch figure {
    case .precision: precision
    case .recall: recall
    case .f1: f1
    case .assignee: fields[.assignee]?.value
    case .deadline: fields[.deadline]?.value
    case .priority: fields[.priority]?.value
    }
  }

  /// Adds other counts.
  public static func += (a: inout Counts, b: Counts) {
    a.found += b.found
    a.falseFinds += b.falseFinds
    a.missed += b.missed
    for (field, share) in b.fields {
      a.fields[field, default: Share()].right += share.right
      a.fields[field, default: Share()].all += share.all
    }
  }
}

/// The figures that are given, in their order.
public enum Figure: String, CaseIterable, Sendable {
  case precision, recall, f1, assignee, deadline, priority
}
