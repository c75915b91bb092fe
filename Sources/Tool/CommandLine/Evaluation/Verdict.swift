package import ActionItems
import CivilTime

/// The comparison of a labelled conversation with the items found in it: counts and mistakes. `Scorecard` sums them up.
package struct Verdict: Sendable {
  package let conversationId: String
  package let source: String
  package private(set) var counts = Counts()
  /// The mistakes, in message order.
  package private(set) var errors: [Mistake] = []

  /// A missed item, a false finding or a wrong field.
  package struct Mistake: Hashable, Sendable {
    package var kind: Kind
    package var messageId: String
    /// The labelled task of a miss, and the found task otherwise.
    package var task: String
    /// The expected value of a field; nil for none.
    package var expected: String?
    /// The actual value of the field.
    package var actual: String?

    package enum Kind: String, Sendable {
      case miss
      case falseFind = "false find"
      case assignee, deadline, priority
    }
  }

  /// Compares the found items of a conversation with the labels.
  ///
  /// `withStates` adds the counts of open and closed items. An item without a state then counts as open.
  package init(_ gold: GoldConversation, found items: [ActionItem], withStates: Bool = false) {
    conversationId = gold.id
    source = gold.source
    var places: [String: Int] = [:]
    for (index, message) in gold.messages.enumerated() where places[message.id] == nil {
      places[message.id] = index
    }
    func place(_ id: String) -> Int { places[id] ?? .max }
    let items = items.sorted {
      (place($0.messageId), $0.task, $0.id) < (place($1.messageId), $1.task, $1.id)
    }
    let matching = LabelMatching(gold.items, items)
    var list = ListCounts()
    for (index, item) in gold.items.enumerated() {
      if let found = matching.found[index] {
        counts.found += 1
        compare(item, items[found])
        list.add(
          item, isComplete: items[found].isComplete,
          hasFinalFields: Self.hasFinalFields(item, items[found]))
      } else if !item.isArguable {
        counts.missed += 1
        errors.append(Mistake(kind: .miss, messageId: item.messageId, task: item.task))
      }
    }
    for (index, item) in items.enumerated() where matching.meant[index] == nil {
      counts.falseFinds += 1
      list.addFalseFind(isComplete: item.isComplete)
      errors.append(Mistake(kind: .falseFind, messageId: item.messageId, task: item.task))
    }
    if withStates { counts.list = list }
    errors = errors.enumerated().sorted {
      (place($0.element.messageId), $0.offset) < (place($1.element.messageId), $1.offset)
    }.map(\.element)
  }

  private mutating func compare(_ gold: GoldItem, _ item: ActionItem) {
    for field in GoldItem.Field.allCases where !gold.unscored.contains(field) {
      let expected = gold.value(of: field)
      let actual = Self.value(of: field, item)
      let isRight = Self.folded(expected) == Self.folded(actual)
      counts.fields[field, default: Counts.Share()].all += 1
      if isRight {
        counts.fields[field, default: Counts.Share()].right += 1
      } else if let kind = Mistake.Kind(rawValue: field.rawValue) {
        errors.append(
          Mistake(
            kind: kind, messageId: item.messageId, task: item.task, expected: expected,
            actual: actual))
      }
    }
  }

  /// Returns whether an item has the final assignee and day, as far as these are scored.
  private static func hasFinalFields(_ gold: GoldItem, _ item: ActionItem) -> Bool {
    [GoldItem.Field.assignee, .deadline].allSatisfy { field in
      gold.unscored.contains(field)
        || folded(gold.finalValue(of: field)) == folded(value(of: field, item))
    }
  }

  private static func value(of field: GoldItem.Field, _ item: ActionItem) -> String? {
    switch field {
    case .assignee: item.assignee
    case .deadline: item.deadline?.date.description
    case .priority: item.priority.rawValue
    }
  }

  /// Folds a name for comparison: ignores case, a leading `@` and repeated spaces. Nil becomes the empty string.
  static func folded(_ text: String?) -> String {
    let words = (text ?? "").lowercased().drop { $0 == "@" || $0 == " " }
      .split(whereSeparator: \.isWhitespace)
    return words.joined(separator: " ")
  }
}
