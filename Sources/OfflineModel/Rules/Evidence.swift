/// What speaks for or against a phrase being an action item.
///
/// Each act carries a set of these; how much each counts is learned, as are the words beside it.
enum Evidence: UInt8, CaseIterable {
  // How it is said.
  case promise, plan, offer, duty, intent, inkling, wish, bareWill, bareDuty
  case ask, beg, order, advise, groupPlan, groupDuty, groupAdvice, anyoneDuty, call, remind,
    passiveNeed
  case assign, take, minute, nameDuty
  // What is to be done.
  case workVerb, idleVerb, departVerb, answerVerb, unknownVerb, noVerb, talk
  case concreteObject, pronounObject, noObject, longObject
  // When.
  case later, atOnce, dated
  // The sentence.
  case conditionBefore, conditionAfter, subordinate, negated, question, reported, quoted
  // To whom.
  case addressed
  // What others say to it.
  case accepted, refused, completed
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
}
