/// What people are given before and behind their names.
enum NameTitles {
  /// Whether a folded word before a name is none of its words.
  static func isTitle(_ word: String, isDotted: Bool) -> Bool {
    word.utf8.count <= 9 && (titles.contains(word) || isDotted && dotted.contains(word))
  }

  /// Whether a folded word behind a name is none of its words.
  static func isSuffix(_ word: String) -> Bool {
    word.utf8.count <= 4 && suffixes.contains(word)
  }

  /// A word without what is hung to it in Japan, Korea and China; nil where nothing is.
  static func withoutHonorific(_ word: String) -> String? {
    guard let last = word.unicodeScalars.last, last.value >= 0x1100 else { return nil }
    return honorifics.first { word.hasSuffix($0) && word != $0 }.map {
      String(word.dropLast($0.count))
    }
  }

  private static let titles: Set<String> = [
    "dr", "prof", "professor", "herr", "herrn", "frau", "mr", "mrs", "ms", "miss", "mx", "sir",
    "mme", "mlle",
    "monsieur", "madame", "sra", "srta", "senor", "senora", "dott", "dhr", "mevr",
    "dipl-ing", "господин", "госпожа",
  ]
  /// Words that are names as well, unless they are shortened.
  private static let dotted: Set<String> = ["ing", "mag", "dipl", "sig", "sr", "fr", "hr", "med"]
  private static let suffixes: Set<String> = [
    "jr", "sr", "ii", "iii", "phd", "ph.d", "md", "m.d", "msc", "m.sc", "bsc", "b.sc", "mba", "esq",
  ]
  private static let honorifics = ["さん", "さま", "様", "ちゃん", "님", "씨", "先生", "女士", "小姐"]
}
