import ItemRecords

/// Recognises texts whose author commits to do something: "I'll", "I can take", "ich werde".
enum Commitment {
  /// Returns whether a text commits its author to something. "I need you to", "can you, so that I can" and "can I have"
  /// are not commitments.
  static func commitsAuthor(_ text: NormalisedText) -> Bool {
    let isAsking = text.bytes.last == UInt8(ascii: "?")
    let words = NormalisedText.words(of: text.bytes).filter { !adverbs.contains($0) }
    // Requests to others and negated sentences.
    if words.contains(where: { asking.contains($0) }) { return false }
    // "Will do" without "I".
    if words.count > 1, !isAsking, elliptic.contains(words[0]), !spokenTo.contains(words[1]),
      !states.contains(words[1])
    {
      return true
    }
    let beforeOthers = words.prefix { !spokenTo.contains($0) }
    guard
      let place = beforeOthers.indices.first(where: { place in
        !(place > 0 && inversions.contains(words[place - 1])) && begins(words[place...], isAsking)
      })
    else { return false }
    let rest = words[place...]
    return !zip(rest, rest.dropFirst()).contains { demands.contains($0) && spokenTo.contains($1) }
  }

  /// Returns whether a text begins with a promise.
  static func isPromise(_ text: NormalisedText) -> Bool {
    promises.contains { text.bytes.starts(with: $0) }
      && !others.contains { text.bytes.starts(with: $0) }
  }

  /// Returns whether words begin with a subject who will, can, has to or is about to do something.
  private static func begins(_ words: ArraySlice<String>, _ isAsking: Bool) -> Bool {
    let words = Array(words.prefix(5))
    func isDeed(_ place: Int) -> Bool {
      guard words.count > place + 1 else {
        return words.count <= place || !states.contains(words[place])
      }
      // "I'll be sending it", "I will need to send it"
      return !states.contains(words[place])
        || words[place] == "be" && words[place + 1].hasSuffix("ing")
        || words[place] == "need" && words[place + 1] == "to"
    }
    if words[0] == "ill" || words[0] == "lemme" { return isDeed(1) }
    guard words.count > 1 else { return false }
    switch (words[0], words[1]) {
    // "I can see that it is broken", "I could use a review"
    case ("i", "can"), ("i", "could"):
      return isDeed(2) && !(words.count > 2 && abilities.contains(words[2]))
    case ("i", "should"), ("i", "must"), ("i", "might"), ("i", "may"):
      return isDeed(2) && words.dropFirst(2).first != "get"
    case ("i", let verb) where english.contains(verb): return isDeed(2)
    case ("i", let verb) where withTo.contains(verb):
      return words.count > 2 && words[2] == "to" && isDeed(3) && words.dropFirst(3).first != "get"
    case ("i", "am"): return isUnder(words.dropFirst(2))
    case ("im", _): return isUnder(words.dropFirst())
    case ("ich", let verb): return german.contains(verb)
    // "Kann ich …?" asks.
    case (let verb, "ich"): return !isAsking && german.contains(verb)
    case ("let", "me"): return isDeed(2)
    case ("assign", "me"), ("assigned", "me"): return true
    default: return false
    }
  }

  /// Recognises "I'm working on it" and "I am looking into it", but not "I'm looking for somebody".
  private static func isUnder(_ words: ArraySlice<String>) -> Bool {
    guard let verb = words.first else { return false }
    return under.contains(verb)
      || verb == "looking" && ["into", "at"].contains(words.dropFirst().first)
  }

  private static let english = Set(words: "will shall volunteer promise")
  private static let withTo = Set(words: "have need want hope plan intend")
  private static let under = Set(words: "going gonna about planning working happy willing trying")
  /// Verbs that are no actions: "I can see that it is broken", "I need to have it by Friday", "I will be away".
  private static let states = Set(words: "be have see like need want know not never")
  /// Verbs that make no commitment after "I can" or "I could".
  private static let abilities = Set(words: "use hear start confirm imagine understand believe")
  /// Words of sentences that ask other people or commit to nothing.
  private static let asking: Set<String> = [
    "please", "pls", "somebody", "someone", "anybody", "anyone", "needs", "nicht", "kein", "keine",
    "keinen", "bitte", "jemand", "haben", "bekommen", "sehen",
  ]
  private static let german: Set<String> = [
    "werde", "mache", "mach", "kummere", "ubernehme", "schicke", "kann", "muss", "versuche",
    "schaue", "schau", "schreibe", "besorge", "erledige",
  ]
  private static let elliptic = Set(words: "will gonna")
  /// Words between a subject and its verb.
  private static let adverbs: Set<String> = [
    "still", "also", "just", "probably", "definitely", "then", "now", "currently", "actually",
    "certainly", "really", "do", "already", "auch", "noch", "gleich", "dann",
  ]
  /// Words that turn "I can" into a question.
  private static let inversions = Set(words: "can could may might should shall must will did if")
  private static let spokenTo = Set(
    words: "you u your youre youll ya du dich dir dein deine ihr euch ihnen")
  /// Verbs that ask something of others.
  private static let demands = Set(words: "need want like ask have get brauche mochte bitte")

  /// Phrases that begin like a promise, but ask or postpone.
  private static let others: [[UInt8]] = [
    "let me know", "let me see", "let me check", "ill need ", "i will need ",
  ].map { Array($0.utf8) }

  private static let promises: [[UInt8]] = [
    "ill ", "i will ", "im going to ", "i am going to ", "i can take ", "i can do ", "let me ",
    "ich werde ", "ich mache ", "ich kummere ", "ich ubernehme ", "ich schicke ",
  ].map { Array($0.utf8) }
}
