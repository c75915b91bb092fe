import ActionItems

/// Matches found items with labelled items, one to one, for `Verdict`.
///
/// A found item may match if it points at the labelled item's message or at one of its alternatives. The matching
/// maximises the number of clear items found, then that of arguable ones. It prefers the exact message to an
/// alternative, then the more similar wording, then the same assignee.
struct LabelMatching {
  /// For each labelled item, the index of the found item that matches it.
  private(set) var found: [Int?]
  /// For each found item, the index of the labelled item that it matches.
  private(set) var meant: [Int?]
  /// For each labelled item, the possible matches, the best first.
  private let candidates: [[Int]]

  init(_ gold: [GoldItem], _ items: [ActionItem]) {
    found = Array(repeating: nil, count: gold.count)
    meant = Array(repeating: nil, count: items.count)
    candidates = gold.map { Self.candidates(for: $0, items) }
    for isArguable in [false, true] {
      let turn = gold.indices.filter { gold[$0].isArguable == isArguable }
      pairExactly(turn.filter { found[$0] == nil }, gold, items)
      for index in turn where found[index] == nil {
        var tried = Array(repeating: false, count: items.count)
        _ = augment(index, &tried)
      }
    }
  }

  /// Pairs items that point at the same message, in order of similarity.
  private mutating func pairExactly(_ turn: [Int], _ gold: [GoldItem], _ items: [ActionItem]) {
    var pairs: [(gold: Int, item: Int, likeness: Int)] = []
    for index in turn {
      let words = Self.words(gold[index].task)
      for item in candidates[index] where items[item].messageId == gold[index].messageId {
        pairs.append((index, item, Self.likeness(gold[index], words, items[item])))
      }
    }
    pairs.sort { ($1.likeness, $0.gold, $0.item) < ($0.likeness, $1.gold, $1.item) }
    for (index, item, _) in pairs where found[index] == nil && meant[item] == nil {
      pair(index, item)
    }
  }

  private mutating func pair(_ gold: Int, _ item: Int) {
    found[gold] = item
    meant[item] = gold
  }

  /// Finds a match for a labelled item, reassigning other matches if necessary (Kuhn's algorithm).
  private mutating func augment(_ gold: Int, _ tried: inout [Bool]) -> Bool {
    for item in candidates[gold] where !tried[item] {
      tried[item] = true
      if let holder = meant[item], !augment(holder, &tried) { continue }
      pair(gold, item)
      return true
    }
    return false
  }

  private static func candidates(for gold: GoldItem, _ items: [ActionItem]) -> [Int] {
    let words = words(gold.task)
    let places = items.enumerated().compactMap { index, item in
      gold.messageIds.firstIndex(of: item.messageId).map { place in
        (index: index, isExact: place == 0, likeness: likeness(gold, words, item))
      }
    }
    return places.sorted {
      if $0.isExact != $1.isExact { return $0.isExact }
      return $0.likeness == $1.likeness ? $0.index < $1.index : $0.likeness > $1.likeness
    }.map(\.index)
  }

  /// Returns the similarity of two items: twice the number of common words, plus one if the assignees are equal.
  private static func likeness(
    _ gold: GoldItem, _ words: Set<Substring>, _ item: ActionItem
  ) -> Int {
    let isSamePersons = Verdict.folded(gold.assignee) == Verdict.folded(item.assignee)
    return 2 * words.intersection(Self.words(item.task)).count + (isSamePersons ? 1 : 0)
  }

  /// Returns the words of more than three characters. Shorter ones do not distinguish tasks.
  private static func words(_ task: String) -> Set<Substring> {
    Set(task.lowercased()[...].split { !$0.isLetter && !$0.isNumber }.filter { $0.count > 3 })
  }
}
