import ActionItems
import ItemRecords

/// Detects tasks that the model made up, and tasks that belong to another message than the cited one.
/// A task is suspect if the window lacks its words. If a message may have instructed the model, a task from another
/// message than the cited one is suspect too.
///
/// Tasks are rephrased, so their words need not be in their own message: "will do" has none of them. But half of the
/// words occur in nearby chat for all but 6 of 1,529 labelled items. For as many tasks from other chats, this is so in
/// 8 percent.
enum TaskOrigin {
  /// Minimum share of a task's words, in tenths, that another message has to contain.
  private static let share = 7

  /// Returns whether a task is foreign to the line that its item cites.
  /// `isOfKnown` means that the item updates an existing one. `isShared` means that another item has the same quote.
  static func isForeign(
    _ task: String, quote: String?, line: Int, isOfKnown: Bool, isShared: Bool,
    _ people: People, _ text: inout WindowText
  ) -> Bool {
    let words = Set(WordList.contentWords(of: NormalisedText(task)))
    guard words.count >= 2 else { return false }
    let own = WordOrigins.count(words, in: text.words(ofLine: line))
    if own * 10 >= words.count * share { return false }
    let said = quote.map { NormalisedText($0) } ?? text.text(ofLine: line)
    let isBare = WordList.contentWords(of: said).count < fewWords
    // A short window may not show what "it" refers to.
    let mayBeUnseen = text.isShort && !speaksForItself(said)
    if !isOfKnown, quote != nil, !mayBeUnseen {
      let known = text.count(of: words, near: line)
      if known * 2 < words.count, known == 0 && isBare || isOfSameLanguage(task, &text) {
        return true
      }
    }
    // Models rarely cite the wrong message unprompted. Without this check, short honest messages would be rejected.
    guard isShared || text.holdsImitation() else { return false }
    let sender = text.message(ofLine: line).sender
    var honest = own
    var imitated = 0
    // Whether another person says it. People often repeat themselves.
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
    // The message has none of the task's words and names its own subject, and another message has most of them.
    if speaksForItself(said) { return isOthers || imitated > 0 }
    // Updates take their words from the known item, and unproven items are reported anyway.
    return !isOfKnown && quote != nil && isBare && !isAnswered(words, line, people, &text)
  }

  /// Returns another line that has most words of a task, if the cited line has none of them and names another subject.
  /// The item belongs to that line.
  static func home(of task: String, quote: String?, line: Int, _ text: inout WindowText) -> Int? {
    let words = Set(WordList.contentWords(of: NormalisedText(task)))
    guard words.count >= 2, text.words(ofLine: line).isDisjoint(with: words),
      speaksForItself(quote.map { NormalisedText($0) } ?? text.text(ofLine: line))
    else { return nil }
    let counts = text.counts(of: words)
    guard counts[line] == 0, let most = counts.max(), most >= 2, most * 10 >= words.count * share
    else { return nil }
    return text.lines(nearest: line).first { counts[$0] == most }
  }

  /// Returns whether a task is in the language of the window, judged by function words. A task in another language
  /// shares no words with it, and may still be honest.
  private static func isOfSameLanguage(_ task: String, _ text: inout WindowText) -> Bool {
    guard let language = WordList.Grammar(of: WordList.all(NormalisedText(task))).language else {
      return false
    }
    return language == text.language()
  }

  /// With fewer content words, a message refers to another one.
  private static let fewWords = 3
  /// Maximum lines before a reply such as "ok" that it may answer.
  private static let reach = 12

  /// Returns whether a line without words of a task may still be about it. The sender mentions the task elsewhere, or
  /// another person asks them before.
  ///
  /// Once a message addresses the sender, an earlier one counts only if it addresses them as well.
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
      // A few words of the task are enough if no other message has more.
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
        message.sender.map { text.addressees(ofLine: other, people).people.contains($0) } ?? false
      if isAbout, !isSpokenTo || speaksToThem { return true }
      isSpokenTo = isSpokenTo || speaksToThem
    }
    // The sender may explain it later.
    return counts.indices.dropFirst(line + 1).contains { other in
      counts[other] > 0 && counts[other] * 2 >= most && message.sender != nil
        && text.message(ofLine: other).sender == message.sender
    }
  }

  /// Returns whether a text names its subject: no "it", no "yes", no bare "I can".
  static func speaksForItself(_ text: NormalisedText) -> Bool {
    let all = WordList.all(text)
    let contentWords = WordList.contentWords(of: text).filter { !CalendarWords.all.contains($0) }
    return !all.contains { pointers.contains($0) } && contentWords.count >= 2
  }

  /// Words that refer to another message, as stems.
  private static let pointers = WordList.set(
    """
    it its that thats this one ones them those these same so yes yep yeah yup ok okay sure fine
    done do did me mine us assign name volunteer ja klar gerne das es dies dran ubernehme mache
    """)
}
