/// Finds the acts of one message by its words alone; what others say to it comes later.
struct ActReader {
  let lexicon: Lexicon
  let names: Names
  let utterance: Utterance

  /// More acts than these are no message that a person wrote.
  static let limit = 256

  /// The acts, in the order of the words.
  func acts() -> [Act] {
    var acts: [Act] = []
    if utterance.isCommand { return [] }
    // The lines of a list, and others that are noted down as a whole, as far as they are yet to come.
    var read: ArraySlice<Range<Int>> = []
    var hasList = false
    for sentence in utterance.sentences {
      while let line = read.first, line.upperBound <= sentence.lowerBound { read.removeFirst() }
      if let line = read.first, line.lowerBound <= sentence.lowerBound { continue }
      var found: [Act]
      if read.isEmpty, let list = listed(under: sentence) {
        (found, read, hasList) = (list.acts, list.lines[...], true)
      } else {
        found = self.acts(in: sentence)
        if let note = found.last, note.kind == .minute { read = [note.sentence] + read }
      }
      // What one phrase begins ends where the next one does.
      for index in found.indices.dropLast() {
        let next = beginning(of: found[index + 1])
        if found[index].task.contains(next) {
          found[index].task = found[index].task.lowerBound..<max(next, found[index].task.lowerBound)
        }
      }
      acts += found
      if acts.count >= Self.limit { break }
    }
    // Prose may stand between the lines of a list.
    return hasList ? acts.sorted { $0.task.lowerBound < $1.task.lowerBound } : acts
  }

  /// Where what leads to an act begins: at its phrase, or at the name of who is asked: "and Carla, can you".
  private func beginning(of act: Act) -> Int {
    let phrase = act.cue.range.lowerBound
    for start in max(act.sentence.lowerBound, phrase - 3)..<phrase {
      if let (_, end) = names.person(at: start, in: utterance), end == phrase,
        beginsClause(start, act.sentence)
      {
        return start
      }
    }
    return phrase
  }

  // MARK: - Sentences

  private func acts(in sentence: Range<Int>) -> [Act] {
    if let minuted = minuted(sentence) { return [minuted] }
    var acts: [Act] = []
    if let named = named(sentence) ?? order(sentence) { acts.append(named) }
    var index = sentence.lowerBound
    while index < sentence.upperBound, acts.count < 4 {
      guard let cue = cue(at: index, sentence.upperBound) else {
        index += 1
        continue
      }
      // "send me the link please" asks once.
      let isLast = cue.kind == .beg && cue.range.upperBound == sentence.upperBound
      if isLast, !acts.isEmpty { break }
      // "könntest du mir bitte den Bericht schicken" does so, too.
      if cue.kind == .beg, let act = acts.last, begs(act, before: cue.range.lowerBound) {
        index = cue.range.upperBound
        continue
      }
      if let act = act(cue, sentence), acts.last.map({ !$0.cue.range.overlaps(cue.range) }) ?? true
      {
        acts.append(act)
        index = max(cue.range.upperBound, act.task.lowerBound)
      } else {
        index = cue.kind.isSign ? cue.range.upperBound : index + 1
      }
    }
    return acts
  }

  /// Whether a request has not come to its verb yet, so that a "please" is part of it.
  private func begs(_ act: Act, before index: Int) -> Bool {
    guard act.who == .listener || act.who == .everyone,
      lexicon.languages[act.cue.language].verbIsLast, act.cue.range.upperBound <= index
    else { return false }
    return (act.cue.range.upperBound - 1..<index).allSatisfy { place in
      let word = utterance.words[place]
      return !word.after.endsPhrase && !has(place, .joiner)
        && !lexicon.finalVerbs.contains(word.hash)
    }
  }

