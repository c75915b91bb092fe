import ItemRecords

/// A quote in a model's reply, prepared for searching it in messages.
struct Quotation: Sendable {
  private let whole: [UInt8]
  /// The parts between omission marks.
  private let pieces: [ArraySlice<UInt8>]

  /// Maximum pieces of a quote.
  private static let pieceLimit = 5
  /// Minimum bytes of a piece. Shorter ones match anywhere.
  private static let shortestPiece = 3
  /// Maximum bytes of the message that a quote with omissions may span. Beyond that only its longest piece is kept.
  private static let longestSpan = 400

  init(_ quote: String) {
    whole = NormalisedText(quote).bytes
    pieces = Self.pieces(of: whole)
  }

  var isEmpty: Bool { !whole.contains { NormalisedText.isWordByte($0) || $0 >= 0x80 } }

  /// Returns the quoted words as they are written in a text; nil if the text does not contain them.
  ///
  /// Pieces around an omission have to occur in order.
  func find(in text: NormalisedText) -> String? {
    if isEmpty { return nil }
    if let range = text.find(whole[...]) { return text.original(range) }
    guard !pieces.isEmpty else { return nil }
    var ranges: [Range<Int>] = []
    for piece in pieces {
      guard let range = text.find(piece, from: ranges.last?.upperBound ?? 0) else { return nil }
      ranges.append(range)
    }
    guard let first = ranges.first, let last = ranges.last else { return nil }
    let span = first.lowerBound..<last.upperBound
    if span.count <= Self.longestSpan { return text.original(span) }
    return ranges.max { $0.count < $1.count }.map(text.original)
  }

  /// Returns the pieces around `...`, `…` and `[...]`. Empty if there is no omission, or there are too many.
  private static func pieces(of quote: [UInt8]) -> [ArraySlice<UInt8>] {
    var pieces: [ArraySlice<UInt8>] = []
    var start = 0
    var index = 0
    var isCut = false
    while index < quote.count {
      var end = index
      while end < quote.count, quote[end] == UInt8(ascii: ".") { end += 1 }
      guard end - index >= 3 else {
        index = max(end, index + 1)
        continue
      }
      isCut = true
      pieces.append(trimmed(quote[start..<index]))
      start = end
      index = end
    }
    pieces.append(trimmed(quote[start...]))
    pieces.removeAll { $0.isEmpty }
    guard isCut, pieces.count <= pieceLimit, pieces.allSatisfy({ $0.count >= shortestPiece }) else {
      return []
    }
    return pieces
  }

  /// Removes the spaces and brackets around an omission mark.
  private static func trimmed(_ piece: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var (start, end) = (piece.startIndex, piece.endIndex)
    let marks = Array(" []()".utf8)
    while start < end, marks.contains(piece[start]) { start += 1 }
    while end > start, marks.contains(piece[end - 1]) { end -= 1 }
    return piece[start..<end]
  }
}
