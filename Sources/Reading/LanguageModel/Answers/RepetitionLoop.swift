/// The endless repetition in which an answer ended: white space, or the same words again and again.
///
/// A model that has fallen into a loop stays in it up to the token limit. A higher limit, or a part of the same
/// question, mostly leads into it again.
package enum RepetitionLoop: Hashable, Sendable {
  case whiteSpace, words

  /// The bytes at the end of an answer that are searched.
  private static let tail = 8192
  /// Minimum bytes of a loop, and of repetitions in it.
  private static let leastBytes = 200
  private static let leastRounds = 4

  /// Finds the loop at the end of an answer. Returns nil if there is none.
  package init?(endOf answer: String) {
    // The period of a reversed text's start is that of the text's end.
    let bytes = Array(answer.utf8.suffix(Self.tail).reversed())
    if bytes.count >= Self.leastBytes, bytes.prefix(Self.leastBytes).allSatisfy({ $0 <= 0x20 }) {
      self = .whiteSpace
      return
    }
    // The prefix function of Knuth, Morris and Pratt: the longest proper prefix that also ends at each place.
    var borders = [Int](repeating: 0, count: bytes.count)
    var border = 0
    for place in bytes.indices.dropFirst() {
      while border > 0, bytes[place] != bytes[border] { border = borders[border - 1] }
      if bytes[place] == bytes[border] { border += 1 }
      borders[place] = border
      let length = place + 1
      if length >= Self.leastBytes, length >= (length - border) * Self.leastRounds {
        self = .words
        return
      }
    }
    return nil
  }
}
