import CivilTime
import DueDates
import TextSearch
import TimeZones

/// What tasks are done with: by that, two that have much else in common are told apart.
extension TalkReader {
  /// Whether each of two acts names a thing that the other does not speak of: "fix the login page" and "fix the
  /// search page" are two tasks, "fix the page" may be either.
  func nameTwoThings(_ a: Found, _ b: Found) -> Bool {
    namesMore(a, than: b) && namesMore(b, than: a)
  }

  /// Whether an act names a thing that another does not speak of.
  func namesMore(_ a: Found, than b: Found) -> Bool {
    isMissing(object(of: a), where: b, isOneLine: a.line == b.line)
  }

  /// Whether two acts have verbs of work, and none that the other one speaks of: "write the report" and "send the
  /// report".
  func areTwoDeeds(_ a: Found, _ b: Found) -> Bool {
    isMissing(verb(of: a), where: b, isOneLine: a.line == b.line)
      && isMissing(verb(of: b), where: a, isOneLine: a.line == b.line)
  }

  /// Whether an act of another message is about the same task: it names a thing of it, or none ("I'll do it by
  /// Friday"). What names another thing is a task of its own; whoever goes away does none.
  func isAbout(_ act: Act, _ line: Int, _ found: Found) -> Bool {
    if act.kind == .take { return true }
    let (utterance, object) = (utterance(line), object(of: Found(line: line, act: act, topic: [])))
    if object.isEmpty {
      return act.evidence.isDisjoint(with: [.idleVerb, .departVerb, .talk])
        || act.task.contains { utterance.has($0, .personal) }
    }
    let asked = self.object(of: found)
    return asked.isEmpty || object.contains { one in asked.contains { Self.isLike(one, $0) } }
  }

  /// Whether one of some words tells what a task is about, too.
  func sharesWord(_ words: Range<Int>, of line: Int, with found: Found) -> Bool {
    let utterance = utterance(line)
    let asked = object(of: found) + verb(of: found)
    return words.contains { index in
      isTelling(index, utterance) && asked.contains { Self.isLike(word(index, utterance), $0) }
    }
  }

  private func verb(of found: Found) -> [String] {
    let (act, utterance) = (found.act, utterance(found.line))
    return act.task.filter { isVerb($0, of: act, utterance) && utterance.has($0, .work) }
      .map { word($0, utterance) }
  }

  /// Whether one of some words stands nowhere in the sentence of an act; of two acts of one line, each has but its
  /// own words.
  private func isMissing(_ object: [String], where act: Found, isOneLine: Bool) -> Bool {
    if object.isEmpty { return false }
    let utterance = utterance(act.line)
    let said = (isOneLine ? act.act.words : act.act.sentence).map { word($0, utterance) }
    return object.contains { one in !said.contains { Self.isLike(one, $0) } }
  }

  /// The words that tell what an act is done with, to whom or where: those of its clause, without its verb and
  /// what they say of when.
  private func object(of found: Found) -> [String] {
    let (act, utterance) = (found.act, utterance(found.line))
    let times = times(in: act.sentence, utterance)
    var object: [String] = []
    for index in act.task where !act.cue.range.contains(index) {
      if !object.isEmpty, beginsClause(index, utterance) { break }
      let isTime = times.contains { $0.contains(Int(utterance.words[index].start)) }
      if isTelling(index, utterance), !isVerb(index, of: act, utterance), !isTime {
        object.append(word(index, utterance))
      }
      if object.count == Self.most { break }
      if !object.isEmpty, utterance.words[index].after.endsPhrase { break }
    }
    return object
  }

  /// More words than these tell no more, and each is held against a whole sentence.
  private static let most = 12

  /// Whether another clause begins with a word: "so that", "to see".
  private func beginsClause(_ index: Int, _ utterance: Utterance) -> Bool {
    utterance.has(index, [.joiner, .reason, .subordinator, .complementizer, .condition])
      || utterance.has(index, .infinitiveMark)
        && utterance.has(index + 1, [.work, .answer, .idle, .depart])
  }

  /// Whether a word is what is to be done: it stands first behind the phrase, or last in German.
  private func isVerb(_ index: Int, of act: Act, _ utterance: Utterance) -> Bool {
    let word = utterance.words[index]
    if model.lexicon.languages[act.cue.language].verbIsLast {
      return !word.form.contains(.capital)
        && (word.roles.contains(.work) || utterance.bytes(of: word).last == UInt8(ascii: "n"))
    }
    return index == act.task.lowerBound && index >= act.cue.range.upperBound
  }

  private func word(_ index: Int, _ utterance: Utterance) -> String {
    utterance.text(index).lowercased()
  }

  /// The bytes of a message that say when, in a sentence.
  private func times(in sentence: Range<Int>, _ utterance: Utterance) -> [Range<Int>] {
    guard let first = sentence.first else { return [] }
    let start = Int(utterance.words[first].start)
    return deadlines.deadlines(in: utterance.text(sentence), reference: .epoch, zone: .utc).map {
      $0.range.lowerBound + start..<$0.range.upperBound + start
    }
  }

  /// Whether two words are one but for their endings, or one is part of the other: "Bericht", "Statusberichte".
  private static func isLike(_ a: String, _ b: String) -> Bool {
    if a == b { return true }
    let (shorter, longer) = a.utf8.count < b.utf8.count ? (a, b) : (b, a)
    if shorter.utf8.count >= part { return longer.holds(shorter) }
    return longer.utf8.count - shorter.utf8.count <= ending && shorter.utf8.count >= 3
      && longer.hasPrefix(shorter)
  }

  /// Letters that make part of a word, and that end one.
  private static let part = 4
  private static let ending = 2
}
