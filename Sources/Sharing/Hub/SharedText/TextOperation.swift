/// One change of a shared text: elements taken out, elements put in, or both, which is a replacement.
///
/// Operations may be taken any number of times and in any order; all who have taken the same ones have the same text.
package struct TextOperation: Hashable, Sendable {
  /// Its id, which is that of the first element that it puts in. One that puts in none uses up one number.
  package var id: ElementID
  package var removed: [ElementSpan] = []
  package var insertion: Insertion?

  /// Elements put in, each behind the one before it.
  package struct Insertion: Hashable, Sendable {
    /// The element that the first one hangs on; nil for the beginning of the text.
    package var parent: ElementID?
    /// On which side of it; of the beginning there is only what is behind it.
    package var side: Side
    package var pieces: [Piece]

    package var count: Int {
      pieces.reduce(0) { sum, piece in
        switch piece {
        case .text(let text): sum + text.unicodeScalars.count
        case .gone(let count): sum + count
        }
      }
    }
  }

  package enum Side: Hashable, Sendable { case before, after }

  package enum Piece: Hashable, Sendable {
    case text(String)
    /// So many elements that were taken out again: what they were is not told any more.
    case gone(Int)
  }

  /// How many numbers of its editor it uses up.
  package var count: Int { max(1, insertion?.count ?? 0) }
}
