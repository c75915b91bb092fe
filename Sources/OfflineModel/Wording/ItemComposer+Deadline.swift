import ActionItemModel
import CivilTime
import DueDates
import TimeZones
import Windowing

/// When a task is due.
extension ItemComposer {
  /// A deadline as text, where its words stand, in bytes of the message, and whether they say "by".
  struct Due {
    let text: String
    let bytes: Range<Int>
    let isLimit: Bool
  }

  /// The deadline that the task's own words state, or else the sentence around them, the next one,
  /// another message about it, an answer, what its author adds, or the question that it answers.
  func due(_ found: TalkReader.Found, _ utterance: Utterance) -> (text: String, bytes: Range<Int>?)?
  {
    // "the draft by Monday, and I'll send the slides by Friday": each task has its own.
    let sentence = found.act.kind == .minute ? found.act.words : found.act.sentence
    let stated =
      ownDue(found, utterance)
      ?? dues(in: sentence, utterance, found.line).first {
        $0.isLimit || leadsUp($0.bytes, to: found, utterance)
      }
    if let stated { return (stated.text, stated.bytes) }
    // "tomorrow", written nobody knows when, is no day, and not the one that somebody else speaks of.
    if reader.window.lines[found.line].message.timestamp == nil,
      reader.saysWhen(sentence, utterance)
    {
      return nil
    }
    return lentDue(found, utterance, behind: sentence).map { ($0.text, nil) }
  }

  /// The deadline that the task's own words state: the first one, or a limit that comes before that day, as in "for
  /// Saturday, no later than Thursday".
  private func ownDue(_ found: TalkReader.Found, _ utterance: Utterance) -> Due? {
    let clause = ownClause(of: found, utterance)
    guard let first = due(in: clause, utterance, found.line) else { return nil }
    if first.isLimit { return first }
    let limit = dues(in: clause, utterance, found.line).first(where: \.isLimit)
    // What stands behind what is told is told, too, unless it is a limit.
    if found.act.kind != .minute, isTold(first.bytes, in: clause, utterance) { return limit }
    return limit.flatMap { $0.text < first.text ? $0 : nil } ?? first
  }

  /// Whether a time is part of what somebody is told: "tell Kai that the meeting is on Friday", "say that the call
  /// on Friday is off"; not of what is to be done: "make sure that it is there on Friday".
  private func isTold(_ bytes: Range<Int>, in clause: Range<Int>, _ utterance: Utterance) -> Bool {
    guard let last = clause.last(where: { utterance.words[$0].end <= bytes.lowerBound }) else {
      return false
    }
    var before = last
    while before > clause.lowerBound, utterance.has(before, [.preposition, .article]) {
      before -= 1
    }
    // No mark parts what is told from the word that leads to it.
    let start = (clause.lowerBound..<last).last { utterance.words[$0].after.endsPhrase }
    let words = (start.map { $0 + 1 } ?? clause.lowerBound)...last
    guard let that = words.first(where: { utterance.has($0, .complementizer) }), that < before,
      !(clause.lowerBound..<that).contains(where: { utterance.has($0, .securing) })
    else { return false }
    if utterance.has(before, .copula) { return true }
    let next = clause.first { utterance.words[$0].start >= bytes.upperBound }
    return next.map { utterance.has($0, .copula) && !utterance.words[$0 - 1].after.endsPhrase }
      ?? false
  }

  func due(
    in sentence: Range<Int>, _ utterance: Utterance, _ line: Int, mustBeBy: Bool = false
  ) -> Due? {
    dues(in: sentence, utterance, line, limit: 1).first { !mustBeBy || $0.isLimit }
  }

  /// The deadlines of a sentence, in their order.
  func dues(
    in sentence: Range<Int>, _ utterance: Utterance, _ line: Int, limit: Int = 1000
  ) -> [Due] {
    let message = reader.window.lines[line].message
    guard let reference = message.timestamp, let clock = Zone(offset: Int(reference.offset)),
      let first = sentence.first
    else { return [] }
    let start = Int(utterance.words[first].start)
    let text = utterance.text(sentence)
    let found = deadlines.deadlines(in: text, reference: reference, zone: clock, limit: limit)
    return found.compactMap { due in
      let place = sentence.first { Int(utterance.words[$0].end) - start > due.range.lowerBound }
      // "not today"
      if let place, place > first, due.cue == .none, utterance.has(place - 1, .negation) {
        return nil
      }
      if isRatherPast(due, reference) { return nil }
      let bytes = due.range.lowerBound + start..<due.range.upperBound + start
      var text = due.date.description
      if let timestamp = due.timestamp {
        // A time without an offset is one on the author's clock, as in any model's answer.
        text =
          timestamp.offset == reference.offset
          ? timestamp.civil.description : Deadline.time(timestamp).description
      }
      return Due(text: text, bytes: bytes, isLimit: due.cue == .deadline)
    }
  }

  /// Whether a date without a year was a short while ago rather than that it is next year: "as on July 20th",
  /// in August.
  private func isRatherPast(_ due: DueDate, _ reference: Timestamp) -> Bool {
    guard due.form == .calendarDate, due.cue == .none,
      due.date > reference.civil.date.adding(days: Self.mostOfYear)
    else { return false }
    // Digits of a year, or none.
    return !due.words.utf8.split { $0 &- UInt8(ascii: "0") > 9 }.contains { $0.count == 4 }
  }

  /// So many days ahead, nobody leaves out the year.
  private static let mostOfYear = 300

  /// The words of a task up to what is no part of it: a reason ("because I leave on Friday"), or what
  /// somebody else does ("and you can merge it on Friday"); not up to a doubt ("I think on Friday").
  private func ownClause(of found: TalkReader.Found, _ utterance: Utterance) -> Range<Int> {
    let range = found.act.words
    guard found.act.kind != .minute else { return range }
    // What is asked for may be needed: "…, I need it tomorrow".
    let others: Roles = found.act.who == .speaker ? [.listener, .third, .speaker] : [.third]
    let end = range.dropFirst(2).first { index in
      let roles = utterance.words[index].roles
      if roles.contains(.reason) { return true }
      let isDoubt =
        roles.contains(.speaker) && index + 1 < range.upperBound
        && utterance.has(index + 1, .belief)
      if isDoubt { return false }
      let begins =
        utterance.words[index - 1].after.endsPhrase || utterance.has(index - 1, [.joiner, .belief])
      return begins && index > found.act.task.lowerBound + 1 && !roles.isDisjoint(with: others)
    }
    return range.lowerBound..<(end ?? range.upperBound)
  }

  /// Whether words that say when open the clause in which a task is stated: "tomorrow I'll send it",
  /// but not "I get back on Monday, and then I'd like to see it".
  private func leadsUp(
    _ bytes: Range<Int>, to found: TalkReader.Found, _ utterance: Utterance
  ) -> Bool {
    let sentence = found.act.sentence
    let cue = found.act.cue.range.lowerBound
    guard let first = sentence.first(where: { utterance.words[$0].end > bytes.lowerBound }),
      let next = sentence.first(where: { utterance.words[$0].start >= bytes.upperBound }),
      next <= cue, cue - next <= Self.address
    else { return false }
    return first == sentence.lowerBound || utterance.words[first - 1].after.endsPhrase
      || (sentence.lowerBound..<first).allSatisfy { utterance.has($0, .opener) }
  }

  /// So many words may stand between a day and the phrase that it opens: "tomorrow, Ben, …"
  private static let address = 4
}
