/// Work that its speaker says is done: "I've sent the report", "habe den Bericht geschickt".
///
/// Taken are plain words alone, for an item that is done is not opened again by what is read later: nothing that
/// is asked, denied, doubted, half done, still to come, told of others or bound to a condition.
struct FinishedWork {
  /// The work as a task: "send the report".
  let task: String
  /// Its verb, as a task has it: "send".
  let infinitive: String
  /// The words that tell it.
  let words: Range<Int>
  /// Those among them that say what was done, its verb aside.
  let telling: [Int]

  /// So much of one message is looked at.
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

  /// The work that a verb tells of; nil where it does not say what was done, by whom, or whether it was.
  private init?(_ reader: ActReader, _ verb: Int, _ sentence: Range<Int>) {
    let utterance = reader.utterance
    guard let (infinitive, language) = reader.lexicon.pasts[utterance.words[verb].id],
      utterance.words[verb].form.isDisjoint(with: [.quoted, .opaque])
    else { return nil }
    let isLast = reader.lexicon.languages[language].verbIsLast
    let clause = Self.clause(of: verb, in: sentence, reader)
    var start = clause.lowerBound
    while start < verb, Self.leads(start, reader) { start += 1 }
    let leading = clause.lowerBound..<start
    let told = isLast ? start..<verb : verb + 1..<clause.upperBound
    guard isLast ? verb == clause.upperBound - 1 : start == verb,
      Self.isOwn(leading, before: told, isLast: isLast, reader),
      (1...Self.longest).contains(told.count), told.contains(where: { Self.isTelling($0, reader) }),
      Self.isPlain(sentence, clause, verb, told, reader)
    else { return nil }
    self.infinitive = infinitive
    let object = told.filter { !Self.isTime($0, reader) }.map(utterance.text).joined(separator: " ")
    task = isLast ? "\(object) \(infinitive)" : "\(infinitive) \(object)"
    words = clause
    telling = told.filter { Self.isTelling($0, reader) }
  }

  // MARK: - Whose it is

  /// Whether a word may stand between the beginning of a clause and the verb: "ok @Anna, I've just".
  private static func leads(_ index: Int, _ reader: ActReader) -> Bool {
    reader.has(index, [.speaker, .auxiliary, .plain, .joiner]) && !reader.has(index, .group)
      || reader.utterance.words[index].form.contains(.mention)
  }

  /// Whether a clause speaks of who wrote it: it says so, or leaves out who did it and goes on with a thing.
  private static func isOwn(
    _ leading: Range<Int>, before told: Range<Int>, isLast: Bool, _ reader: ActReader
  ) -> Bool {
    let words = reader.utterance.words
    // "Ben: sent the report", in somebody's minutes
    if leading.lowerBound > 0, words[leading.lowerBound - 1].after.contains(.colon) { return false }
    let auxiliary = leading.first { reader.has($0, .auxiliary) }
    if let auxiliary, leading.contains(auxiliary + 1), reader.has(auxiliary + 1, .speaker) {
      // "have I sent the report", but "jetzt habe ich den Bericht geschickt"
      return isLast && leading.contains(auxiliary - 1) && reader.has(auxiliary - 1, .adverb)
    }
    if auxiliary != nil { return true }
    if isLast { return false }
    if leading.contains(where: { reader.has($0, .speaker) }) { return true }
    if leading.contains(where: { words[$0].form.contains(.mention) }) { return false }
    guard let first = told.first else { return false }
    return reader.has(first, [.article, .speakers])
      || !words[first].form.isDisjoint(with: [.capital, .digit])
  }

  // MARK: - Whether it is done

  /// Whether nothing in a sentence up to a clause's end, nor the word behind it, casts doubt on what is told.
  private static func isPlain(
    _ sentence: Range<Int>, _ clause: Range<Int>, _ verb: Int, _ told: Range<Int>,
    _ reader: ActReader
  ) -> Bool {
    let doubts: Roles = [.negation, .doubtful, .condition, .subordinator, .complementizer, .report]
    func isDoubt(_ index: Int) -> Bool {
      reader.has(index, doubts) || reader.cue(at: index, index + 1)?.kind == .refuse
    }
    let before = (sentence.lowerBound..<clause.upperBound).contains { index in
      index != verb && index != clause.lowerBound && isDoubt(index)
    }
    // "I sent it. Just kidding."
    let later = sentence.upperBound..<reader.utterance.words.count
    if later.contains(where: { reader.has($0, [.negation, .doubtful]) }) { return false }
    let behind = clause.upperBound
    if before || isDoubt(clause.lowerBound) && clause.lowerBound == sentence.lowerBound
      || behind < sentence.upperBound && isDoubt(behind)
    {
      return false
    }
    return !told.contains { index in
      // "asked Anna to send the report", "scheduled maintenance is a mess"
      reader.has(index, .copula)
        || reader.has(index, .infinitiveMark)
          && reader.has(index + 1, [.work, .answer, .idle, .depart])
    }
  }

  /// The clause around a verb: between the marks around it, from a joiner to the next one.
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

  /// "today", "this morning": when it was done is no part of what was to be done.
  private static func isTime(_ index: Int, _ reader: ActReader) -> Bool {
    let times: Roles = [.later, .atOnce, .urgent, .plain]
    return reader.has(index, times) || reader.has(index, .pronoun) && reader.has(index + 1, times)
  }

  /// Whether a word says what was done, rather than to what that was said before.
  private static func isTelling(_ index: Int, _ reader: ActReader) -> Bool {
    let word = reader.utterance.words[index]
    return (word.end - word.start > 2 || word.form.contains(.digit))
      && reader.roles(index).isSubset(of: [.work, .past])
  }
}
