import ItemRecords

/// A name in the form used for comparison: its folded words without surrounding punctuation.
struct NameForm {
  /// All words, joined by single spaces: "anna s" for "@anna.s".
  private(set) var whole = ""
  /// The words of the name itself, without titles and additions: "anna" for "Dr Anna (away)" or "Anna | Ops".
  private(set) var words: [String] = []
  /// The letters, joined by spaces, if the name consists of capitals only: "a s" for "AS".
  private(set) var initials: String?

  /// Maximum length in bytes. Longer names have an empty form.
  private static let limit = 512

  init(_ name: String) {
    whole = Self.whole(of: name)
    if whole.isEmpty { return }
    let proper = Self.proper(name)
    words = Self.words(of: String(proper))
    while words.count > 1, Self.titles.contains(words[0]) { words.removeFirst() }
    if words.count == 1, 2...4 ~= proper.count, !Self.acronyms.contains(words[0]),
      proper.utf8.allSatisfy({ $0 &- UInt8(ascii: "A") < 26 })
    {
      initials = words[0].map(String.init).joined(separator: " ")
    }
  }

  /// Returns all words of a name, without computing the rest of the form.
  static func whole(of name: String) -> String {
    name.utf8.count <= limit ? words(of: name).joined(separator: " ") : ""
  }

  /// The words of the name itself, joined by spaces.
  var core: String { words.joined(separator: " ") }

  /// Returns a name without leading punctuation, up to an addition such as "(away)" or "| Ops".
  private static func proper(_ name: String) -> Substring {
    guard let start = name.firstIndex(where: { $0.isLetter || $0.isNumber }) else { return "" }
    let name = name[start...]
    let end = name.indices.first { index in
      "([{<|•".contains(name[index])
        || "-–—@".contains(name[index]) && name[..<index].last == " "
    }
    return name[..<(end ?? name.endIndex)]
  }

  /// Splits a name into words of letters, digits and hyphens.
  private static func words(of name: String) -> [String] {
    NormalisedText(name).bytes.split {
      !NormalisedText.isWordByte($0) && $0 < 0x80 && $0 != UInt8(ascii: "-")
    }.flatMap { bytes in
      let word = String(decoding: bytes, as: UTF8.self)
      let parts = word.unicodeScalars.split { !isOfWord($0) }
      return parts.map { String($0).split(separator: "-").joined(separator: "-") }.filter {
        !$0.isEmpty
      }
    }
  }

  private static func isOfWord(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isASCII || scalar.properties.isAlphabetic
      || scalar.properties.generalCategory == .nonspacingMark
  }

  /// Pronouns, which refer to anyone and never identify a person by name.
  static let pronouns = Set(
    words: """
      he she they him her them it we us you me er ihm ihn wir uns man es sie ihnen ihr du dich dir ich euch
      """)
  /// Abbreviations of roles and departments that are unlikely to be initials.
  private static let acronyms = pronouns.union(
    Set(
      words: """
        hr qa pr pm pms po pos ux ui ai ml bi rd ceo cto cfo coo cio cpo ciso vp sre devs dev ops all na tbd
        tba ok eod asap fyi api csm sdr ae cs se em tl dpo gf br edv
        """))
  private static let titles = Set(words: "dr prof herr herrn frau mr mrs ms")
}
