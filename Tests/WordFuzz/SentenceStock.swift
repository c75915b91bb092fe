import DueDates
import FoundationEssentials
import TestSupport

/// The material of sentences: sentences of the project's own chats, phrases and words that the readers look for,
/// and unnatural ones.
package struct SentenceStock: Sendable {
  /// Sentences as tokens: words, and each mark and space separately.
  let sentences: [[String]]
  /// Phrases that address people, and their words.
  let cues: [String]
  /// Words and phrases that state a time.
  let times: [String]
  let names: [String]

  /// Reads the chats, exports and gold files under Fixtures.
  init() throws {
    var texts: Set<String> = []
    for folder in ["training/chats", "exports", "gold"] {
      let root = Golden.path(folder)
      for path in try FileManager.default.subpathsOfDirectory(atPath: root) {
        guard let data = FileManager.default.contents(atPath: "\(root)/\(path)") else { continue }
        texts.formUnion(Self.texts(in: [UInt8](data)))
      }
    }
    // Folders and sets have no order, but the sentences must be the same in every run.
    sentences = texts.sorted().map(Self.tokens)
    cues = Self.openings + Self.openings.flatMap { $0.split(separator: " ").map(String.init) }
    times = Language.all.flatMap(\.forms)
    names = Self.plainNames + Self.oddNames
  }

  /// The pieces of a file that may be sentences in any format: words between quotation marks, brackets and line
  /// ends.
  private static func texts(in file: [UInt8]) -> [String] {
    let ends = Set("\"\n<>{}\\".utf8)
    return file.split(whereSeparator: ends.contains).flatMap { piece -> [String] in
      guard piece.count(where: { $0 == 0x20 }) > 1, piece.count < 4096 else { return [] }
      return sentences(in: piece).map { String(decoding: $0, as: UTF8.self) }
    }
  }

  private static func sentences(in text: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
    var sentences: [ArraySlice<UInt8>] = []
    var start = text.startIndex
    for index in text.indices where index + 1 < text.endIndex && text[index + 1] == 0x20 {
      guard ".?!".utf8.contains(text[index]) else { continue }
      sentences.append(text[start...index])
      start = index + 2
    }
    if start < text.endIndex { sentences.append(text[start...]) }
    return sentences.filter { $0.count < 400 }
  }

  static func tokens(_ text: String) -> [String] {
    var tokens: [[UInt8]] = []
    var isWord = false
    for byte in text.utf8 {
      let joins = (byte | 0x20) &- UInt8(ascii: "a") < 26 || byte &- 0x30 < 10 || byte >= 0x80
      if joins, isWord { tokens[tokens.count - 1].append(byte) } else { tokens.append([byte]) }
      isWord = joins
    }
    return tokens.map { String(decoding: $0, as: UTF8.self) }
  }

  // MARK: - Names and numbers

  private static let plainNames = [
    "Anna", "Ben", "Carla", "Dora Miller", "Jana Wolters", "Tarek", "Jürgen", "Will", "May",
    "Mark", "Rose", "Schmidt, Anna", "Dr. Anna Schmidt", "A. S.", "Anna (away)", "ben_s",
    "anna.schmidt@example.org", "O'Neil", "Anna's", "Ben & Carla", "everyone", "山田さん",
  ]
  private static let oddNames = [
    "", " ", "'", "'s", "s", "@", "@@", "#", ".", "...", ",", ", ,", "()", "(", ")", "_", "__",
    "_a_", "|", "||", "-", "1", "99999999999999999999", "<@U1>", "<@", "[Anna](x)", "\u{0}",
    "\u{200F}", "\u{301}", "e\u{301}", "İ", "ß", "ǅ", "\u{FFFD}", "👩‍👩‍👧", "🇩🇪", "Anna\nBen",
    "a, b, c", "PhD", "Dr.", "さん", "ALL",
  ]

  static let numbers = [
    "0", "00", "1", "2", "3", "7", "12", "13", "24", "25", "29", "30", "31", "32", "53", "54", "59",
    "60", "61", "75", "99", "100", "101", "365", "366", "400", "999", "1000", "1899", "1900",
    "1969", "1970", "2000", "2024", "2026", "2076", "2077", "2100", "2101", "2400", "9998", "9999",
    "10000", "12000", "12345", "99999", "100000", "100001", "400001", "1000000", "2147483647",
    "2147483648", "4294967296", "999999999", "1000000000", "9999999999", "999999999999",
    "9223372036854775807", "9223372036854775808", "18446744073709551615", "18446744073709551616",
    "0.5", "3.14", "1,000,000", "1.000.000", "1e9", "1e999", "0x7f", "-1", "+1", "½", "٣", "１２",
    "1st", "2nd", "3rd", "31st", "99th", "twenty", "hundred", "thousand", "zwanzig", "hundert",
    String(repeating: "9", count: 40),
  ]

  /// Phrases that state a time; `#` stands for a number.
  static let datePhrases = [
    "in # days", "in # hours", "in # minutes", "within # weeks", "# months from now", "# years ago",
    "in # and a half years", "in #/# days", "in #.# weeks", "# business days before Friday",
    "by #.#.#", "on #/#/#", "#-#-#", "#-#-#T#:#:#Z", "#-#-#T#:#+#:#", "at #:#", "at # # pm", "#pm",
    "#h#", "by the #th", "Feb #", "# March #", "May # - #", "#:# UTC+#:#", "#pm GMT-#", "KW #",
    "week #", "Q# #", "end of #", "mid-#", "the #th Monday of March #", "the # last day of May",
    "Easter #", "Diwali #", "Ramadan in # years", "Chinese New Year #", "Rosh Hashanah #",
    "third Friday after Easter #", "# hours before Friday 5pm", "from # to #", "#-# pm",
    "half past #", "quarter to #", "every # days", "until #", "# Fridays from now",
    "Friday in # weeks", "the day after the #th", "#.#. - #.#.", "am #. #.", "bis zum #.",
    "um # Uhr #", "in # Tagen", "vor # Wochen", "heute in # Monaten", "spätestens # Uhr",
    "halb #", "# Uhr # morgens", "am #. Werktag", "Ostern #", "bis in # Jahren", "ab #.#.#",
    "two thousand and #", "twenty #", "31 February #", "31.13.#", "24:#", "25:00",
    "week of the #th",
  ]

  static let marks = [
    ".", ",", "?", "!", ":", ";", "-", "–", "—", "…", "...", "(", ")", "[", "]", "{", "}", "\"",
    "'", "’", "“", "”", "„", "`", "```", "@", "#", "*", "_", "/", "\\", "|", ">", "<", "&", "+",
    "=", "~", "%", "$", "€", "•", "[ ]", "[x]", "- ", "\n", "\n\n", "\n- ", "\n1. ", "\n> ", "\t",
    "\r\n", "://", "->", ":-)", ":P", ":smile:", "()", "! ", "/",
  ]

  static let oddities = [
    "\u{0}", "\u{1}", "\u{1B}[31m", "\u{7F}", "\u{A0}", "\u{AD}", "\u{301}", "\u{308}",
    "\u{20E3}", "\u{200B}", "\u{200D}", "\u{200E}", "\u{200F}", "\u{202A}", "\u{202E}", "\u{2066}",
    "\u{2028}", "\u{2029}", "\u{2060}", "\u{FE0F}", "\u{FEFF}", "\u{FFFD}", "\u{FFFF}",
    "\u{10FFFF}", "\u{1F1E9}", "🇩🇪", "👩‍👩‍👧", "🎉", "✅", "é", "e\u{301}", "ß", "İ", "ı", "ſ", "ﬁ",
    "ẞ", "Å", "ö", "Ö", "д", "ת", "م", "٣", "中", "한", "か", "ไ", "\\ud800", "\\u0000",
  ]

  /// Openings that address people; the continuation may be in another sentence.
  static let openings = [
    "Any volunteers", "Who can", "Who will", "Would somebody like to", "Could somebody please",
    "Can anyone", "Does anybody want to", "We need someone", "Looking for a volunteer",
    "Would anyone mind", "Could you", "Please", "I'll", "Shall I", "We should", "Make sure",
    "Don't forget", "TODO", "Action:", "needs to be", "I'm on it", "I've sent", "assign it to",
    "Kann jemand bitte", "Könnte bitte jemand", "Wer kann", "Wer möchte", "Wer übernimmt",
    "Hat jemand Lust", "Würde jemand", "Freiwillige", "Kannst du", "Bitte", "Ich werde", "Soll ich",
    "Wir müssen", "Denk bitte daran", "muss noch", "Ich kümmere mich um", "Ich habe",
  ]
  static let continuations = [
    "In case nobody does, I'll do it.", "On Friday I am away.", "For me it's fine.",
    "With that we are done.", "To be sure", "At 5?", "By tomorrow", "Of course", "in", "to", "for",
    "until", "it", "I", "you", "and", "because", "Friday", "#", "Mit dem Bericht fange ich an.",
    "Am Freitag bin ich weg.", "Für mich passt es.", "In dem Fall mache ich es.", "An alle:", "Bis",
    "zu", "auf", "von mir aus", "es", "ich", "dir", "und", "weil", "nicht", "heute",
  ]

  /// Each opening with each continuation, in one sentence or two, with a name or without.
  package static let calls: [String] = openings.enumerated().flatMap { place, opening in
    continuations.enumerated().map { number, continuation in
      let name = ["", "Anna, ", "@Ben ", "", "Dora Miller: "][(place + number) % 5]
      let mark = ["? ", ". ", "... ", " ", "! ", ": ", "?\n", ", "][(place + number * 3) % 8]
      return name + opening + mark + continuation.replacing("#", with: "31.13.99999")
    }
  }
}
