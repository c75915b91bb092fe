/// The result of `Grammar.deadline` for the words from one token on: a deadline, a hint at one, or neither.
struct DateStatement {
  /// The deadline, if there is one.
  var dueDate: DueDate?
  /// Whether the words alone are not a deadline but may be meant as one: `ETA 1 day`.
  var isHint = false
  let reading: Reading
  let prefix: Prefix
  /// The token to continue at; the first token itself if the words may still be part of something else.
  let end: Int
}
