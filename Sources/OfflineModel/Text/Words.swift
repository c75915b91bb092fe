/// The words of a message. Every place may be asked for: a message can end anywhere.
///
/// Beyond either end stands a word that is nothing, and a stretch has only the words that there are.
struct Words: RandomAccessCollection, ExpressibleByArrayLiteral {
  private var words: [Word]

  init(arrayLiteral words: Word...) { self.words = words }

  var startIndex: Int { 0 }
  var endIndex: Int { words.count }

  subscript(place: Int) -> Word { words.indices.contains(place) ? words[place] : .nothing }

  subscript(places: Range<Int>) -> ArraySlice<Word> { words[places.clamped(to: words.indices)] }

  mutating func reserveCapacity(_ count: Int) { words.reserveCapacity(count) }

  mutating func append(_ word: Word) { words.append(word) }

  /// Notes what stands behind the last word.
  mutating func note(_ gap: Word.Gap) {
    guard let last = words.indices.last else { return }
    words[last].after.insert(gap)
  }
}

extension Range<Int> {
  /// The places from one up to another; none if that one comes first.
  init(from start: Int, to end: Int) { self = start..<Swift.max(start, end) }
}