  /// `Ben, review the plan`, `Review the plan by tomorrow`
  private func order(_ sentence: Range<Int>) -> Act? {
    var verb = sentence.lowerBound
    var isAddressed = false
    while verb < sentence.upperBound {
      if let (_, end) = names.person(at: verb, in: utterance) {
        (verb, isAddressed) = (end, true)
      } else if utterance.words[verb].form.contains(.mention)
        || has(verb, .everyone) && utterance.words[verb].after.endsPhrase
      {
        (verb, isAddressed) = (verb + 1, true)
      } else if has(verb, .opener) {
        verb += 1
      } else {
        break
      }
    }
    // Behind a name without a mark it may be a noun, or tell what somebody does.
    guard
      verb == sentence.lowerBound || utterance.words[verb - 1].after.endsPhrase
        || utterance.words[verb - 1].form.contains(.mention),
      commands(verb, sentence.upperBound, isAddressed: isAddressed),
      !utterance.isQuestion(sentence), self.cue(at: verb, sentence.upperBound) == nil
    else { return nil }
    let cue = Cue(kind: .order, range: verb..<verb + 1, language: 0)
    return judged(cue, sentence, verb, by: whoIsAsked(cue, sentence, verb: verb))
  }

  func roles(_ index: Int) -> Roles { utterance.roles(index) }

  func has(_ index: Int, _ roles: Roles) -> Bool { utterance.has(index, roles) }

  func cue(at index: Int, _ end: Int) -> Cue? {
    index < end ? lexicon.phrases.cue(at: index, in: utterance.words, end: end) : nil
  }

  /// Whether nothing but openers stands between the clause's beginning and a word.
  func beginsClause(_ index: Int, _ sentence: Range<Int>) -> Bool {
    if index == sentence.lowerBound { return true }
    let before = utterance.words[index - 1]
    return before.after.endsPhrase || has(index - 1, [.opener, .joiner])
      || before.form.contains(.mention)
  }

  // MARK: - Phrases

  func act(_ cue: Cue, _ sentence: Range<Int>) -> Act? {
    guard cue.kind.isSign else { return nil }
    let end = sentence.upperBound
    let begins = beginsClause(cue.range.lowerBound, sentence)
    var verb = verb(after: cue, end)
    switch cue.kind {
    case .promise, .plan, .offer, .proposal, .duty, .intent, .inkling, .wish:
      if isAbsence(verb, end) { return nil }
      // "Soll ich mich ärgern?" proposes nothing.
      if cue.kind == .proposal, has(verb, .speakerObject) { return nil }
      return judged(cue, sentence, verb, by: .speaker)
    case .bareWill, .bareDuty:
      guard begins, cue.kind == .bareWill || !has(cue.range.lowerBound - 1, .third),
        has(verb, .work), !has(verb, .listener), isOwn(cue, sentence), !isDenied(cue, sentence)
      else { return nil }
      return judged(cue, sentence, verb, by: .speaker)
    case .ask, .beg, .advise, .remind:
      // "to make sure" reminds nobody.
      if cue.kind == .remind, !begins { return nil }
      // "the slides please"
      let task =
        cue.kind == .beg && verb == end ? sentence.lowerBound..<cue.range.lowerBound : verb..<end
      let who = whoIsAsked(cue, sentence, verb: verb)
      return judged(Act(cue: cue, sentence: sentence, task: task, who: who), verb)
    case .groupPlan, .groupDuty, .groupAdvice, .anyoneDuty, .call:
      if cue.kind == .call {
        // "people who can help" calls nobody.
        if has(cue.range.lowerBound, .subordinator), !begins { return nil }
        // What stands in the next sentence is no part of this one: "Any volunteers? In that case …".
        if verb < end, has(verb, .preposition) { verb += 1 }
      }
      return judged(cue, sentence, verb, by: .nobody)
    case .passiveNeed: return need(cue, sentence)
    case .assign: return assignment(cue, sentence)
    case .take:
      guard begins || has(cue.range.lowerBound, .speaker) else { return nil }
      // "ich übernehme das Protokoll" names what is taken.
      let last = cue.range.upperBound - 1
      if has(last, .article), utterance.words[last].after.isEmpty, cue.range.upperBound < end,
        utterance.words[cue.range.upperBound].form.contains(.capital)
      {
        let promise = Cue(
          kind: .promise, range: cue.range.lowerBound..<last, language: cue.language)
        return judged(promise, sentence, last, by: .speaker)
      }
      var act = Act(
        cue: cue, sentence: sentence, task: cue.range.lowerBound..<end, who: .speaker,
        evidence: [.take])
      surroundings(&act)
      return act
    default: return nil
    }
  }

  /// Whether somebody is to be somewhere, or away, and to do nothing there: "I'll be out of office".
  private func isAbsence(_ verb: Int, _ end: Int) -> Bool {
    guard has(verb, .idle), let talk = cue(at: verb, end), talk.kind == .talk,
      talk.range.count > 1, utterance.text(verb).lowercased() == "be"
    else { return false }
    return !(verb..<end).contains { has($0, .infinitiveMark) && has($0 + 1, .work) }
  }

