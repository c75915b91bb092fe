/// Lines that note down who is to do what, and sentences of that kind.
extension ActReader {
  /// `ACTION: Anna to send the report`
  func minuted(_ sentence: Range<Int>) -> Act? {
    guard let cue = mark(at: sentence.lowerBound, sentence.upperBound) else { return nil }
    let marker = utterance.words[cue.range.upperBound - 1]
    let isTagged =
      utterance.bytes(of: utterance.words[sentence.lowerBound]).first == UInt8(ascii: "#")
    let start = cue.range.upperBound
    // What stands below a heading is a list, or not noted down.
    guard !marker.after.contains(.line),
      !marker.after.isDisjoint(with: [.colon, .dash]) || isTagged || bracketed(start) != nil
        || start < sentence.upperBound && isCalled(at: start)
    else { return nil }
    // The whole line is the item, whatever marks stand in it.
    return minuted(start..<lineEnd(from: start), cue)
  }

  /// What some words note down, behind further marks and a mark's number: "TODO: ACTION-12: …". Nil where nothing
  /// is left.
  func minuted(_ words: Range<Int>, _ cue: Cue) -> Act? {
    var start = words.lowerBound
    while start < words.upperBound {
      let word = utterance.words[start]
      if word.form.contains(.digit), word.after.contains(.colon) {
        start += 1
      } else if let again = mark(at: start, words.upperBound),
        utterance.words[again.range.upperBound - 1].after.contains(.colon)
      {
        start = again.range.upperBound
      } else {
        break
      }
    }
    guard start < words.upperBound else { return nil }
    var act = Act(
      cue: cue, sentence: min(cue.range.lowerBound, start)..<words.upperBound,
      task: start..<words.upperBound, who: .nobody, evidence: [.minute])
    if let (who, after) = bracketed(start), after < words.upperBound {
      (act.who, act.task) = (who, after..<words.upperBound)
    } else if let doer = doer(at: start, words.upperBound) {
      let language = doer.duty?.language ?? cue.language
      act = Act(
        cue: Cue(kind: .minute, range: cue.range, language: language), sentence: act.sentence,
        task: doer.verb..<words.upperBound, who: doer.who, evidence: act.evidence)
      if lexicon.languages[language].verbIsLast {
        act.verb = doer.duty.map { $0.range.upperBound - 1 }
      }
    } else if let (name, end) = trailingName(start, words.upperBound) {
      (act.who, act.task) = (name, start..<end)
    }
    return act
  }

  /// Who stands in brackets behind a mark, and the word behind them: `TODO(ben) rotate the keys`
  private func bracketed(_ index: Int) -> (Act.Who, end: Int)? {
    guard index > 0, index < utterance.words.count,
      utterance.bytes(from: 0, to: utterance.words[index].start).last == UInt8(ascii: "(")
    else { return nil }
    let end = names.person(at: index, in: utterance).map(\.end) ?? index + 1
    guard utterance.words[end - 1].after.contains(.paren) else { return nil }
    if let (person, _) = names.person(at: index, in: utterance) { return (.person(person), end) }
    return mayBeName(index..<end) ? (.named(name(index..<end)), end) : nil
  }

  /// `todo Anna: send the report`, `todo @anna send it`
  private func isCalled(at index: Int) -> Bool {
    if Names.meansAll(utterance.words[index]) { return true }
    return names.person(at: index, in: utterance).map {
      utterance.words[$0.end - 1].after.contains(.colon)
        || utterance.words[index].form.contains(.mention)
    } ?? false
  }

  /// "ACTION", "TODO", "#action"; also as one word with a number, as in "ACTION-12".
  func mark(at start: Int, _ end: Int) -> Cue? {
    if let cue = cue(at: start, end) { return cue.kind == .minute ? cue : nil }
    let word = utterance.words[start]
    guard word.form.contains(.digit), word.after.contains(.colon),
      case let bytes = utterance.bytes(of: word), let dash = bytes.firstIndex(of: 0x2D),
      bytes[dash...].dropFirst().allSatisfy({ $0 &- UInt8(ascii: "0") < 10 })
    else { return nil }
    var bare = word
    let text = String(decoding: bytes[..<dash], as: UTF8.self)
    lexicon.know(&bare, by: Lexicon.hash(text.lowercased().utf8))
    guard let cue = lexicon.phrases.cue(at: 0, in: [bare], end: 1), cue.kind == .minute else {
      return nil
    }
    return Cue(kind: .minute, range: start..<start + 1, language: cue.language)
  }

