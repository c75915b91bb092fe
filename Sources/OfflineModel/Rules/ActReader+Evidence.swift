/// What a sentence itself says for and against an act.
extension ActReader {
  /// An act by a phrase: its task goes from a verb to the end of the sentence.
  func judged(_ cue: Cue, _ sentence: Range<Int>, _ verb: Int, by who: Act.Who) -> Act {
    judged(
      Act(cue: cue, sentence: sentence, task: Range(from: verb, to: sentence.upperBound), who: who),
      verb)
  }

  func judged(_ act: Act, _ verb: Int) -> Act {
    var act = act
    act.evidence.insert(Evidence(act.kind))
    let end = act.sentence.upperBound
    if verb >= end || utterance.words[verb].form.contains(.digit)
      || has(verb, [.joiner, .condition]) && !has(verb, .work)
    {
      act.evidence.insert(.noVerb)
    } else {
      judgeVerb(verb, &act)
      judgeObject(verb + 1, &act)
    }
    surroundings(&act)
    return act
  }

  /// Where the verb stands at the end: that of the cue, or the last word of the clause.
  func finalVerb(_ act: Act) -> Int {
    let last = act.cue.range.upperBound - 1
    if lexicon.infinitives[utterance.words[last].id] != nil { return last }
    var end = act.task.lowerBound
    while end + 1 < act.sentence.upperBound, !utterance.words[end].after.endsPhrase { end += 1 }
    return end
  }

  func judgeVerb(_ verb: Int, _ act: inout Act) {
    let end = act.sentence.upperBound
    if lexicon.languages[act.cue.language].verbIsLast {
      let verb = finalVerb(act)
      let roles = roles(verb)
      // "Ich schicke den Bericht nicht": it may stand anywhere in the clause.
      for index in act.task.lowerBound..<act.sentence.upperBound {
        if has(index, .negation) { act.evidence.insert(.negated) }
        if utterance.words[index].after.endsPhrase { break }
      }
      if roles.contains(.idle) { act.evidence.insert(.idleVerb) }
      if roles.contains(.depart) { act.evidence.insert(.departVerb) }
      if roles.contains(.answer) { act.evidence.insert(.answerVerb) }
      if roles.isDisjoint(with: [.idle, .depart, .answer]) { act.evidence.insert(.workVerb) }
      return
    }
    let roles = roles(verb)
    if cue(at: verb, end)?.kind == .talk { act.evidence.insert(.talk) }
    if roles.contains(.negation) { act.evidence.insert(.negated) }
    switch act.kind {
    case .groupPlan where roles.contains(.move), .groupDuty where roles.contains(.move),
      .groupAdvice where roles.contains(.move):
      act.evidence.insert(.talk)
    case .ask, .beg, .order, .advise, .call:
      if roles.contains(.answer) { act.evidence.insert(.answerVerb) }
      if roles.contains(.idle) { act.evidence.insert(.idleVerb) }
      if roles.contains(.work), !roles.contains(.answer) { act.evidence.insert(.workVerb) }
    default:
      if roles.contains(.depart) { act.evidence.insert(.departVerb) }
      let finishes = roles.contains(.light) && act.task.contains { has($0, .finished) }
      if roles.contains(.idle), !finishes { act.evidence.insert(.idleVerb) }
      if finishes { act.evidence.insert(.workVerb) }
      if roles.contains(.work) { act.evidence.insert(.workVerb) }
    }
    if !roles.isDisjoint(with: [.listener, .speaker]) { act.evidence.insert(.noVerb) }
    if roles.isDisjoint(with: [.work, .idle, .depart, .answer]), !isGerund(verb) {
      act.evidence.insert(.unknownVerb)
    }
  }

  func judgeObject(_ start: Int, _ act: inout Act) {
    let end = act.task.upperBound
    var contents = 0
    var isConcrete = false
    var isPronoun = false
    for index in start..<max(start, end) {
      let word = utterance.words[index]
      let roles = roles(index)
      if !word.form.isDisjoint(with: [.digit, .opaque, .capital, .quoted]), roles.isEmpty {
        isConcrete = true
      }
      if roles.contains(.later) { act.evidence.insert(.later) }
      if roles.contains(.atOnce) { act.evidence.insert(.atOnce) }
      if roles.contains(.condition) { act.evidence.insert(.conditionAfter) }
      if roles.contains(.pronoun), index < start + 3 { isPronoun = true }
      if roles.isDisjoint(with: [
        .pronoun, .article, .preposition, .adverb, .joiner, .later, .atOnce, .listener, .speaker,
        .opener, .speakerObject, .light,
      ]) {
        contents += 1
      }
    }
    if isConcrete { act.evidence.insert(.concreteObject) }
    // "do it", "take a look": what is done is not said.
    if contents == 0, has(start - 1, .light) { act.evidence.remove(.workVerb) }
    if contents == 0 { act.evidence.insert(isPronoun ? .pronounObject : .noObject) }
    if contents >= 3 { act.evidence.insert(.longObject) }
  }

  /// What stands around the phrase in its sentence.
  func surroundings(_ act: inout Act) {
    let start = act.cue.range.lowerBound
    let sentence = act.sentence
    if utterance.words[start].form.contains(.quoted) { act.evidence.insert(.quoted) }
    if utterance.isQuestion(sentence), ![.ask, .call, .proposal].contains(act.kind) {
      act.evidence.insert(.question)
    }
    for index in sentence.lowerBound..<max(sentence.lowerBound, start) {
      if has(index, .condition) { act.evidence.insert(.conditionBefore) }
      if has(index, .report), index == sentence.lowerBound || !has(index - 1, .speaker) {
        act.evidence.insert(.reported)
      }
    }
    guard start > sentence.lowerBound, !utterance.words[start - 1].after.endsPhrase else { return }
    // "so I can", "that I will"
    let isLoose = [.offer, .inkling, .advise].contains(act.kind) && has(start - 1, .pronoun)
    if isLoose || has(start - 1, [.subordinator, .condition]) { act.evidence.insert(.subordinate) }
    if has(start - 1, .negation) { act.evidence.insert(.negated) }
  }
}
