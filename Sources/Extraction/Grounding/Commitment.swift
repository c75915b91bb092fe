/// Recognises words by which somebody takes something on: "I'll", "I can take", "ich werde".
enum Commitment {
  /// Whether a text takes something on for whoever writes it: "I need you to", "can you, so that I can" and "can
  /// I have" do not.
  static func isOwn(_ text: FoldedText) -> Bool {
    let words = FoldedText.words(of: text.bytes).filter { !adverbs.contains($0) }
    let isAsking = text.bytes.last == UInt8(ascii: "?")
    // "Will do", said of oneself.
    if words.count > 1, elliptic.contains(words[0]), !isAsking, !spokenTo.contains(words[1]) {
      return true
    }
    let beforeOthers = words.prefix { !spokenTo.contains($0) }
    guard
      let place = beforeOthers.indices.first(where: { place in
        !(place > 0 && inversions.contains(words[place - 1])) && begins(words[place...])
      })
    else { return false }
    let rest = words[place...]
    return !zip(rest, rest.dropFirst()).contains { demands.contains($0) && spokenTo.contains($1) }
  }

  /// Whether a text begins as somebody does who promises something.
  static func isPromise(_ text: FoldedText) -> Bool {
    promises.contains { text.bytes.starts(with: $0) }
      && !others.contains { text.bytes.starts(with: $0) }
  }

  /// Whether words begin with somebody who will, can, has to or is about to do something.
  private static func begins(_ words: ArraySlice<String>) -> Bool {
    let words = Array(words.prefix(3))
    if words[0] == "ill" || words[0] == "lemme" { return true }
    guard words.count > 1 else { return false }
    let third = words.count > 2 ? words[2] : ""
    switch (words[0], words[1]) {
    case ("i", let verb) where english.contains(verb): return true
    case ("i", let verb) where withTo.contains(verb): return third == "to"
    case ("i", "am"): return under.contains(third)
    case ("im", let verb): return under.contains(verb)
    case ("ich", let verb), (let verb, "ich"): return german.contains(verb)
    // "Let me know" and "let me see" take nothing on.
    case ("let", "me"): return third != "know" && third != "see"
    case ("assign", "me"), ("assigned", "me"): return true
    default: return false
    }
  }

  private static let english: Set<String> = [
    "will", "can", "could", "may", "might", "must", "should", "shall", "volunteer", "promise",
  ]
  private static let withTo: Set<String> = ["have", "need", "want", "plan", "hope", "intend"]
  private static let under: Set<String> = [
    "going", "gonna", "about", "planning", "working", "looking", "happy", "willing", "trying",
  ]
  private static let german: Set<String> = [
    "werde", "mache", "mach", "kummere", "ubernehme", "schicke", "kann", "muss", "will", "wurde",
    "sollte", "versuche", "schaue", "schau", "schreibe", "besorge", "erledige",
  ]
  private static let elliptic: Set<String> = ["will", "gonna"]
  /// Words that stand between a person and what they will do.
  private static let adverbs: Set<String> = [
    "still", "also", "just", "probably", "definitely", "then", "now", "currently", "actually",
    "certainly", "really", "do", "already", "auch", "noch", "gleich", "dann",
  ]
  /// Words that make a question of "I can".
  private static let inversions: Set<String> = [
    "can", "could", "may", "might", "should", "shall", "must", "will", "did", "if",
  ]
  private static let spokenTo: Set<String> = [
    "you", "u", "your", "youre", "youll", "ya", "du", "dich", "dir", "dein", "deine", "ihr", "euch",
    "ihnen",
  ]
  /// Words by which somebody wants something of others.
  private static let demands: Set<String> = [
    "need", "want", "like", "ask", "have", "get", "brauche", "mochte", "bitte",
  ]

  /// What begins alike and takes nothing on: it asks, or puts off.
  private static let others: [[UInt8]] = [
    "let me know", "let me see", "let me check", "ill need ", "i will need ",
  ].map { Array($0.utf8) }

  private static let promises: [[UInt8]] = [
    "ill ", "i will ", "im going to ", "i am going to ", "i can take ", "i can do ", "let me ",
    "ich werde ", "ich mache ", "ich kummere ", "ich ubernehme ", "ich schicke ",
  ].map { Array($0.utf8) }
}
