/// Tells a name from a word that is spelled alike, where nobody of that name speaks.
extension Names {
  /// Whether words stand as the name of somebody who is silent: "Will", "Mark" and "Rose" begin sentences that
  /// call nobody, and "bill" and "page" are things.
  ///
  /// They do where they stand by themselves ("Ben, …", "… , ben?"), before a question ("ben can you …"), in a
  /// sentence with a capital, or at the beginning of what somebody is to do.
  func stands(at name: Range<Int>, in utterance: Utterance) -> Bool {
    let words = utterance.words
    let first = words[name.lowerBound]
    if first.form.contains(.mention) || name.count > 1 { return true }
    let begins = name.lowerBound == 0 || words[name.lowerBound - 1].after.endsPhrase
    let ends = name.upperBound == words.count || words[name.upperBound - 1].after.endsPhrase
    if begins && ends { return true }
    let isCapital = first.form.contains(.capital)
    // "In May can you send it?"
    if isCapital, !begins, Self.months.contains(first.hash) { return false }
    let next = words[name.upperBound...].prefix(2).map(\.hash)
    if !ends, next.count == 2, Self.modals.contains(next[0]), Self.listeners.contains(next[1]) {
      return true
    }
    guard begins else { return isCapital }
    guard let next = next.first else { return false }
    return Self.requests.contains(next) || isCapital && first.id == 0 && Self.duties.contains(next)
  }

  private static let modals = hashes("can could would will kannst kannste könntest würdest magst")
  private static let listeners = hashes("you u ya du")
  private static let requests = hashes("can could please pls plz bitte")
  private static let duties = hashes("and und to will should must has needs soll sollte muss wird")
  /// Months by which people are called.
  private static let months = hashes("april may june august mai juni")

  private static func hashes(_ words: String) -> Set<UInt64> {
    Set(words.split(separator: " ").map { Lexicon.hash($0.utf8) })
  }
}
