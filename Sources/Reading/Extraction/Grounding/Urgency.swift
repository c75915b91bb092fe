import ItemRecords

/// Recognises messages that say that something is urgent, by single words.
enum Urgency {
  static func isStated(in text: NormalisedText) -> Bool {
    NormalisedText.words(of: text.bytes).contains { words.contains($0) }
  }

  private static let words = Set(
    words: """
      urgent urgently asap critical blocker blockers blocking blocked immediately immediate emergency
      important importantly priority prio p0 p1 today tonight hurry rush quickly outage
      dringend dringender dringendst sofort sofortige eilig eilt wichtig umgehend schnellstmoglich schnellstens
      unbedingt heute blockiert prioritat notfall schleunigst brennt
      """)
}