  /// `update the syntax document (Anna Schmidt)`, `update the document - anna`, `… @anna`
  func trailingName(_ start: Int, _ end: Int) -> (Act.Who, end: Int)? {
    var first = end - 1
    let last = utterance.words[first]
    // Square brackets hold a state as well, "[Draft]"; only one who takes part is named by them.
    let isSquare = utterance.bytes(from: last.end).first == UInt8(ascii: "]")
    let isBracketed = isSquare || last.after.contains(.paren)
    let opening: Word.Gap = isBracketed ? .paren : .dash
    while first > start, !utterance.words[first - 1].after.contains(opening), end - first < 4 {
      first -= 1
    }
    if first > start, utterance.words[first - 1].after.contains(opening) {
      if let (person, after) = names.person(at: first, in: utterance), after == end {
        return (.person(person), first)
      }
      if isBracketed, !isSquare,
        (first..<end).allSatisfy({ utterance.words[$0].form.contains(.capital) })
      {
        return (.named(name(first..<end)), first)
      }
    }
    if end - 2 > start, Names.meansAll(last), !has(end - 2, [.preposition, .joiner]) {
      return (.everyone, end - 1)
    }
    guard end - 2 > start, last.form.contains(.mention),
      let (person, _) = names.person(at: end - 1, in: utterance),
      !has(end - 2, [.preposition, .joiner])
    else { return nil }
    return (.person(person), end - 1)
  }

  func lineEnd(from start: Int) -> Int {
    var end = start
    while end < utterance.words.count {
      end += 1
      if utterance.words[end - 1].after.contains(.line) { break }
    }
    return end
  }

  /// Who stands before "to" or "will", that phrase, and the verb behind it.
  func doer(at start: Int, _ end: Int) -> (who: Act.Who, duty: Cue?, verb: Int)? {
    // "on Anna to send the report": behind a preposition, only one who takes part is a person for sure.
    if Names.meansAll(utterance.words[start]), start + 1 < end {
      let cue = duty(at: start + 1, end)
      return (.everyone, cue, cue?.range.upperBound ?? start + 1)
    }
    let isLed = has(start, .charge)
    let start = isLed ? start + 1 : start
    for place in start + 1..<max(start + 1, min(start + Self.longestList, end)) {
      guard let cue = duty(at: place, end) else { continue }
      if let (person, after) = names.person(at: start, in: utterance), after == place {
        return (.person(person), cue, cue.range.upperBound)
      }
      guard !isLed, mayBeName(beforeBracket(start..<place)) else { break }
      return (named(start..<place), cue, cue.range.upperBound)
    }
    if !isLed, let (person, after) = names.person(at: start, in: utterance), after < end {
      return (.person(person), nil, after)
    }
    return nil
  }

  /// More words than these list nobody.
  private static let longestList = 10

  /// Who is meant by words that may be a name: of `Anna Schmidt (anna)` the one who takes part.
  func named(_ range: Range<Int>) -> Act.Who {
    let outside = beforeBracket(range)
    if outside.count < range.count {
      for index in [outside.upperBound, range.lowerBound] {
        if let (person, _) = names.person(at: index, in: utterance) { return .person(person) }
      }
    }
    return .named(name(outside))
  }

  /// Words without what stands in brackets behind them.
  private func beforeBracket(_ range: Range<Int>) -> Range<Int> {
    let last = range.dropLast().first { utterance.words[$0].after.contains(.paren) }
    return range.lowerBound..<(last.map { $0 + 1 } ?? range.upperBound)
  }

