/// A token of a message: a word, number, name, mark, emoji, link or piece of code. `TokenScanner` makes it.
package struct ChatToken: Sendable {
  /// The hash of the word in lower case, or of the word that stands for its kind.
  package var hash: UInt64
  /// A hash that the forms of a word share (`WordStem`). For a number, a hash of its digits, or of its digit and letter
  /// if it has only one. Zero for other tokens. The lowest two bits say which it is (`Stem`).
  package var stem: UInt64
  /// The byte range in the message.
  package var start: Int32
  package var end: Int32
  /// The index of the person that it names; -1 for nobody.
  package var person: Int16 = -1
  package var kind: Kind
  /// Whether it begins with a capital letter.
  package var isCapital = false

  package enum Kind: UInt8, Sendable { case word, number, name, mark, emoji, link, code }

  /// Makes the word the name of a person. All names share a hash.
  package mutating func setName(of person: Int) {
    (kind, self.person) = (.name, Int16(person))
    (hash, stem) = (TokenScanner.Stand.name, 0)
  }

  /// The kinds of stems, as their lowest two bits.
  package enum Stem {
    package static let word: UInt64 = 0
    /// A number of two or more digits, or a digit with a letter, such as Q4. A digit alone is a count or an hour.
    package static let number: UInt64 = 1
    /// A number of three or more digits that is not a year. It names a thing, such as a ticket or a room.
    package static let name: UInt64 = 3

    package static func kind(of stem: UInt64) -> UInt64 { stem & 3 }

    /// Returns the kind of a token with so many digits and letters; nil if it has more letters than digits, or one digit
    /// alone.
    static func kind(digits: Int, letters: Int, isYear: Bool) -> UInt64? {
      guard digits + letters >= 2, digits >= letters else { return nil }
      return digits >= 3 && !isYear ? name : number
    }
  }
}
