/// Tells a request to all from one to somebody.
extension ActReader {
  /// Who a request is put to: all, where it or the greeting before it calls them and nobody by name behind that.
  func whoIsAsked(_ cue: Cue, _ sentence: Range<Int>, verb: Int) -> Act.Who {
    let isForAll =
      (cue.range.lowerBound..<max(cue.range.upperBound, verb)).contains { has($0, .everyone) }
      || callsAll(before: cue.range.lowerBound, sentence) || endsWithAll(sentence)
      || hasAllAsSubject(cue, Range(from: verb, to: sentence.upperBound))
    return isForAll ? .everyone : .listener
  }

  /// So many words of a message are looked at.
  private static let mostWords = 200
  /// The name stands so near to the beginning of a greeting: "good morning team,".
  private static let greeting = 4

  /// "Hi all, could you …", "@channel: …"
  private func callsAll(before end: Int, _ sentence: Range<Int>) -> Bool {
    for index in (max(0, end - Self.mostWords)..<end).reversed() {
      if names.person(at: index, in: utterance) != nil { return false }
      let word = utterance.words[index]
      if Names.meansAll(word) { return true }
      guard has(index, .everyone), word.after.endsPhrase || index + 1 == end else { continue }
      let start = utterance.sentence(of: index).lowerBound
      let isGreeting = start == 0 && index < Self.greeting
      let opens = (start..<index).allSatisfy { has($0, .opener) }
      if isGreeting && utterance.words[index].after.endsPhrase
        || opens && start == sentence.lowerBound
      {
        return true
      }
    }
    return false
  }

  /// "Please review the plan, everyone"
  private func endsWithAll(_ sentence: Range<Int>) -> Bool {
    guard let last = sentence.last, last > sentence.lowerBound else { return false }
    if Names.meansAll(utterance.words[last]) {
      return !has(last - 1, [.preposition, .joiner, .article])
    }
    return has(last, .everyone) && utterance.words[last - 1].after.contains(.comma)
  }

  /// "Bitte schickt mir alle eure Zettel", but not "schick mir alle Zettel".
  private func hasAllAsSubject(_ cue: Cue, _ task: Range<Int>) -> Bool {
    guard lexicon.languages[cue.language].verbIsLast else { return false }
    return task.prefix(Self.greeting).contains { index in
      guard has(index, .everyone) else { return false }
      if index + 1 >= task.upperBound || utterance.words[index].after.endsPhrase { return true }
      let next: Roles = [.pronoun, .article, .preposition, .adverb, .later, .listenerObject]
      return has(index + 1, next) || has(index + 1, .listeners) && addressesSeveral(index + 1)
    }
  }

  /// "eure": of more than one.
  private func addressesSeveral(_ index: Int) -> Bool {
    utterance.text(index).lowercased().hasPrefix("eu")
  }
}