  /// Whether words can be a name: one that is no verb, or several with capital letters.
  func mayBeName(_ range: Range<Int>) -> Bool {
    if range.contains(where: { Names.meansAll(utterance.words[$0]) }) { return false }
    if has(range.lowerBound, [.work, .pronoun, .condition, .article, .preposition]),
      !utterance.words[range.lowerBound].form.contains(.mention)
    {
      return false
    }
    if range.count == 1 { return true }
    // "ben, carla and dora": nicks have no capital letters, and stand in no lexicon. Nor do things, so
    // that one of them has to take part.
    let hasParticipant = range.contains { names.person(at: $0, in: utterance) != nil }
    return range.allSatisfy { index in
      let word = utterance.words[index]
      if !word.form.isDisjoint(with: [.capital, .mention]) || has(index, .joiner) { return true }
      if names.person(at: index, in: utterance) != nil { return true }
      guard hasParticipant, word.id == 0 else { return false }
      let begins = index == range.lowerBound || separates(index - 1)
      return begins && (index + 1 == range.upperBound || separates(index))
    }
  }

  /// Whether a list goes on behind a word.
  private func separates(_ index: Int) -> Bool {
    utterance.words[index].after.contains(.comma) || has(index, .joiner) || has(index + 1, .joiner)
  }

  /// "to", "will", "needs to", as they stand behind a name.
  func duty(at index: Int, _ end: Int) -> Cue? {
    guard let cue = cue(at: index, end) else { return nil }
    switch cue.kind {
    case .nameDuty, .bareWill, .bareDuty: return cue
    // "Ben muss" is Ben's, "der Bericht muss" nobody's.
    case .passiveNeed where lexicon.languages[cue.language].verbIsLast:
      return Cue(kind: .nameDuty, range: cue.range, language: cue.language)
    // "Anna to do the slides": what notes something down elsewhere begins as that does. "Nothing to do",
    // "remember to do the slides" name nobody.
    case .minute where cue.range.count > 1 && cue.range.upperBound < end:
      guard let own = self.cue(at: index, index + 1), own.kind == .nameDuty, isPerson(before: index)
      else { return nil }
      return own
    default: return nil
    }
  }

  /// Whether a participant, somebody who is mentioned or two words of a name stand right before a word.
  private func isPerson(before index: Int) -> Bool {
    if index > 0, utterance.words[index - 1].form.contains(.mention) { return true }
    for start in max(0, index - 3)..<index {
      if let (_, after) = names.person(at: start, in: utterance), after == index { return true }
    }
    // A third one makes them a sentence's beginning: "Convince Dora Miller to do it".
    guard index > 1, index == 2 || utterance.words[index - 3].after.endsPhrase else { return false }
    return utterance.words[index - 2..<index].allSatisfy {
      $0.form.contains(.capital) && $0.id == 0
    }
  }

  func name(_ range: Range<Int>) -> String { String(utterance.text(range).drop { $0 == "@" }) }

  /// `Anna will send the report`, `Ben to check the logs`, `Anna and Ben need to prepare the demo`
  func named(_ sentence: Range<Int>) -> Act? {
    var start = sentence.lowerBound
    while start < sentence.upperBound, has(start, .opener), start < sentence.lowerBound + 3 {
      start += 1
    }
    guard let (person, after) = names.person(at: start, in: utterance) else { return nil }
    var (who, end) = (Act.Who.person(person), after)
    while end + 1 < sentence.upperBound, separates(end - 1),
      let next = names.person(at: has(end, .joiner) ? end + 1 : end, in: utterance)
    {
      end = next.end
      who = .named(name(start..<end))
    }
    guard !utterance.words[end - 1].after.endsPhrase, let cue = duty(at: end, sentence.upperBound)
    else { return nil }
    let verb = cue.range.upperBound
    guard verb < sentence.upperBound, has(verb, .work) || lexicon.languages[cue.language].verbIsLast
    else { return nil }
    return judged(
      Cue(kind: .nameDuty, range: cue.range, language: cue.language), sentence, verb, by: who)
  }
}
