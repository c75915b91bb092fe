/// Something said in a message by which work may be left to somebody.
struct Act {
  let cue: Cue
  /// The sentence, in words.
  let sentence: Range<Int>
  /// The words that say what is to be done.
  var task: Range<Int>
  /// Who is to do it.
  var who: Who
  /// Where the verb stands, where that is before the task: "Ben schickt den Bericht".
  var verb: Int?
  /// Where the heading of the list stands that it is an entry of.
  var heading: Int?
  var evidence: EvidenceSet = []

  /// Who is to do something, as far as the sentence tells.
  enum Who: Equatable {
    case speaker
    /// Whoever is spoken to.
    case listener
    /// Somebody called by name: a participant's place in the window, or the words that name others.
    case person(Int)
    case named(String)
    /// Each of all who read it.
    case everyone
    case nobody
  }

  var kind: Cue.Kind { cue.kind }

  /// The words of the phrase and the task, and those between.
  var words: Range<Int> {
    min(cue.range.lowerBound, task.lowerBound)..<max(cue.range.upperBound, task.upperBound)
  }

  /// Whether the speaker takes work on by it, whoever may have asked for that.
  var isPromiseOfWork: Bool {
    guard who == .speaker, [.promise, .plan, .bareWill].contains(kind) else { return false }
    return evidence.contains(.workVerb)
      && evidence.isDisjoint(with: [
        .idleVerb, .departVerb, .noVerb, .talk, .negated, .question, .conditionBefore, .subordinate,
      ])
  }

  /// Whether nothing is left to do: it was refused, is done, or is said not to be done.
  var isOver: Bool {
    !evidence.isDisjoint(with: [.refused, .completed, .negated])
  }
}
