/// What two texts begin and end with alike, in characters that a reader sees as one.
struct CommonEnds {
  /// Unicode scalars of the common beginning.
  let prefix: Int
  /// Unicode scalars of the common end, behind the common beginning.
  let suffix: Int
  /// What the second text has in between.
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

  /// Whether characters are of the same scalars: those that only look the same are not.
  private static func areSame(_ a: Character, _ b: Character) -> Bool {
    a.unicodeScalars.elementsEqual(b.unicodeScalars)
  }

  private static func scalars(of characters: ArraySlice<Character>) -> Int {
    characters.reduce(0) { $0 + $1.unicodeScalars.count }
  }
}
