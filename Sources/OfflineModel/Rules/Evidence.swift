/// What speaks for or against a phrase being an action item.
///
/// Each act carries a set of these; the sum of their weights decides. Whoever asks why an item was
/// found is answered by the set.
enum Evidence: UInt8, CaseIterable {
  // How it is said.
  case promise, plan, offer, duty, intent, inkling, wish, bareWill, bareDuty
  case ask, beg, advise, groupPlan, groupDuty, groupAdvice, anyoneDuty, call, remind, passiveNeed
  case assign, take, minute, nameDuty
  // What is to be done.
  case workVerb, idleVerb, departVerb, attemptVerb, answerVerb, unknownVerb, noVerb, talk
  case concreteObject, pronounObject, noObject, longObject
  // When.
  case later, atOnce
  // The sentence.
  case conditionBefore, conditionAfter, subordinate, negated, question, reported, quoted
  // To whom.
  case addressed
  // What others say to it.
  case accepted, refused, completed, thanked, answersCall, answersAsk
  // Where it is said.
  case supportSetting, teamSetting, otherSetting
  // Behind another act of the same message.
  case second
}

/// A set of evidence.
struct EvidenceSet: OptionSet {
  let rawValue: UInt64
  init(rawValue: UInt64) { self.rawValue = rawValue }
  init(_ evidence: Evidence) { rawValue = 1 << UInt64(evidence.rawValue) }

  func contains(_ evidence: Evidence) -> Bool { contains(EvidenceSet(evidence)) }
  mutating func insert(_ evidence: Evidence) { formUnion(EvidenceSet(evidence)) }
  mutating func remove(_ evidence: Evidence) { subtract(EvidenceSet(evidence)) }

  /// The sum of the weights.
  var score: Double {
    var rest = rawValue
    var sum = 0.0
    while rest != 0 {
      sum += Weights.values[rest.trailingZeroBitCount]
      rest &= rest - 1
    }
    return sum
  }
}
