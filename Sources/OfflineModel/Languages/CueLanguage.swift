/// What the offline model knows of a language: one value, one file.
struct CueLanguage: Sendable {
  /// The name, for tests.
  var name: String
  /// Phrases, in the notation of `CuePhrase`.
  var cues: KeyValuePairs<Cue.Kind, String>
  /// Words, separated by white space.
  var words: KeyValuePairs<Roles, String>
  /// Verbs whose form in a promise differs from the one in a task.
  var infinitives: [CuePhrase.Pair] = []
  /// Verbs as they tell that work is done: "sent", "geschickt".
  var pasts: [CuePhrase.Pair] = []
  /// The ending that makes a verb into a noun, as in "plan on sending".
  var gerund: String?
  /// Whether a task ends with its verb ("den Bericht schicken") rather than beginning with it.
  var verbIsLast = false
  /// What stands for "myself" where a verb needs it.
  var reflexive: String?
  /// Words whose full stop ends no sentence, and months, separated by white space.
  var abbreviations = ""
  var months = ""
  /// Days of the week as they are shortened, and what stands before a day, separated by white space: "Mi", "bis".
  var shortDays = ""
  var dayLeads = ""
  /// What stands behind a word that begins a sentence, and tells whether that is a command, separated by white
  /// space: verbs that tell what is or was ("arrives", "fell"), prepositions of what verbs act on ("reply to"),
  /// parts of verbs ("follow up").
  var finites = ""
  var goals = ""
  var particles = ""
  /// What stands before a name by which somebody is spoken to, and what people are called instead of their names,
  /// separated by white space: "hi", "friends".
  var greetings = ""
  var callings = ""
  /// Two words as they are written in one: "i'll", "i+will".
  var contractions: [CuePhrase.Pair] = []
  /// How tasks are worded.
  var wording: WordingTable

  /// Its phrases as words: first as they are listed, then, where they hold a contraction, with the words that it
  /// stands for, and the other way round.
  var phrases: [(kind: Cue.Kind, words: [String])] {
    let listed = cues.flatMap { kind, text in CuePhrase.expand(text).map { (kind, $0) } }
    let pairs = contractions.map {
      (short: $0.form, long: $0.base.split(separator: "+").map(String.init))
    }
    let others = listed.flatMap { kind, words in
      words.indices.flatMap { place -> [(kind: Cue.Kind, words: [String])] in
        pairs.compactMap { pair in
          let (head, tail) = (words[..<place], words[place...])
          if words[place] == pair.short { return (kind, head + pair.long + tail.dropFirst()) }
          guard tail.starts(with: pair.long) else { return nil }
          return (kind, head + [pair.short] + tail.dropFirst(pair.long.count))
        }
      }
    }
    return listed + others
  }

  /// The forms that a verb may have with the ending of a noun: "sending", "making", "putting".
  func gerunds(of verb: String) -> [String] {
    guard let gerund, let last = verb.last, verb.count > 1 else { return [] }
    if last == "e" { return [verb.dropLast() + gerund] }
    let isVowel = { (letter: Character) in "aeiou".contains(letter) }
    let letters = Array(verb)
    let doubles =
      letters.count > 2 && !isVowel(last) && isVowel(letters[letters.count - 2])
      && !isVowel(letters[letters.count - 3]) && !"wxy".contains(last)
    return doubles ? [verb + String(last) + gerund, verb + gerund] : [verb + gerund]
  }

  /// All languages, read side by side.
  static let all = [english, german]
}

/// What the wording of tasks knows of a language.
struct WordingTable: Sendable {
  /// Words, separated by white space.
  var parts: KeyValuePairs<Part, String>
  /// What stands for "our", "your" where nobody is known whose it is.
  var articles: [CuePhrase.Pair] = []
  /// "i'm": the verb in it, as it stands behind a name.
  var contractions: [CuePhrase.Pair] = []
  /// Verbs as they are done to something, beside those that tell what is done.
  var participles: [CuePhrase.Pair] = []
  /// Leads to what a task is about.
  var about: String
  /// Takes on what was talked about.
  var takesOn: @Sendable (String) -> String
  /// What is taken on where no name for it is known.
  var takesItOn: String
  /// What stands for "us".
  var group: String
  /// What stands for "you" where nobody is known who that is.
  var everyone: String
  /// Behind a name: whose something is; nil where an article has to do.
  var possessive: String?
  /// Behind a name a verb has an ending of its own.
  var inflects = false
}
