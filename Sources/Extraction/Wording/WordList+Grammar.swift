extension WordList {
  /// How many words of grammar of each language stand in a text.
  struct Grammar {
    enum Language { case english, german }

    private var english = 0
    private var german = 0

    init() {}

    /// Counts those of some words, as `all` gives them.
    init(of words: [String]) { count(words) }

    mutating func count(_ words: [String]) {
      for word in words where word.utf8.count > 1 {
        if WordList.english.contains(word) { english += 1 }
        if WordList.german.contains(word) { german += 1 }
      }
    }

    /// The language that has more of them; nil where there is none, or as many of both.
    var language: Language? {
      english == german ? nil : english > german ? .english : .german
    }
  }
}
