extension Set<String> {
  /// Splits a text at white space. It serves the lists of words of `WordList` below and of other files.
  package init(words: String) {
    self.init(words.split(whereSeparator: \.isWhitespace).map(String.init))
  }
}

/// The words of a text in the form used for comparison: normalised, without endings, and with one word for synonyms.
/// `Grammar`, below, decides between English and German.
package enum WordList {
  /// The significant words in order.
  package static func contentWords(of text: NormalisedText) -> [String] {
    all(text).filter { !fillers.contains($0) }
  }

  /// Returns the words of a text in the form of `all`, as a set for comparison.
  package static func set(_ words: String) -> Set<String> { Set(all(NormalisedText(words))) }

  /// All words, including fillers.
  package static func all(_ text: NormalisedText) -> [String] {
    text.runs.flatMap(words(ofRun:))
  }

  /// The words of a run of letters: the run itself, or its pairs of characters in scripts without spaces.
  package static func words(ofRun run: ArraySlice<UInt8>) -> [String] {
    let word = String(decoding: run, as: UTF8.self)
    if run.contains(where: { $0 >= 0xE2 }), let pairs = pairs(of: word) { return pairs }
    return [normal(word)]
  }

  /// Returns whether a normalised word says little about a task.
  package static func isFiller(_ word: String) -> Bool { fillers.contains(normal(word)) }

  /// Returns whether a word in the form of `normal` is a verb.
  package static func isVerb(_ word: String) -> Bool { verbs.contains(word) }

  /// A normalised word without its ending, or its representative synonym.
  package static func normal(_ word: String) -> String {
    let stem = stem(word)
    return synonyms[stem] ?? stem
  }

  /// The pairs of adjacent characters in scripts without spaces; nil for other scripts.
  private static func pairs(of word: String) -> [String]? {
    let scalars = Array(word.unicodeScalars)
    guard scalars.contains(where: { $0.value >= 0x2E80 }) else { return nil }
    if scalars.count < 3 { return [word] }
    return zip(scalars, scalars.dropFirst()).map { "\($0)\($1)" }
  }

  /// A word without the most common English and German endings.
  private static func stem(_ word: String) -> String {
    let count = ending(of: word.utf8)
    return count == 0 ? word : String(word.unicodeScalars.dropLast(count))
  }

  /// The length of a word's ending in bytes, all of which are ASCII.
  package static func ending(of word: some BidirectionalCollection<UInt8>) -> Int {
    if word.contains(where: { $0 &- UInt8(ascii: "0") < 10 }) { return 0 }
    for ending in endings where word.count >= ending.count + 3 {
      if word.suffix(ending.count).elementsEqual(ending) { return ending.count }
    }
    return 0
  }

  private static let endings = ["ing", "ed", "es", "en", "s", "e"].map { Array($0.utf8) }

  private static let groups = [
    ["send", "email", "mail", "forward", "share", "schick", "send"],
    ["review", "check", "look", "pruf", "prufe"], ["fix", "repair", "resolv", "beheb"],
    ["writ", "draft", "prepar", "compos", "schreib"], ["updat", "edit", "revis", "aktualisier"],
    ["book", "reserv", "buch"], ["call", "phon", "ring", "anruf"], ["finish", "complet"],
  ]
  private static let verbs = Set(groups.map { $0[0] })

  package static let synonyms = Dictionary(
    groups.flatMap { group in group.map { ($0, group[0]) } }, uniquingKeysWith: { _, last in last })

  /// Words that say little about a task: grammar and times.
  package static let fillers: Set<String> = english.union(german)

  package static let english = grammar(
    """
    a an the to of for and or in on at by with from up out off into over about as is are am been was
    were it its this that these those my your our their his her i you he she they we me us them him
    ill ive im weve well youll lets please pls will would shall should can could may might must need
    needs want do does dont did have has had be not no so if then than when what which who how there
    here any some all more just also only now soon later today tomorrow tonight morning evening even
    week weekday month day monday tuesday wednesday thursday friday saturday sunday mon tue wed thu
    fri sat sun eod asap next before after until till
    """)
  package static let german = grammar(
    """
    der die das den dem des ein eine einen einer einem und oder zu zum zur mit von vom fur auf im am
    an bei ist sind ich du er wir ihr mir mich dich bitte noch heute morgen bis nicht soll kann
    """)

  private static func grammar(_ words: String) -> Set<String> {
    Set(Set(words: words).map(normal))
  }
}

extension WordList {
  /// Counts the function words of each language in a text.
  package struct Grammar {
    package enum Language { case english, german }

    private var english = 0
    private var german = 0

    package init() {}

    package init(of words: [String]) { count(words) }

    package mutating func count(_ words: [String]) {
      for word in words where word.utf8.count > 1 {
        if WordList.english.contains(word) { english += 1 }
        if WordList.german.contains(word) { german += 1 }
      }
    }

    /// The language with more function words; nil if both have equally many.
    package var language: Language? {
      english == german ? nil : english > german ? .english : .german
    }
  }
}
