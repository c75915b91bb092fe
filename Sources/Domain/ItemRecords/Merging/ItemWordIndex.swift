/// An index from words to items of a conversation (places in `ConversationItems.all`), used if very many items are
/// close in time. A lookup returns items added by `note` that may name the same task: the words of one wording include
/// all words of the other. Entries are never removed, and callers check each candidate.
struct ItemWordIndex: Sendable {
  /// The items with a word in one of their wordings, in ascending order.
  private var places: [UInt64: [Int]] = [:]
  /// For each wording, its rarest word at the time it was added, with the items.
  private var byRarest: [UInt64: [Int]] = [:]
  /// Whether the current version of each item was added.
  private var noted: [Bool] = []

  var isEmpty: Bool { noted.isEmpty }

  func isNoted(_ place: Int) -> Bool { place < noted.count && noted[place] }

  mutating func note(_ wordings: [TaskWording], at place: Int) {
    while noted.count <= place { noted.append(false) }
    noted[place] = true
    for wording in wordings where wording.hasContentWords {
      var rarest: (word: UInt64, count: Int)?
      for word in wording.words {
        let count = places[word, default: []].enter(place)
        if count < rarest?.count ?? .max { rarest = (word, count) }
      }
      if let rarest { byRarest[rarest.word, default: []].enter(place) }
    }
  }

  /// Marks an item as not indexed, because its wordings may have changed.
  mutating func forget(_ place: Int) { if isNoted(place) { noted[place] = false } }

  /// The items that may name the same task as a wording, in ascending order; nil if there are `limit` or more.
  func places(for wording: TaskWording, fewerThan limit: Int) -> [Int]? {
    // Items that say more contain each of its words.
    let more = wording.words.map { places[$0] ?? [] }.min { $0.count < $1.count } ?? []
    // Items that say less have only words of the wording, so their rarest word is also in it.
    let less = wording.words.compactMap { byRarest[$0] }
    guard less.reduce(more.count, { $0 + $1.count }) < limit else { return nil }
    return Set(more).union(less.joined()).sorted()
  }
}
