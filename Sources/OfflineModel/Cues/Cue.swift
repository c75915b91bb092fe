/// A phrase by which people take on, ask for, or settle work, found in a message.
struct Cue {
  let kind: Kind
  /// The words of the phrase.
  let range: Range<Int>
  /// The language whose table it stands in.
  let language: Int

  /// What a phrase does.
  enum Kind: UInt8, CaseIterable {
    /// "I'll": the speaker takes something on.
    case promise
    /// "I'm going to", "I plan to".
    case plan
    /// "I can".
    case offer
    /// "I need to".
    case duty
    /// "I should".
    case intent
    /// "I might".
    case inkling
    /// "I'd like to".
    case wish
    /// "will", at the beginning of a clause that leaves the speaker out.
    case bareWill
    /// "need to", the same.
    case bareDuty
    /// "can you"
    case ask
    /// "please"
    case beg
    /// "review", as the first word of what somebody is told by name, or by a day
    case order
    /// "you should"
    case advise
    /// "let's", "we'll"
    case groupPlan
    /// "we need to"
    case groupDuty
    /// "we should": an opinion, as long as nobody agrees.
    case groupAdvice
    /// "someone needs to"
    case anyoneDuty
    /// "any volunteers", "who can": a call for somebody.
    case call
    /// "don't forget to"
    case remind
    /// "needs to be"
    case passiveNeed
    /// "assign"
    case assign
    /// "assign to me", "I'm on it": the speaker takes what is being talked about.
    case take
    /// "TODO", "ACTION"
    case minute
    /// "to", "will", "should" behind a person's name.
    case nameDuty
    /// "shall I", "do you want me to"
    case proposal
    /// "sure", "will do": yes to what was asked.
    case accept
    /// "can't", "no".
    case refuse
    /// "sorry": no, unless a yes or a promise follows.
    case apologize
    /// "done", "fixed".
    case complete
    /// "thanks", "great".
    case thank
    /// "try to", "go ahead and": stands between a cue and its verb and says nothing.
    case lead
    /// "move on", "let me know": what looks like a task and is part of the talk.
    case talk
    /// "as soon as possible"
    case urgent
    /// "no rush"
    case unhurried
    /// "scribe:", "topic:": how those who take minutes write.
    case convention

    /// Whether the phrase alone is reason enough to read the message.
    var isSign: Bool { rawValue < Kind.nameDuty.rawValue || self == .proposal }

    /// Whether the phrase may answer what somebody else said.
    var isAnswer: Bool { CueKinds.answers.contains(self) }
  }
}

typealias CueKinds = CaseSet<Cue.Kind>

extension CueKinds {
  /// Phrases that bring a task of their own.
  static let tasks: CueKinds = [
    .promise, .plan, .offer, .duty, .ask, .advise, .groupPlan, .groupDuty, .anyoneDuty, .call,
    .remind, .assign, .take,
  ]

  /// What a yes, a no, a thank-you or a report begins with.
  static let answers: CueKinds = [
    .accept, .refuse, .apologize, .complete, .thank, .take, .promise, .bareWill,
  ]
}
