import Digests

/// What the learned part of the model sees of a sentence: features in groups, each feature a hash.
///
/// The members of a group share one value, so that a long sentence has no more to say than a short one.
package struct Features {
  /// Features that share a value.
  package struct Group {
    package let value: Double
    /// Each once, in rising order.
    package let hashes: [UInt32]
  }

  package private(set) var groups: [Group] = []

  /// What a feature is of: each kind starts its hashes elsewhere.
  enum Kind: UInt8 {
    // The words of the sentence.
    case words, gapOfOne, gapOfTwo, start, first, end
    // The sentence.
    case length, question, sentences, place, evidence, pair, noAct
    // What is said next, by whom.
    case nextWord, nextStart
    // What the same one says later.
    case returns, reports
    // The conversation.
    case lengths, people, questions
  }

  static func hash(_ kind: Kind, _ parts: UInt64...) -> UInt32 {
    var hash = FNV1a.adding(kind.rawValue, to: FNV1a.start)
    for part in parts {
      hash = (hash ^ part) &* 0x9E37_79B9_7F4A_7C15
      hash ^= hash >> 29
    }
    return UInt32(truncatingIfNeeded: hash >> 20)
  }

  /// Adds features that have a value of 1 each.
  mutating func add(_ hashes: [UInt32]) {
    groups.append(Group(value: 1, hashes: Self.sorted(hashes)))
  }

  /// Adds features that have a length together: as a vector it is as long however many they are.
  mutating func add(_ hashes: [UInt32], length: Double) {
    let hashes = Self.sorted(hashes)
    if hashes.isEmpty { return }
    groups.append(Group(value: length / Double(hashes.count).squareRoot(), hashes: hashes))
  }

  private static func sorted(_ hashes: [UInt32]) -> [UInt32] {
    hashes.sorted().reduce(into: []) { if $0.last != $1 { $0.append($1) } }
  }
}
