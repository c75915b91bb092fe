/// What a word may be, as far as the rules ask.
struct Roles: OptionSet, Sendable {
  let rawValue: UInt64
  init(rawValue: UInt64) { self.rawValue = rawValue }
  private init(bit: UInt64) { rawValue = 1 << bit }

  /// May stand between a cue and its verb: "also", "just".
  static let adverb = Roles(bit: 0)
  static let negation = Roles(bit: 1)
  /// A verb that leads to no task: "see", "think", "be".
  static let idle = Roles(bit: 2)
  /// "go", "leave": the speaker goes away.
  static let depart = Roles(bit: 3)
  /// "action": a note of what a meeting leaves to somebody begins with it.
  static let action = Roles(bit: 4)
  /// "explain", "tell": an answer is wanted, now.
  static let answer = Roles(bit: 5)
  /// Verbs of work: "send", "review".
  static let work = Roles(bit: 6)
  /// "it", "that": an object that says nothing alone.
  static let pronoun = Roles(bit: 7)
  /// "if", "unless".
  static let condition = Roles(bit: 8)
  /// "what", "how", "whether": a subordinate clause begins.
  static let subordinator = Roles(bit: 9)
  /// "I"
  static let speaker = Roles(bit: 10)
  /// "you"
  static let listener = Roles(bit: 11)
  /// "he", "she", "they".
  static let third = Roles(bit: 12)
  /// "my"
  static let speakers = Roles(bit: 13)
  /// "your"
  static let listeners = Roles(bit: 14)
  /// "me"
  static let speakerObject = Roles(bit: 15)
  static let urgent = Roles(bit: 16)
  static let unhurried = Roles(bit: 17)
  /// "later", "tomorrow", "soon": not at once.
  static let later = Roles(bit: 18)
  /// "now", "right": at once, and over when the line is read.
  static let atOnce = Roles(bit: 19)
  /// "and", "but", "so": joins clauses.
  static let joiner = Roles(bit: 20)
  /// "a", "the".
  static let article = Roles(bit: 21)
  /// Opens a sentence and says nothing: "ok", "so", "well".
  static let opener = Roles(bit: 22)
  /// "because", "since": what follows is no part of the task.
  static let reason = Roles(bit: 23)
  /// "to", "at", "of": a preposition.
  static let preposition = Roles(bit: 24)
  /// Part of a verb that stands at the end in German.
  static let particle = Roles(bit: 25)
  /// "we", "our".
  static let group = Roles(bit: 27)
  /// "move", "continue": what "let's" says of the talk itself.
  static let move = Roles(bit: 29)
  /// "dir", "euch": to whom, in passing.
  static let listenerObject = Roles(bit: 30)
  /// "guys", "everyone": a message to all.
  static let everyone = Roles(bit: 31)
  /// "do", "take", "handle": a verb that says nothing of what is done.
  static let light = Roles(bit: 32)
  /// "ready", "done": "I'll have it ready" promises work.
  static let finished = Roles(bit: 33)
  /// "said", "told": somebody else's words.
  static let report = Roles(bit: 28)
  /// "on": leads to the person with whom a task lies.
  static let charge = Roles(bit: 34)
  /// "is": says of something when it is.
  static let copula = Roles(bit: 36)
  /// "that", "whether": what is told follows.
  static let complementizer = Roles(bit: 37)
  /// "make sure", "ensure": what follows is what is to be done.
  static let securing = Roles(bit: 38)
  /// "have", "I've": leads to the verb that tells what the speaker has done.
  static let auxiliary = Roles(bit: 39)
  /// "sent": tells what is done.
  static let past = Roles(bit: 40)
  /// "it", "them": a thing that was named before.
  static let personal = Roles(bit: 41)
  /// "just", "already", "ok": takes nothing from what is told behind it.
  static let plain = Roles(bit: 42)
  /// "almost", "maybe", "tomorrow", "but": what is told is not so, not yet, not all or not of now.
  static let doubtful = Roles(bit: 43)
  /// "done": says that something is done, whatever it is.
  static let done = Roles(bit: 44)
  /// "to", before a verb.
  static let infinitiveMark = Roles(bit: 45)
  /// "think", "hope": how sure the speaker is.
  static let belief = Roles(bit: 35)
}
