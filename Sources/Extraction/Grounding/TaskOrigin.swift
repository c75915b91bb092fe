/// Finds out whether a task was made up from another message than the one that its item cites.
///
/// A task is worded anew, so its words need not stand in its message: "will do" has none of them. But
/// when they come from a message that the cited one does not refer to, one has been slipped under the
/// other.
enum TaskOrigin {
  /// Words of a task, in tenths, that another message has to have.
  private static let share = 7

  /// Whether the task is foreign to the line that its item cites.
  static func isForeign(
    _ task: String, quote: String?, line: Int, _ text: inout WindowText
  ) -> Bool {
    let words = Set(WordList.telling(FoldedText(task)))
    guard words.count >= 2 else { return false }
    let own = WordOrigins.count(words, in: text.words(ofLine: line))
    if own * 10 >= words.count * share { return false }
    var honest = own
    var imitated = 0
    for (other, found) in text.counts(of: words).enumerated() where other != line {
      guard found >= 2, found * 10 >= words.count * share else { continue }
      if text.imitatesPrompt(line: other) {
        imitated = max(imitated, found)
      } else {
        honest = max(honest, found)
      }
    }
    if imitated > honest { return true }
    // Nothing of the task in its message, nothing there that points elsewhere, and all of it elsewhere.
    let said = quote.map { FoldedText($0) } ?? text.text(ofLine: line)
    return own == 0 && max(honest, imitated) > 0 && speaksForItself(said)
  }

  /// Whether words name their object: no "it", no "yes", no bare "I can".
  static func speaksForItself(_ text: FoldedText) -> Bool {
    let all = WordList.all(text)
    return !all.contains { pointers.contains($0) } && WordList.telling(text).count >= 2
  }

  /// Words that point at another message, without their endings.
  private static let pointers: Set<String> = Set(
    WordList.all(
      FoldedText(
        """
        it its that thats this one ones them those these same so yes yep yeah yup ok okay sure fine
        done do did me mine us assign name volunteer ja klar gerne das es dies dran ubernehme mache
        """)))
}
