/// The common beginning and end of two texts, compared by grapheme clusters.
struct CommonEnds {
  let prefix: Int
  /// The length of the common end, which does not overlap the beginning. Lengths count Unicode scalars.
  let suffix: Int
  let middle: String

  init(_ old: String, _ new: String) {
    let (old, new) = (Array(old), Array(new))
    let shorter = min(old.count, new.count)
    var start = 0
    while start < shorter, Self.areSame(old[start], new[start]) { start += 1 }
    var end = 0
    while end < shorter - start, Self.areSame(old[old.count - 1 - end], new[new.count - 1 - end]) {
      end += 1
    }
    prefix = Self.scalars(of: new[..<start])
    suffix = Self.scalars(of: new[(new.count - end)...])
    middle = String(new[start..<new.count - end])
  }

  /// Whether two characters have the same scalars. Canonical equivalence is not enough.
  private static func areSame(_ a: Character, _ b: Character) -> Bool {
    a.unicodeScalars.elementsEqual(b.unicodeScalars)
  }

  private static func scalars(of characters: ArraySlice<Character>) -> Int {
    characters.reduce(0) { $0 + $1.unicodeScalars.count }
  }
}
