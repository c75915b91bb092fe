/// Finds the acts of one message by its words alone; what others say to it comes later.
struct ActReader {
  let lexicon: Lexicon
  let names: Names
  let utterance: Utterance

  init(_ utterance: Utterance, lexicon: Lexicon, names: Names) {
    self.utterance = utterance
    self.lexicon = lexicon
    self.names = names
  }

  /// More acts than these are no message that a person wrote.
  private static let limit = 16

  /// The acts, in the order of the words.
  func acts() -> [Act] {
    var acts: [Act] = []
    if utterance.isCommand { return [] }
    var read = 0
    for sentence in utterance.sentences where sentence.lowerBound >= read {
      var found = self.acts(in: sentence)
      // What one phrase begins ends where the next one does.
      for index in found.indices.dropLast() {
        let next = found[index + 1].cue.range.lowerBound
        if found[index].task.contains(next) {
          found[index].task = found[index].task.lowerBound..<max(next, found[index].task.lowerBound)
        }
      }
      acts += found
      if let last = found.last, last.kind == .minute { read = last.task.upperBound }
      if acts.count >= Self.limit { break }
    }
    return acts
  }

  // MARK: - Sentences

  private func acts(in sentence: Range<Int>) -> [Act] {
    if let minuted = minuted(sentence) { return [minuted] }
    var acts: [Act] = []
    if let named = named(sentence) { acts.append(named) }
    var index = sentence.lowerBound
    while index < sentence.upperBound, acts.count < 4 {
      guard let cue = lexicon.phrases.cue(at: index, in: utterance.words, end: sentence.upperBound)
      else {
        index += 1
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

  func roles(_ index: Int) -> Roles {
    utterance.words.indices.contains(index)
      ? lexicon.roles[Int(utterance.words[index].id)] : []
  }

  func has(_ index: Int, _ role: Roles) -> Bool { !roles(index).isDisjoint(with: role) }

  private func cue(at index: Int, _ end: Int) -> Cue? {
    index < end ? lexicon.phrases.cue(at: index, in: utterance.words, end: end) : nil
  }

  /// Whether nothing but openers stands between the clause's beginning and a word.
  func beginsClause(_ index: Int, _ sentence: Range<Int>) -> Bool {
    if index == sentence.lowerBound { return true }
    let before = utterance.words[index - 1]
    if before.after.endsPhrase { return true }
    if has(index - 1, [.opener, .joiner]) { return true }
    return before.form.contains(.mention)
  }

  // MARK: - Minutes

  /// `ACTION: Anna to send the report`
  private func minuted(_ sentence: Range<Int>) -> Act? {
    var start = sentence.lowerBound
    guard let cue = cue(at: start, sentence.upperBound), cue.kind == .minute else { return nil }
    let marker = utterance.words[cue.range.upperBound - 1]
    let isTagged = utterance.bytes[Int(utterance.words[start].start)] == UInt8(ascii: "#")
    guard marker.after.contains(.colon) || marker.after.contains(.dash) || isTagged else {
      return nil
    }
    start = cue.range.upperBound
    // A mark may have a number: "ACTION-12: …".
    while start < sentence.upperBound, utterance.words[start].form.contains(.digit),
      utterance.words[start].after.contains(.colon)
    {
      start += 1
    }
    // The whole line is the item, whatever marks stand in it.
    let line = lineEnd(from: start)
    guard start < line else { return nil }
    var act = Act(
      kind: .minute, cue: cue, sentence: sentence, task: start..<line, who: .nobody)
    act.evidence = [EvidenceSet(.minute)]
    if let (who, verb) = doer(at: start, line) {
      act.who = who
      act.task = verb..<line
    } else if let (name, end) = trailingName(start, line) {
      act.who = name
      act.task = start..<end
    }
    return act
  }

  /// `update the syntax document (Anna Schmidt)`
  private func trailingName(_ start: Int, _ end: Int) -> (Act.Who, end: Int)? {
    guard utterance.words[end - 1].after.contains(.paren) else { return nil }
    var first = end - 1
    while first > start, !utterance.words[first - 1].after.contains(.paren), end - first < 4 {
      first -= 1
    }
    guard first > start, utterance.words[first - 1].after.contains(.paren) else { return nil }
    if let (person, after) = names.person(at: first, in: utterance), after == end {
      return (.person(person), first)
    }
    guard (first..<end).allSatisfy({ utterance.words[$0].form.contains(.capital) }) else {
      return nil
    }
    return (.named(name(first..<end)), first)
  }

  private func lineEnd(from start: Int) -> Int {
    var end = start
    while end < utterance.words.count {
      end += 1
      if utterance.words[end - 1].after.contains(.line) { break }
    }
    return end
  }

  /// Who stands before "to" or "will", and the verb behind it.
  private func doer(at start: Int, _ end: Int) -> (Act.Who, verb: Int)? {
    for place in start + 1..<max(start + 1, min(start + 6, end)) {
      guard let cue = duty(at: place, end) else { continue }
      if let (person, after) = names.person(at: start, in: utterance), after == place {
        return (.person(person), cue.range.upperBound)
      }
      guard mayBeName(start..<place) else { break }
      return (.named(name(start..<place)), cue.range.upperBound)
    }
    if let (person, after) = names.person(at: start, in: utterance), after < end {
      return (.person(person), after)
    }
    return nil
  }

  /// Whether words can be a name: one that is no verb, or several with capital letters.
  private func mayBeName(_ range: Range<Int>) -> Bool {
    if has(range.lowerBound, [.work, .pronoun, .condition, .article]) { return false }
    if range.count == 1 { return true }
    return range.allSatisfy { index in
      utterance.words[index].form.contains(.capital) || has(index, .joiner)
        || names.person(at: index, in: utterance) != nil
    }
  }

  /// "to", "will", "needs to", as they stand behind a name.
  private func duty(at index: Int, _ end: Int) -> Cue? {
    guard let cue = cue(at: index, end) else { return nil }
    switch cue.kind {
    case .nameDuty, .bareWill, .bareDuty: return cue
    default: return nil
    }
  }

  private func name(_ range: Range<Int>) -> String {
    let text = utterance.text(range)
    return String(text.drop { $0 == "@" })
  }

  /// `Anna will send the report`, `Ben to check the logs`
  private func named(_ sentence: Range<Int>) -> Act? {
    var start = sentence.lowerBound
    while start < sentence.upperBound, has(start, .opener), start < sentence.lowerBound + 3 {
      start += 1
    }
    guard let (person, after) = names.person(at: start, in: utterance),
      !utterance.words[after - 1].after.endsPhrase,
      let cue = duty(at: after, sentence.upperBound)
    else { return nil }
    let verb = cue.range.upperBound
    guard verb < sentence.upperBound, has(verb, .work) else { return nil }
    return judged(
      Act(
        kind: .nameDuty, cue: cue, sentence: sentence, task: verb..<sentence.upperBound,
        who: .person(person)), verb)
  }

  // MARK: - Phrases

  private func act(_ cue: Cue, _ sentence: Range<Int>) -> Act? {
    let end = sentence.upperBound
    switch cue.kind {
    case .promise, .plan, .offer, .duty, .inkling, .wish:
      let verb = verb(after: cue, end)
      return judged(
        Act(kind: cue.kind, cue: cue, sentence: sentence, task: verb..<end, who: .speaker), verb)
    case .bareWill, .bareDuty:
      guard beginsClause(cue.range.lowerBound, sentence),
        cue.kind == .bareWill || !has(cue.range.lowerBound - 1, .third)
      else { return nil }
      let verb = verb(after: cue, end)
      guard has(verb, .work), !has(verb, .listener) else { return nil }
      return judged(
        Act(kind: cue.kind, cue: cue, sentence: sentence, task: verb..<end, who: .speaker), verb)
    case .ask, .beg, .advise, .remind:
      let verb = verb(after: cue, end)
      return judged(
        Act(kind: cue.kind, cue: cue, sentence: sentence, task: verb..<end, who: .listener), verb)
    case .groupPlan, .groupDuty, .anyoneDuty, .call:
      var verb = verb(after: cue, end)
      if cue.kind == .call {
        // "people who can help" calls nobody.
        if has(cue.range.lowerBound, .subordinator), !beginsClause(cue.range.lowerBound, sentence) {
          return nil
        }
        if has(verb, .preposition) { verb += 1 }
      }
      return judged(
        Act(kind: cue.kind, cue: cue, sentence: sentence, task: verb..<end, who: .nobody), verb)
    case .passiveNeed: return need(cue, sentence)
    case .assign: return assignment(cue, sentence)
    case .take:
      guard beginsClause(cue.range.lowerBound, sentence) || has(cue.range.lowerBound, .speaker)
      else { return nil }
      var act = Act(
        kind: .take, cue: cue, sentence: sentence, task: cue.range.lowerBound..<end, who: .speaker)
      act.evidence.insert(.take)
      surroundings(&act)
      return act
    default: return nil
    }
  }

  /// The verb that a cue leads to: adverbs and such as "try to" are passed over.
  private func verb(after cue: Cue, _ end: Int) -> Int {
    var verb = cue.range.upperBound
    while verb < end {
      if let lead = self.cue(at: verb, end), lead.kind == .lead {
        verb = lead.range.upperBound
      } else if let beg = self.cue(at: verb, end), beg.kind == .beg {
        verb = beg.range.upperBound
      } else if has(verb, .adverb), !has(verb, .work) {
        verb += 1
      } else {
        break
      }
    }
    // "I'll be sending"
    if verb + 1 < end, has(verb, .idle), isGerund(verb + 1) { verb += 1 }
    return verb
  }

  private func isGerund(_ index: Int) -> Bool {
    let word = utterance.words[index]
    guard word.end - word.start > 4 else { return false }
    return utterance.bytes[Int(word.end) - 3..<Int(word.end)].elementsEqual("ing".utf8)
  }

  /// `DS-524 needs checking`
  private func need(_ cue: Cue, _ sentence: Range<Int>) -> Act? {
    var start = cue.range.lowerBound
    while start > sentence.lowerBound, !utterance.words[start - 1].after.endsPhrase,
      !has(start - 1, .joiner)
    {
      start -= 1
    }
    guard start < cue.range.lowerBound else { return nil }
    var act = Act(
      kind: .passiveNeed, cue: cue, sentence: sentence, task: start..<sentence.upperBound,
      who: .nobody)
    act.evidence.insert(.passiveNeed)
    if (start..<cue.range.lowerBound).contains(where: { utterance.words[$0].form.contains(.digit) })
    {
      act.evidence.insert(.concreteObject)
    }
    if has(start, .pronoun) || has(start, .listener) { act.evidence.insert(.pronounObject) }
    surroundings(&act)
    return act
  }

  /// `assign DS-618 to mhwood`
  private func assignment(_ cue: Cue, _ sentence: Range<Int>) -> Act? {
    var act = Act(
      kind: .assign, cue: cue, sentence: sentence,
      task: cue.range.lowerBound..<sentence.upperBound, who: .nobody)
    act.evidence.insert(.assign)
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

  // MARK: - Evidence

  private func judged(_ act: Act, _ verb: Int) -> Act? {
    var act = act
    act.evidence.insert(Self.evidence(of: act.kind))
    let end = act.sentence.upperBound
    if verb >= end || has(verb, [.joiner, .condition]) && !has(verb, .work) {
      act.evidence.insert(.noVerb)
    } else {
      judgeVerb(verb, &act)
      judgeObject(verb + 1, &act)
    }
    surroundings(&act)
    return act
  }

  /// Where the verb stands at the end: that of the cue, or the last word of the clause.
  private func finalVerb(_ act: Act) -> Int {
    let last = act.cue.range.upperBound - 1
    if lexicon.infinitives[utterance.words[last].id] != nil { return last }
    var end = act.task.lowerBound
    while end + 1 < act.sentence.upperBound, !utterance.words[end].after.endsPhrase { end += 1 }
    return end
  }

  private func judgeVerb(_ verb: Int, _ act: inout Act) {
    let end = act.sentence.upperBound
    if lexicon.languages[act.cue.language].verbIsLast {
      let verb = finalVerb(act)
      let roles = roles(verb)
      if has(act.task.lowerBound, .negation) { act.evidence.insert(.negated) }
      if roles.contains(.idle) { act.evidence.insert(.idleVerb) }
      if roles.contains(.depart) { act.evidence.insert(.departVerb) }
      if roles.contains(.answer) { act.evidence.insert(.answerVerb) }
      if roles.isDisjoint(with: [.idle, .depart, .answer]) { act.evidence.insert(.workVerb) }
      return
    }
    let roles = roles(verb)
    if let talk = cue(at: verb, end), talk.kind == .talk { act.evidence.insert(.talk) }
    if roles.contains(.negation) { act.evidence.insert(.negated) }
    switch act.kind {
    case .groupPlan where roles.contains(.move), .groupDuty where roles.contains(.move):
      act.evidence.insert(.talk)
    case .ask, .beg, .advise, .call:
      if roles.contains(.answer) { act.evidence.insert(.answerVerb) }
      if roles.contains(.idle) { act.evidence.insert(.idleVerb) }
      if roles.contains(.work), !roles.contains(.answer) { act.evidence.insert(.workVerb) }
    default:
      if roles.contains(.depart) { act.evidence.insert(.departVerb) }
      if roles.contains(.idle) { act.evidence.insert(.idleVerb) }
      if roles.contains(.attempt) { act.evidence.insert(.attemptVerb) }
      if roles.contains(.work) { act.evidence.insert(.workVerb) }
    }
    if roles.contains(.listener) || roles.contains(.speaker) { act.evidence.insert(.noVerb) }
    if roles.isDisjoint(with: [.work, .idle, .depart, .attempt, .answer]), !isGerund(verb) {
      act.evidence.insert(.unknownVerb)
    }
  }

  private func judgeObject(_ start: Int, _ act: inout Act) {
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
        .opener, .speakerObject,
      ]) {
        contents += 1
      }
    }
    if isConcrete { act.evidence.insert(.concreteObject) }
    if contents == 0 { act.evidence.insert(isPronoun ? .pronounObject : .noObject) }
    if contents >= 3 { act.evidence.insert(.longObject) }
  }

  /// What stands around the phrase in its sentence.
  private func surroundings(_ act: inout Act) {
    let start = act.cue.range.lowerBound
    let sentence = act.sentence
    if utterance.words[start].form.contains(.quoted) { act.evidence.insert(.quoted) }
    if utterance.isQuestion(sentence), act.kind != .ask, act.kind != .call {
      act.evidence.insert(.question)
    }
    var index = sentence.lowerBound
    while index < start {
      let roles = roles(index)
      if roles.contains(.condition) { act.evidence.insert(.conditionBefore) }
      if roles.contains(.report) { act.evidence.insert(.reported) }
      index += 1
    }
    if start > sentence.lowerBound {
      let before = roles(start - 1)
      let isOpen = !utterance.words[start - 1].after.endsPhrase
      if isOpen, before.contains(.subordinator) || before.contains(.condition) {
        act.evidence.insert(.subordinate)
      }
      if isOpen, before.contains(.negation) { act.evidence.insert(.negated) }
      // "so I can", "that I will"
      if isOpen, act.kind == .offer || act.kind == .inkling || act.kind == .advise,
        before.contains(.pronoun)
      {
        act.evidence.insert(.subordinate)
      }
    }
  }

  private static func evidence(of kind: Cue.Kind) -> Evidence {
    switch kind {
    case .promise: .promise
    case .plan: .plan
    case .offer: .offer
    case .duty: .duty
    case .inkling: .inkling
    case .wish: .wish
    case .bareWill: .bareWill
    case .bareDuty: .bareDuty
    case .ask: .ask
    case .beg: .beg
    case .advise: .advise
    case .groupPlan: .groupPlan
    case .groupDuty: .groupDuty
    case .anyoneDuty: .anyoneDuty
    case .call: .call
    case .remind: .remind
    case .passiveNeed: .passiveNeed
    case .assign: .assign
    case .take: .take
    case .minute: .minute
    default: .nameDuty
    }
  }
}
