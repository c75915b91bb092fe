/// An index of a conversation's items by the words of their tasks. It finds the items that may name the same task as a
/// finding: one wording contains all that the other says.
///
/// It is only a prefilter: entries are never removed, and each candidate is checked.
struct PlacesByWord: Sendable {
  /// The items with a word in one of their wordings, in ascending order.
  private var places: [UInt64: [Int]] = [:]
  /// The items by the word of each wording that was rarest when it was added.
  private var byRarest: [UInt64: [Int]] = [:]
  /// Whether the current version of each item was added.
  private var noted: [Bool] = []

  var isEmpty: Bool { noted.isEmpty }

  func isNoted(_ place: Int) -> Bool { place < noted.count && noted[place] }

  mutating func note(_ wordings: [TaskWording], at place: Int) {
    while noted.count <= place { noted.append(false) }
    noted[place] = true
    for wording in wordings where wording.isTelling {
      var rarest: (word: UInt64, count: Int)?
      for word in wording.words {
        let count = places[word, default: []].enter(place)
        if count < rarest?.count ?? .max { rarest = (word, count) }
      }
      if let rarest { byRarest[rarest.word, default: []].enter(place) }
    }
  }

  /// Marks an item whose wordings may have changed to be added again.
  mutating func forget(_ place: Int) { if isNoted(place) { noted[place] = false } }

  /// The items that may name the same task as a wording, in ascending order; nil if there are `limit` or more.
  func places(for wording: TaskWording, fewerThan limit: Int) -> [Int]? {
    // Items that say more contain each of its words.
    let more = wording.words.map { places[$0] ?? [] }.min { $0.count < $1.count } ?? []
    // Items that say less have only words of the wording, so their rarest word is one, too.
    let less = wording.words.compactMap { byRarest[$0] }
    guard less.reduce(more.count, { $0 + $1.count }) < limit else { return nil }
    return Set(more).union(less.joined()).sorted()
  }
}
