/// Tells a verb that orders something from a noun that is spelled alike.
extension ActReader {
  /// Whether a word that begins a clause is a command with an object: "order the badges", not "order arrives by Friday"
  /// or "interview with Carla on Monday". Whoever `isAddressed` may be told without one: "Ben, talk with the vendor".
  func commands(_ verb: Int, _ end: Int, isAddressed: Bool) -> Bool {
    guard verb + 1 < end, has(verb, .work), !isGerund(verb) else { return false }
    var object = verb + 1
    var isPhrasal = false
    while object < end, has(object, .adverb) || isIn(lexicon.particles, object) {
      isPhrasal = isIn(lexicon.particles, object)
      object += 1
    }
    guard object < end, !isIn(lexicon.caseArticles, object), !isFinite(object) else { return false }
    // "follow up with the vendor", "reply to the customer", but no "interview with Carla"
    if has(object, .preposition) {
      return object + 1 < end && !saysWhen(object + 1, end)
        && (isAddressed || isPhrasal || isIn(lexicon.goals, object))
    }
    return saysWhen(object, end) ? isAddressed : isObject(object, verb, end)
  }

  /// Whether what stands behind a verb is its object, and no verb of its own: "order badges", not "share price
  /// fell by Friday".
  private func isObject(_ object: Int, _ verb: Int, _ end: Int) -> Bool {
    // With these an object has begun, whatever verbs it holds: "review the plan that failed".
    let beginnings: Roles = [
      .article, .pronoun, .speakers, .listeners, .speakerObject, .subordinator, .condition,
    ]
    for index in object..<end {
      if index > object, utterance.words[index - 1].after.endsPhrase { break }
      if has(index, beginnings.union([.preposition, .joiner])) || saysWhen(index, end) { break }
      // "build finished by Friday", but "send updated slides" and "get it signed"
      let isPast = endsAsPast(index) && isLast(index, end) && !has(verb, .light)
      if isPast || isFinite(index) { return false }
    }
    return true
  }

  /// Whether a word tells what is or was: "is", "arrives", "fell".
  private func isFinite(_ index: Int) -> Bool {
    isIn(lexicon.finites, index) || has(index, .copula)
  }

  /// "placed", "dropped"
  private func endsAsPast(_ index: Int) -> Bool {
    let word = utterance.words[index]
    return word.end - word.start > 4 && !word.form.contains(.capital) && ends(index, with: "ed")
  }

  /// Whether a word says when, so that it is no object: "Monday" and "9am", but neither of "Monday's report" and
  /// "next sprint".
  private func saysWhen(_ index: Int, _ end: Int) -> Bool {
    isTime(index) && (isLast(index, end) || isTime(index + 1))
  }

  private func isTime(_ index: Int) -> Bool {
    if has(index, [.later, .atOnce]) { return true }
    let word = utterance.words[index]
    guard word.form.contains(.digit) else { return false }
    let bytes = utterance.bytes(of: word)
    return bytes.contains(UInt8(ascii: ":")) || ends(index, with: "am") || ends(index, with: "pm")
      || bytes.allSatisfy { $0 &- UInt8(ascii: "0") < 10 }
  }

  /// Whether no further word of the same phrase stands behind a word.
  private func isLast(_ index: Int, _ end: Int) -> Bool {
    index + 1 >= end || utterance.words[index].after.endsPhrase
      || has(index + 1, [.preposition, .joiner]) || isTime(index + 1)
  }

  private func isIn(_ words: Set<UInt64>, _ index: Int) -> Bool {
    words.contains(utterance.words[index].hash)
  }

  private func ends(_ index: Int, with suffix: StaticString) -> Bool {
    let word = utterance.words[index]
    return suffix.withUTF8Buffer {
      utterance.bytes(of: word).suffix($0.count).elementsEqual($0)
    }
  }
}
