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

extension Evidence {
  /// How something is said. The kinds of phrases that bring a task are these, in the same order; a proposal is an
  /// offer.
  init(_ kind: Cue.Kind) {
    let named = Evidence(rawValue: min(kind.rawValue, Evidence.nameDuty.rawValue))
    self = kind == .proposal ? .offer : named ?? .nameDuty
  }
}

typealias EvidenceSet = CaseSet<Evidence>

/// A set of cases of an enumeration that has 64 at most.
struct CaseSet<Case: RawRepresentable<UInt8> & Sendable>: ExpressibleByArrayLiteral, Sendable {
  private var bits: UInt64 = 0

  init(arrayLiteral cases: Case...) { for one in cases { insert(one) } }

  func contains(_ one: Case) -> Bool { bits >> UInt64(one.rawValue) & 1 == 1 }
  func isDisjoint(with other: Self) -> Bool { bits & other.bits == 0 }
  mutating func insert(_ one: Case) { bits |= 1 << UInt64(one.rawValue) }
  mutating func remove(_ one: Case) { bits &= ~(1 << UInt64(one.rawValue)) }
}
