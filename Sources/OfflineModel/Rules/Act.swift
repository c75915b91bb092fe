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
  var evidence: EvidenceSet = []

  /// Who is to do something, as far as the sentence tells.
  enum Who: Equatable {
    case speaker
    /// Whoever is spoken to.
    case listener
    /// Somebody called by name: a participant's place in the window, or the words that name others.
    case person(Int)
    case named(String)
    case nobody
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

  /// What is added to its score for leaving work to somebody in so many words: with a day for it, as a
  /// reminder, or asked for or proposed, and accepted.
  ///
  /// Public archives, from which the weights come, have few of these, and teams' chats have many: of 108 with a
  /// day, 62 % were items. What "must be" otherwise describes there drags down what must be done by a day.
  var plainness: Double {
    guard evidence.contains(.workVerb), evidence.isDisjoint(with: Self.doubts) else { return 0 }
    switch kind {
    case .remind: return 3
    case .ask, .beg, .call, .anyoneDuty:
      return evidence.contains(.accepted) ? 2.5 : evidence.contains(.dated) ? 1 : 0
    case .promise, .plan, .duty, .bareWill, .bareDuty, .groupPlan, .groupDuty, .nameDuty, .assign:
      return evidence.contains(.dated) ? 1 : 0
    case .passiveNeed:
      return evidence.isDisjoint(with: [EvidenceSet(.dated), EvidenceSet(.accepted)]) ? 0 : 2
    default: return 0
    }
  }

  private static let doubts: EvidenceSet = [
    EvidenceSet(.noVerb), EvidenceSet(.talk), EvidenceSet(.negated), EvidenceSet(.idleVerb),
    EvidenceSet(.departVerb), EvidenceSet(.answerVerb), EvidenceSet(.noObject),
    EvidenceSet(.reported), EvidenceSet(.quoted), EvidenceSet(.subordinate),
    EvidenceSet(.conditionBefore),
  ]
}
