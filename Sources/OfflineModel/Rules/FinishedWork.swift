/// Work that a message tells is done: "I've sent the report", "habe den Bericht geschickt".
///
/// It is told by whoever did it. What is said of somebody else, asked or denied is none.
struct FinishedWork {
  /// The work as a task: "send the report".
  let task: String
  /// The words that tell it.
  let words: Range<Int>
  /// Whether it is the speaker alone who did it: "we sent it" may be anybody.
  let isSpeakers: Bool

  /// More than these are no message that a person wrote.
  private static let limit = 8
  /// More words than these are no short task.
  private static let longest = 16

  /// The work that a message tells is done, in the order of its words.
  static func all(in reader: ActReader) -> [FinishedWork] {
    if reader.utterance.isCommand { return [] }
    var found: [FinishedWork] = []
    for sentence in reader.utterance.sentences where !reader.utterance.isQuestion(sentence) {
      for verb in sentence where reader.has(verb, .past) && found.count < limit {
        if let work = FinishedWork(reader, verb, sentence) { found.append(work) }
      }
    }
    return found
  }

  /// The work that a verb tells of; nil where it says nothing of what, or not who.
  private init?(_ reader: ActReader, _ verb: Int, _ sentence: Range<Int>) {
    let utterance = reader.utterance
    guard let (infinitive, language) = reader.lexicon.pasts[utterance.words[verb].id],
      utterance.words[verb].form.isDisjoint(with: [.quoted, .opaque])
    else { return nil }
    let isLast = reader.lexicon.languages[language].verbIsLast
    let clause = Self.clause(of: verb, in: sentence, reader)
    var start = clause.lowerBound
    // "ok, I've just …", "habe ich …"
    let leads: Roles = [.speaker, .perfect, .adverb, .opener, .joiner]
    while start < verb, reader.has(start, leads), !reader.has(start, .negation) { start += 1 }
    let leading = clause.lowerBound..<start
    let told = isLast ? start..<verb : verb + 1..<clause.upperBound
    guard isLast ? verb == clause.upperBound - 1 : start == verb,
      !isLast || leading.contains(where: { reader.has($0, .perfect) }),
      (1...Self.longest).contains(told.count),
      !told.contains(where: { Self.isDenial($0, reader) || reader.has($0, .condition) }),
      told.contains(where: { Self.isTelling($0, reader) })
    else { return nil }
    let object = utterance.text(told)
    task = isLast ? "\(object) \(infinitive)" : "\(infinitive) \(object)"
    words = leading.lowerBound..<clause.upperBound
    isSpeakers = !leading.contains { reader.has($0, .team) }
  }

  /// The clause around a verb: between the marks around it, and no further than the next verb that tells of
  /// something else.
  private static func clause(
    of verb: Int, in sentence: Range<Int>, _ reader: ActReader
  ) -> Range<Int> {
    let words = reader.utterance.words
    var start = verb
    while start > sentence.lowerBound, !words[start - 1].after.endsPhrase,
      start == verb || !reader.has(start, .joiner)
    {
      start -= 1
    }
    var end = verb + 1
    while end < sentence.upperBound, !words[end - 1].after.endsPhrase,
      !reader.has(end, [.joiner, .reason])
    {
      end += 1
    }
    return start..<end
  }

  /// "not", "no"
  private static func isDenial(_ index: Int, _ reader: ActReader) -> Bool {
    reader.has(index, .negation) || reader.cue(at: index, index + 1)?.kind == .refuse
  }

  /// Whether a word says what was done, rather than to what that was said before.
  private static func isTelling(_ index: Int, _ reader: ActReader) -> Bool {
    let word = reader.utterance.words[index]
    return (word.end - word.start > 2 || word.form.contains(.digit))
      && reader.roles(index).isSubset(of: [.work, .past, .team, .support])
  }
}
