/// The English words by which people take on, ask for and note down work.
enum EnglishCues {
  /// What may stand before a commitment without changing it.
  static let openers: Set<String> = [
    "ok", "okay", "sure", "yes", "yeah", "yep", "alright", "right", "great", "good", "cool", "fine",
    "so", "and", "then", "well", "but", "anyway", "also", "hi", "hey", "hello", "thanks", "now",
    "actually", "ah", "oh", "hm", "hmm", "no", "problem", "i", "guess", "think", "maybe", "perhaps",
    "in", "that", "case", "meanwhile", "sorry", "agreed",
  ]

  /// By which a person takes something on.
  static let commitments: [[String]] = [
    ["i'll"], ["i", "will"], ["ill"], ["i", "can", "take"], ["i'm", "going", "to"],
    ["im", "going", "to"], ["i", "am", "going", "to"], ["i'd", "be", "happy", "to"],
    ["i", "need", "to"], ["i", "have", "to"], ["i", "should"], ["i'm", "happy", "to"],
    ["i", "can"], ["i", "plan", "to"], ["i", "promise", "to"], ["i", "intend", "to"],
  ]

  /// By which a person asks another.
  static let requests: [[String]] = [
    ["can", "you"], ["could", "you"], ["would", "you"], ["will", "you"], ["please"],
    ["you", "should"], ["you", "need", "to"], ["make", "sure"], ["don't", "forget", "to"],
    ["remember", "to"], ["do", "you", "mind"], ["would", "you", "mind"],
  ]

  /// By which work is left to whoever takes it.
  static let open: [[String]] = [
    ["someone", "needs", "to"], ["somebody", "needs", "to"], ["someone", "should"],
    ["we", "need", "to"], ["needs", "to", "be"], ["don't", "forget", "to"], ["let's"],
    ["we'll"], ["we", "will"], ["we", "should"],
  ]

  /// Verbs after which nothing is promised: talk, states, thoughts.
  static let idle: Set<String> = [
    "be", "have", "see", "say", "think", "guess", "wait", "bet", "admit", "assume", "agree", "get",
    "let", "not", "never", "also", "just", "probably", "always", "only", "still", "imagine",
    "understand", "know", "hope", "mean", "ask", "tell", "like", "want", "need", "feel", "stop",
    "stay", "remember", "leave", "go", "say", "hold", "miss", "love", "help", "confess", "either",
    "hear", "live", "buy", "second", "give", "live", "pass", "play",
  ]

  /// Marks of a minuted item, at the beginning of a line.
  static let marks: Set<String> = [
    "todo", "action", "#action", "ai", "actionitem", "action-item", "#todo", "aktion",
  ]

  /// Words of urgency.
  static let urgent: Set<String> = [
    "urgent", "urgently", "asap", "immediately", "critical", "blocker", "blocking", "today",
    "tonight", "now",
  ]
  /// Words of leisure.
  static let unhurried: [String] = [
    "no rush", "no hurry", "whenever", "at some point", "some day", "someday", "eventually",
    "nice to have", "low priority", "when you have time",
  ]
}
