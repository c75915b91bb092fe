/// A word of a task as it is written, and where it comes from.
struct TaskPiece {
  var text: String
  /// The word of the message; nil for one that was put in.
  var index: Int?
  /// What stands between the piece before and this one.
  var glue = " "

  /// Pieces as text.
  static func text(_ pieces: [TaskPiece]) -> String {
    pieces.enumerated().reduce(into: "") { text, piece in
      if piece.offset > 0 { text += piece.element.glue }
      text += piece.element.text
    }
  }
}
