import ActionItems
import TestSupport
import Testing

@testable import Extraction
@testable import ItemRecords

/// Many invented people with names in many scripts; each is looked up by an altered form of the name.
@Suite struct NameCrowdTests {
  /// A script: the parts of its names, and a syllable that none of them has.
  struct Script {
    let name: String
    let syllables: [String]
    let foreign: String
    var isLatin = false
  }

  static let scripts: [Script] = [
    Script(
      name: "Latin", syllables: "ba ke li mo nu ra sé tü vő jå dø lã ña šu že łi çe ğo ań őr".words,
      foreign: "wyx", isLatin: true),
    Script(
      name: "Vietnamese", syllables: "ngu ễn thị đứ ạnh hồ bằ ướ mỹ lệ phạ quỳ trầ võ".words,
      foreign: "wyx", isLatin: true),
    Script(name: "Greek", syllables: "γιώ νά μή λού κέ τρά φί χό βα δέ ρο σω".words, foreign: "ψξ"),
    Script(
      name: "Cyrillic", syllables: "ан дре й ко ро лё ва ми шу тё хо ни їз ка".words, foreign: "щъ"),
    Script(name: "Arabic", syllables: "مح مد أح سا لي فا طم ري نو حس".words, foreign: "ظغ"),
    Script(name: "Hebrew", syllables: "דו יד שר הנ מי כל רח אב גל נו".words, foreign: "צט"),
    Script(name: "Han", syllables: "李 雷 田 中 太 郎 王 伟 芳 陈 明 林 美 玲 山 本".words, foreign: "龘靐"),
    Script(name: "Hangul", syllables: "김 철 수 박 영 희 이 민 지 최 현 준 서 연".words, foreign: "뷁쀍"),
    Script(name: "Devanagari", syllables: "रा मी ता वि का सु नी ला प्रि या मो हन क़ा".words, foreign: "ठझ"),
    Script(name: "Thai", syllables: "สม ชา ยา นิ พร ศรี วิ มล กา รุ่ง ดี จัน".words, foreign: "ฆฌ"),
  ]

  static func word(_ script: Script, _ random: inout SeededRandom) -> String {
    let word = (0..<4).map { _ in script.syllables.randomElement(using: &random)! }.joined()
    return word.prefix(1).uppercased() + word.dropFirst()
  }

  /// A way to alter the spelling of a name, and to add text around it.
  typealias Spoiling = @Sendable (String) -> String

  static let letters: [Spoiling] = [
    { $0 }, { $0.uppercased() }, { $0.lowercased() },
    { name in name.map { "\($0)\u{200B}" }.joined() },
    { $0.unicodeScalars.reduce(into: "") { $0 += "\($1)\u{2060}" } },
    { "\u{202B}\($0)\u{202C}" }, { $0.spaced("\u{A0}") },
    { " \($0.spaced("\u{3000} \t"))\u{2003}" },
    { $0.spaced(" \u{AD} ") }, { "\($0)\u{FE0F}\u{E0101}" },
    { name in
      String(
        String.UnicodeScalarView(
          name.unicodeScalars.map {
            $0.isASCII && $0.properties.isAlphabetic
              ? Unicode.Scalar($0.value + 0xFEE0)! : $0
          }))
    },
  ]
  static let dress: [Spoiling] = [
    { $0 }, { "@\($0)" }, { "**\($0)**" }, { "`\($0)`" }, { "\"\($0)\"" }, { "“\($0)”" },
    { "_\($0)_" },
    { "\($0) (away)" }, { "\($0) [ACME]" }, { "\($0) | Ops" },
    { "Dr. \($0)" }, { "Prof. Dr. \($0)" }, { "Frau \($0)" }, { "Mr \($0)" }, { "\($0) 🌸" },
    { "👩🏽‍💻 \($0)" }, { "\($0) (she/her)" }, { "\($0):" }, { "<@\($0)>" },
  ]
  /// The name without accents, unless removal makes it a different letter.
  static func plain(_ name: String) -> String {
    String(
      String.UnicodeScalarView(name.unicodeScalars.map { PlainLetter.of($0) ?? $0 }))
  }

  static let crowd = 250

  @Test(arguments: 0..<41)
  func `a name that is there is found, one that is not is not`(seed: Int) {
    var random = SeededRandom(seed: UInt64(seed) &+ 4711)
    var participants: [Participant] = []
    var names: [(first: String, last: String, script: Script)] = []
    var seen: Set<String> = []
    while names.count < Self.crowd {
      let script = Self.scripts[names.count % Self.scripts.count]
      let (first, last) = (Self.word(script, &random), Self.word(script, &random))
      // Each word belongs to one person here, so all its forms do too.
      let plain = [first, last].map { Self.plain($0.lowercased()) }
      guard plain[0] != plain[1], plain.allSatisfy({ !seen.contains($0) }) else { continue }
      seen.formUnion(plain)
      names.append((first, last, script))
      participants.append(
        Participant(id: "id\(names.count)", name: Self.listed("\(first) \(last)", &random)))
    }
    let people = People(participants)
    for (place, name) in names.enumerated() {
      let written = [
        "\(name.first) \(name.last)", name.first, name.last,
        Self.plain("\(name.first) \(name.last)"),
      ][[0, 0, 1, 2, 3].randomElement(using: &random)!]
      let spoilt = Self.spoilt(written, &random)
      let found = people.match(spoilt)
      if found?.name != participants[place].name {
        Issue.record(
          "\(name.script.name): \(spoilt) of \(participants[place].name): \(found?.name ?? "")")
      }
      // One letter more or less, another last name, or only a crowd's title, suffix and initials.
      let other = names[(place + Self.scripts.count) % names.count]
      let miss = [
        "\(name.first)\(name.script.foreign) \(name.last)",
        "\(name.first) \(name.last)\(name.script.foreign)",
        "\(name.first) \(other.last)", "\(name.script.foreign)\(name.first)",
        String(name.first.dropLast()), "\(name.script.foreign) (\(name.first))",
        "\(name.first.dropLast()) \(name.last)",
      ].randomElement(using: &random)!
      let missed = Self.spoilt(miss, &random)
      if let found = people.match(missed) {
        Issue.record("\(name.script.name): \(missed) is not \(found.name)")
      }
    }
  }

  /// A name in the form that exports use.
  static func listed(_ name: String, _ random: inout SeededRandom) -> String {
    switch Int.random(in: 0..<12, using: &random) {
    case 0: name.spaced("  ")
    case 1: "\(name) 🌸"
    case 2: "Dr. \(name)"
    case 3: "\(name) (ACME)"
    case 4: "\u{200E}\(name)"
    case 5: "\(name) | Ops"
    case 6: name.uppercased()
    default: name
    }
  }

  static func spoilt(_ name: String, _ random: inout SeededRandom) -> String {
    letters.randomElement(using: &random)!(dress.randomElement(using: &random)!(name))
  }
}

extension String {
  fileprivate var words: [String] { split(separator: " ").map(String.init) }
  /// The name with another white space between its words.
  fileprivate func spaced(_ space: String) -> String {
    split(separator: " ").joined(separator: space)
  }
}
