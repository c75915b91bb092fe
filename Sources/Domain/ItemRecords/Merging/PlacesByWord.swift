/// Which items name a task with some word, so that of very many only those are looked at that may name the same task
/// as a finding: one wording of the two says all that the other says.
///
/// It only says what may be meant: nothing is taken out again, and what is looked up is looked at.
struct PlacesByWord: Sendable {
  /// The items that have a word in one of their wordings, in ascending order.
  private var places: [UInt64: [Int]] = [:]
  /// The items by the one word of each wording that the fewest had when it was noted.
  private var byRarest: [UInt64: [Int]] = [:]
  /// Of each place whether its item was noted as it is.
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

  /// Has an item be noted anew that may have other wordings now.
  mutating func forget(_ place: Int) { if isNoted(place) { noted[place] = false } }

  /// The items that may name the same task as a wording, in ascending order; nil where there are not fewer than
  /// `limit`.
  func places(for wording: TaskWording, fewerThan limit: Int) -> [Int]? {
    // Those that say all of it have each of its words.
    let more = wording.words.map { places[$0] ?? [] }.min { $0.count < $1.count } ?? []
    // Of those that say less every word is one of its, so the rarest is, too.
    let less = wording.words.compactMap { byRarest[$0] }
    guard less.reduce(more.count, { $0 + $1.count }) < limit else { return nil }
    return Set(more).union(less.joined()).sorted()
  }
}
