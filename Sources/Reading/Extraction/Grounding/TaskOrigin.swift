import ActionItems
import ItemRecords

/// Finds out whether a task was made up: of words that the window does not have, or, where a message
/// speaks to the model, from another message than the one that its item cites.
///
/// A task is worded anew, so its words need not stand in its message: "will do" has none of them. But
/// half of them stand in the chat near it (of 1,529 labelled items all but 6, of as many tasks of other
/// chats 8 in a hundred). And where a message may have talked the model into it, a task of words that the cited
/// message does not refer to has been slipped under it.
enum TaskOrigin {
  /// Words of a task, in tenths, that another message has to have.
  private static let share = 7

  /// Whether the task is foreign to the line that its item cites; `isOfKnown` where nothing is made of the item
  /// that was not there before, `isShared` where another item has the same words for its quote.
  static func isForeign(
    _ task: String, quote: String?, line: Int, isOfKnown: Bool, isShared: Bool,
    _ people: People, _ text: inout WindowText
  ) -> Bool {
    let words = Set(WordList.telling(FoldedText(task)))
    guard words.count >= 2 else { return false }
    let own = WordOrigins.count(words, in: text.words(ofLine: line))
    if own * 10 >= words.count * share { return false }
    let said = quote.map { FoldedText($0) } ?? text.text(ofLine: line)
    let isBare = WordList.telling(said).count < fewWords
    // A short window may not show what "it" is.
    let mayBeUnseen = text.isShort && !speaksForItself(said)
    if !isOfKnown, quote != nil, !mayBeUnseen {
      let known = text.count(of: words, near: line)
      if known * 2 < words.count, known == 0 && isBare || isOfSameLanguage(task, &text) {
        return true
      }
    }
    // By itself a model seldom makes such a mistake: what is bare in honest chat would be refused for it.
    guard isShared || text.holdsImitation() else { return false }
    let sender = text.message(ofLine: line).sender
    var honest = own
    var imitated = 0
    // Whether somebody else says it; people come back to what they said themselves.
    var isOthers = false
    for (other, found) in text.counts(of: words).enumerated() where other != line {
      guard found >= 2, found * 10 >= words.count * share else { continue }
      if text.imitatesPrompt(line: other) {
        imitated = max(imitated, found)
      } else {
        honest = max(honest, found)
        if sender == nil || text.message(ofLine: other).sender != sender { isOthers = true }
      }
    }
    if imitated > honest { return true }
    if own > 0 { return false }
    // Nothing of the task in its message, nothing there that points elsewhere, and all of it elsewhere.
    if speaksForItself(said) { return isOthers || imitated > 0 }
    // What is said of an item that is known has its words from there, and what is kept unproven is told.
    return !isOfKnown && quote != nil && isBare && !isAnswered(words, line, people, &text)
  }

  /// Another line that has most words of a task, where the line that its item cites has none of them and speaks of
  /// something else: the item is that line's.
  static func home(of task: String, quote: String?, line: Int, _ text: inout WindowText) -> Int? {
    let words = Set(WordList.telling(FoldedText(task)))
    guard words.count >= 2, text.words(ofLine: line).isDisjoint(with: words),
      speaksForItself(quote.map { FoldedText($0) } ?? text.text(ofLine: line))
    else { return nil }
    let counts = text.counts(of: words)
    guard counts[line] == 0, let most = counts.max(), most >= 2, most * 10 >= words.count * share
    else { return nil }
    return text.lines(nearest: line).first { counts[$0] == most }
  }

  /// Whether a task has words of grammar that the window has as well: one in another language has none of its
  /// other words there, and is honest all the same.
  private static func isOfSameLanguage(_ task: String, _ text: inout WindowText) -> Bool {
    guard let language = WordList.Grammar(of: WordList.all(FoldedText(task))).language else {
      return false
    }
    return language == text.language()
  }

  /// With fewer words that say anything a message is about what another one says.
  private static let fewWords = 3
  /// Lines before "ok" that it may answer.
  private static let reach = 12

  /// Whether a line that says nothing of a task itself may be about it: whoever wrote it speaks of the task
  /// elsewhere, or somebody asks them before.
  ///
  /// What stands before a message that speaks to them is answered by that one's answer only if it speaks to them
  /// as well.
  private static func isAnswered(
    _ words: Set<String>, _ line: Int, _ people: People, _ text: inout WindowText
  ) -> Bool {
    let counts = text.counts(of: words)
    let most = counts.indices.filter { $0 != line }.map { counts[$0] }.max() ?? 0
    let message = text.message(ofLine: line)
    var isSpokenTo = false
    var seen = 0
    for other in counts.indices.prefix(line).reversed() {
      let earlier = text.message(ofLine: other)
      let isAnswered = earlier.id == message.replyTo || earlier.id == message.threadId
      // Few words of the task are enough if no other message has more of them.
      let isAbout =
        counts[other] > 0 && counts[other] * 2 >= most && !text.imitatesPrompt(line: other)
      if let sender = message.sender, earlier.sender == sender {
        if isAbout { return true }
        continue
      }
      if isAnswered, isAbout { return true }
      guard earlier.threadId == message.threadId || earlier.id == message.threadId, seen < reach
      else {
        continue
      }
      seen += 1
      let speaksToThem =
        message.sender.map { text.address(ofLine: other, people).people.contains($0) } ?? false
      if isAbout, !isSpokenTo || speaksToThem { return true }
      isSpokenTo = isSpokenTo || speaksToThem
    }
    // They may say later what they mean.
    return counts.indices.dropFirst(line + 1).contains { other in
      counts[other] > 0 && counts[other] * 2 >= most && message.sender != nil
        && text.message(ofLine: other).sender == message.sender
    }
  }

  /// Whether words name their object: no "it", no "yes", no bare "I can".
  static func speaksForItself(_ text: FoldedText) -> Bool {
    let all = WordList.all(text)
    let telling = WordList.telling(text).filter { !CalendarWords.all.contains($0) }
    return !all.contains { pointers.contains($0) } && telling.count >= 2
  }

  /// Words that point at another message, without their endings.
  private static let pointers = WordList.set(
    """
    it its that thats this one ones them those these same so yes yep yeah yup ok okay sure fine
    done do did me mine us assign name volunteer ja klar gerne das es dies dran ubernehme mache
    """)
}
