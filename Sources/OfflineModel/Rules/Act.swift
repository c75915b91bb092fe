/// Something said in a message by which work may be left to somebody.
struct Act {
  let kind: Cue.Kind
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

  /// The words of the phrase and the task, and those between.
  var words: Range<Int> {
    min(cue.range.lowerBound, task.lowerBound)..<max(cue.range.upperBound, task.upperBound)
  }

  /// Whether the speaker takes work on by it, whoever may have asked for that.
  var isPromiseOfWork: Bool {
    guard who == .speaker, [.promise, .plan, .bareWill].contains(kind) else { return false }
    let against: [Evidence] = [
      .idleVerb, .departVerb, .noVerb, .talk, .negated, .question, .conditionBefore, .subordinate,
    ]
    return evidence.contains(.workVerb) && !against.contains(where: evidence.contains)
  }

  /// Whether nothing is left to do: it was refused, is done, or is said not to be done.
  var isOver: Bool {
    [.refused, .completed, .negated].contains(where: evidence.contains)
  }
}
