/// One change of a shared text: a removal, an insertion, or both as a replacement.
///
/// Operations may be applied repeatedly and in any order. Replicas with the same operations have the same text.
package struct TextOperation: Hashable, Sendable {
  /// The id of the operation and of its first inserted element. Without an insertion it uses up one number.
  package var id: ElementID
  package var removed: [ElementSpan] = []
  package var insertion: Insertion?

  /// Inserted elements; each is the right child of its predecessor.
  package struct Insertion: Hashable, Sendable {
    /// The parent of the first element; nil for the beginning of the text.
    package var parent: ElementID?
    /// The side of the parent. The beginning has only `after`.
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

  /// Whether an element is a left (`before`) or right (`after`) child of its parent.
  package enum Side: Hashable, Sendable { case before, after }

  /// Consecutive elements of an insertion.
  package enum Piece: Hashable, Sendable {
    case text(String)
    /// This many elements that were removed again. Their text is no longer sent.
    case gone(Int)
  }

  /// How many of its editor's numbers the operation uses up.
  package var count: Int { max(1, insertion?.count ?? 0) }
}
