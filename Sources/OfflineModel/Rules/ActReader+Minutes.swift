/// Lines that note down who is to do what, and sentences of that kind.
extension ActReader {
  /// `ACTION: Anna to send the report`
  func minuted(_ sentence: Range<Int>) -> Act? {
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
  func trailingName(_ start: Int, _ end: Int) -> (Act.Who, end: Int)? {
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

  func lineEnd(from start: Int) -> Int {
    var end = start
    while end < utterance.words.count {
      end += 1
      if utterance.words[end - 1].after.contains(.line) { break }
    }
    return end
  }

  /// Who stands before "to" or "will", and the verb behind it.
  func doer(at start: Int, _ end: Int) -> (Act.Who, verb: Int)? {
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
  func mayBeName(_ range: Range<Int>) -> Bool {
    if has(range.lowerBound, [.work, .pronoun, .condition, .article]) { return false }
    if range.count == 1 { return true }
    return range.allSatisfy { index in
      utterance.words[index].form.contains(.capital) || has(index, .joiner)
        || names.person(at: index, in: utterance) != nil
    }
  }

  /// "to", "will", "needs to", as they stand behind a name.
  func duty(at index: Int, _ end: Int) -> Cue? {
    guard let cue = cue(at: index, end) else { return nil }
    switch cue.kind {
    case .nameDuty, .bareWill, .bareDuty: return cue
    default: return nil
    }
  }

  func name(_ range: Range<Int>) -> String {
    let text = utterance.text(range)
    return String(text.drop { $0 == "@" })
  }

  /// `Anna will send the report`, `Ben to check the logs`
  func named(_ sentence: Range<Int>) -> Act? {
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
}
