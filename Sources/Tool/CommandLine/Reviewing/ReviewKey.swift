/// A key press in a review.
enum ReviewKey: Hashable, Sendable {
  case character(Character)
  /// A pasted character, which is never a command.
  case pasted(Character)
  case enter, escape
  /// Deletes the last character, the last word or the whole input.
  case erase, eraseWord, eraseLine
  /// Control-D.
  case end
  /// Arrow keys, function keys and similar ones.
  case other
}