  /// Whether a verb without a subject is the speaker's: at the beginning, or behind an "I".
  func isOwn(_ cue: Cue, _ sentence: Range<Int>) -> Bool {
    let start = cue.range.lowerBound
    guard start > sentence.lowerBound, has(start - 1, .joiner) else { return true }
    var first = sentence.lowerBound
    // "I" opens as well ("I guess"), and is the subject all the same.
    while first < start, !has(first, .speaker),
      has(first, [.opener, .joiner]) || endsAddress(first)
    {
      first += 1
    }
    return first >= start || has(first, .speaker)
  }

  /// `no need to`: the words of a refusal take nothing on.
  private func isDenied(_ cue: Cue, _ sentence: Range<Int>) -> Bool {
    let start = cue.range.lowerBound
    guard start > sentence.lowerBound,
      let before = self.cue(at: start - 1, sentence.upperBound), before.kind == .refuse
    else { return false }
    return before.range.contains(start)
  }

  /// `Anna:`, at the beginning
  func endsAddress(_ index: Int) -> Bool {
    names.person(at: index, in: utterance) != nil && utterance.words[index].after.endsPhrase
  }

  /// The verb that a cue leads to: adverbs and such as "try to" are passed over.
  func verb(after cue: Cue, _ end: Int) -> Int {
    var verb = cue.range.upperBound
    while verb < end {
      if let cue = self.cue(at: verb, end), cue.kind == .lead || cue.kind == .beg {
        verb = cue.range.upperBound
      } else if has(verb, .adverb), !has(verb, .work) {
        verb += 1
      } else if let (_, to) = names.person(at: verb, in: utterance), to + 1 < end,
        has(to, .infinitiveMark)
      {
        // "I promised Ben to"
        verb = to + 1
      } else {
        break
      }
    }
    // "I'll be sending"
    if verb + 1 < end, has(verb, .idle), isGerund(verb + 1) { verb += 1 }
    return verb
  }

  func isGerund(_ index: Int) -> Bool {
    let bytes = utterance.bytes(of: utterance.words[index])
    return bytes.count > 4 && bytes.suffix(3).elementsEqual("ing".utf8)
  }

  /// `DS-524 needs checking`
  func need(_ cue: Cue, _ sentence: Range<Int>) -> Act? {
    var start = cue.range.lowerBound
    while start > sentence.lowerBound, !utterance.words[start - 1].after.endsPhrase,
      !has(start - 1, .joiner)
    {
      start -= 1
    }
    guard start < cue.range.lowerBound, !has(cue.range.upperBound, [.speaker, .listener]) else {
      return nil
    }
    var act = Act(
      cue: cue, sentence: sentence, task: start..<sentence.upperBound, who: .nobody,
      evidence: [.passiveNeed])
    if (start..<cue.range.lowerBound).contains(where: { utterance.words[$0].form.contains(.digit) })
    {
      act.evidence.insert(.concreteObject)
    }
    if has(start, [.pronoun, .listener]) { act.evidence.insert(.pronounObject) }
    // "needs to be updated" leaves work to somebody, "should be small" does not.
    if cue.range.upperBound < sentence.upperBound, has(cue.range.upperBound, .past) {
      act.evidence.insert(.workVerb)
    }
    surroundings(&act)
    return act
  }

  /// `assign DS-618 to mhwood`
  func assignment(_ cue: Cue, _ sentence: Range<Int>) -> Act? {
    var act = Act(
      cue: cue, sentence: sentence, task: cue.range.lowerBound..<sentence.upperBound, who: .nobody,
      evidence: [.assign])
    var index = cue.range.upperBound
    while index + 1 < sentence.upperBound {
      defer { index += 1 }
      guard utterance.text(index).lowercased() == "to" else { continue }
      if has(index + 1, .speakerObject) {
        act.who = .speaker
      } else if has(index + 1, .listener) {
        act.who = .listener
      } else if let (person, _) = names.person(at: index + 1, in: utterance) {
        act.who = .person(person)
      } else {
        continue
      }
      surroundings(&act)
      return act
    }
    return nil
  }
}
