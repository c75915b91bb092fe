/// The endless repetition in which an answer ended: white space, or the same words again and again.
///
/// A model that has fallen into a loop stays in it up to the token limit. A higher limit, or a part of the same
/// question, mostly leads into it again.
package enum RepetitionLoop: Hashable, Sendable {
  case whiteSpace, words

  /// The bytes at the end of an answer that are searched.
  private static let tail = 8192
  /// Minimum bytes of a loop.
  private static let leastBytes = 200
  /// Minimum repetitions, and minimum repetitions that differ in their numbers, as `m7` and `m8`.
  private static let leastRounds = 4
  private static let leastCounted = 8

  /// Finds the loop at the end of an answer. Returns nil if there is none.
  package init?(endOf answer: String) {
    // The period of a reversed text's start is that of the text's end.
    let bytes = Array(answer.utf8.suffix(Self.tail).reversed())
    if bytes.count >= Self.leastBytes, bytes.prefix(Self.leastBytes).allSatisfy({ $0 <= 0x20 }) {
      self = .whiteSpace
      return
    }
    let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    guard
      Self.repeats(bytes, rounds: Self.leastRounds)
        || Self.repeats(
          bytes.map { digits.contains($0) ? digits.lowerBound : $0 }, rounds: Self.leastCounted)
    else { return nil }
    self = .words
  }

  /// Returns whether a text starts with so many rounds of a shorter one.
  private static func repeats(_ bytes: [UInt8], rounds: Int) -> Bool {
    // The prefix function of Knuth, Morris and Pratt: the longest proper prefix that also ends at each place.
    var borders = [Int](repeating: 0, count: bytes.count)
    var border = 0
    for place in bytes.indices.dropFirst() {
      while border > 0, bytes[place] != bytes[border] { border = borders[border - 1] }
      if bytes[place] == bytes[border] { border += 1 }
      borders[place] = border
      let length = place + 1
      if length >= leastBytes, length >= (length - border) * rounds { return true }
    }
    return false
  }
}
