extension CueLanguage {
  /// Verbs that tell what is done, with their infinitives; without those of asking and planning, which leave it
  /// to be done.
  static let englishPasts: [CuePhrase.Pair] =
    irregularPasts
    + CuePhrase.words(in: regularVerbs).flatMap { verb in pasts(of: verb).map { ($0, verb) } }

  /// Without those that tell of anything: "did", "got", "took".
  private static let irregularPasts = CuePhrase.pairs(
    in: """
      sent:send resent:resend wrote:write written:write rewrote:rewrite rewritten:rewrite built:build rebuilt:rebuild
      bought:buy paid:pay chose:choose chosen:choose sold:sell
      """)

  private static let regularVerbs = """
    add announce answer apply approve archive arrange attach book call cancel change check clean
    close collect commit configure confirm contact convert copy correct create deliver deploy
    design disable document draft edit email enable file fix forward implement import install
    invite invoice mail merge migrate move notify open order organize pack patch post prepare
    print process publish push record refactor register release remove rename renew replace
    reply report reserve resolve restore revert review rotate schedule ship sign sort submit
    sync tag test transfer translate update upgrade upload verify wrap
    """

  /// The past of a regular verb: "fixed", "closed", "applied", "shipped".
  private static func pasts(of verb: String) -> [String] {
    guard let last = verb.last else { return [] }
    let isVowel = { (letter: Character) in "aeiou".contains(letter) }
    let before = verb.dropLast().last.map(isVowel) ?? false
    if last == "e" { return [verb + "d"] }
    if last == "y", !before { return [verb.dropLast() + "ied"] }
    return doubling.contains(verb) ? [verb + String(last) + "ed"] : [verb + "ed"]
  }

  private static let doubling = Set(CuePhrase.words(in: "commit ship submit tag transfer wrap"))

  /// Verbs that tell what is or was, in forms that are neither those of a command nor nouns: the third person of
  /// what happens by itself, the past where a participle differs from it, and what leads to another verb.
  static let finiteVerbs = """
    arrives becomes begins belongs closes comes contains continues depends ends exists expires fails
    falls finishes gets gives goes grows happens has includes keeps knows lasts leaves lies makes means
    opens remains rises says seems starts stays wants
    ate became began blew broke came chose did drank drew drove fell flew forgot froze gave grew had
    hid knew ran rang rose sang sank saw shook shrank spoke stole swam took threw tore was went were
    woke wore wrote
    can could does doesn't didn't hasn't must should wasn't will would won't can't
    """
}
