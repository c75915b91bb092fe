/// What somebody typed, as far as a review minds it.
enum ReviewKey: Hashable, Sendable {
  case character(Character)
  /// A character of what was pasted, which is never a command.
  case pasted(Character)
  case enter, escape
  /// Takes the last character, word or all of what was typed away.
  case erase, eraseWord, eraseLine
  /// Control-D.
  case end
  /// An arrow, a function key and the like.
  case other
}
