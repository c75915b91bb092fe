/// One change of a shared text: elements taken out, elements put in, or both, which is a replacement.
///
/// Operations may be taken any number of times and in any order; all who have taken the same ones have the same
/// text.
public struct TextOperation: Hashable, Sendable {
  /// Its id, which is that of the first element that it puts in. One that puts in none uses up one number.
  public var id: ElementID
  /// What it takes out.
  public var removed: [ElementSpan]
  /// What it puts in; nil for nothing.
  public var insertion: Insertion?

  /// Elements put in, each behind the one before it.
  public struct Insertion: Hashable, Sendable {
    /// The element that the first one hangs on; nil for the beginning of the text.
    public var parent: ElementID?
    /// On which side of it; of the beginning there is only what is behind it.
    public var side: Side
    /// The text, in pieces.
    public var pieces: [Piece]

    /// Puts the parts together.
    public init(parent: ElementID?, side: Side, pieces: [Piece]) {
      self.parent = parent
      self.side = side
      self.pieces = pieces
    }

    /// How many elements there are.
    public var count: Int {
      pieces.reduce(0) { sum, piece in
        switch piece {
        case .text(let text): sum + text.unicodeScalars.count
        case .gone(let count): sum + count
        }
      }
    }
  }

  /// A side of an element.
  public enum Side: Hashable, Sendable {
    case before
    case after
  }

  /// A piece of what is put in.
  public enum Piece: Hashable, Sendable {
    /// A text.
    case text(String)
    /// So many elements that were taken out again: what they were is not told any more.
    case gone(Int)
  }

  /// Puts the parts together.
  public init(id: ElementID, removed: [ElementSpan] = [], insertion: Insertion? = nil) {
    self.id = id
    self.removed = removed
    self.insertion = insertion
  }

  /// How many numbers of its editor it uses up.
  public var count: Int { max(1, insertion?.count ?? 0) }
}
