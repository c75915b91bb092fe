import ActionItems
import TestSupport
import Testing

@testable import Extraction
@testable import ItemRecords

@Suite struct PeopleTests {
  static let people = People([
    Participant(id: "U1", name: "Anna Schmidt", aliases: ["anna.s", "anna@acme.example"]),
    Participant(id: "U2", name: "Ben (ben2)", aliases: ["ben2"]),
    Participant(id: "U3", name: "Ben", aliases: ["benny"]),
    Participant(id: "U4", name: "李雷"),
  ])

  @Test(
    arguments: [
      ("display name", "Anna Schmidt", "U1"), ("other case", "ANNA SCHMIDT", "U1"),
      ("first name", "anna", "U1"), ("with an at sign", "@Anna", "U1"),
      ("quoted", "\"Anna\"", "U1"),
      ("handle", "anna.s", "U1"), ("mail", "anna@acme.example", "U1"), ("id", "U4", "U4"),
      ("exact before ambiguous", "Ben", "U3"), ("handle of a namesake", "ben2", "U2"),
      ("other script", "李雷", "U4"), ("unknown", "Carla", nil),
      ("empty", "", nil), ("an at sign", "@", nil),
    ] as [(String, String, String?)])
  func `names mean people`(name: String, written: String, id: String?) {
    #expect(Self.people.match(written)?.id == id, "\(name)")
    #expect(Self.people.person(mentionedAs: written)?.id == id, "\(name)")
  }

  @Test func `a name that is all of one's and part of another's is the one's, but not in a text`() {
    #expect(Self.people.match("ben")?.id == "U3" && Self.people.person(mentionedAs: "ben") == nil)
  }

  /// A form of a name, as the export lists it and as a model writes it.
  typealias Form = (name: String, listed: String, written: [String])

  static let forms: [Form] = [
    (
      "case", "Jürgen Öztürk-İnce",
      ["JÜRGEN ÖZTÜRK-INCE", "jürgen öztürk-i\u{307}nce", "Jurgen Ozturk-ince"]
    ),
    (
      "spaces", "Anna  Schmidt",
      [
        "Anna Schmidt", " Anna Schmidt\n", "Anna\u{A0}Schmidt", "Anna\u{3000}\u{3000}Schmidt",
        "anna\tschmidt", "\u{2009}Anna\u{202F}Schmidt\u{2800}",
      ]
    ),
    (
      "invisible", "An\u{200B}na\u{FEFF} Schmidt\u{E0067}\u{E007F}",
      [
        "Anna Schmidt", "\u{202A}Anna\u{202C} Schmidt", "Anna Sch\u{AD}midt",
        "Anna Schmidt\u{FE0F}",
        "Anna\u{200D} Schmidt\u{E0100}", "\u{2068}Anna\u{2069} Schmidt",
      ]
    ),
    ("Latin", "Zoë Čapek Łódź", ["Zoe Capek Lodz", "Zoe\u{308} C\u{30C}apek Lo\u{301}dz\u{301}"]),
    ("Nordic", "Øyvind Ægir Þór", ["ØYVIND ÆGIR ÞÓR", "øyvind ægir þor"]),
    (
      "Vietnamese", "Nguyễn Thị Đức",
      ["Nguyen Thi Duc", "NGUYỄN THỊ ĐỨC", "Nguye\u{302}\u{303}n Thi\u{323} Đu\u{31B}\u{301}c"]
    ),
    ("Greek", "Γιώργος Άννας", ["γιωργοσ αννασ", "ΓΙΩΡΓΟΣ ΑΝΝΑΣ", "Γιω\u{301}ργος Ἄννας"]),
    ("Cyrillic", "Андрей Королёв", ["Андреи Королев", "АНДРЕЙ КОРОЛЁВ", "Андреи\u{306} Королёв"]),
    ("Arabic", "أحمد مُحَمَّد", ["احمد محمد", "أحمـد محمد", "ا\u{654}حمد محمد"]),
    ("Hebrew", "דָּוִד כֹּהֵן", ["דוד כהן"]),
    ("Hindi", "प्रिया क़ादिर", ["प्रिया क\u{93C}ादिर"]),
    ("full width", "Anna Schmidt7", ["Ａｎｎａ　Ｓｃｈｍｉｄｔ７"]),
    ("full-width listed", "Ｂｏ　Ｌｉ", ["Bo Li", "bo li", "Bo", "Li"]),
    (
      "parts", "Anna Maria Schmidt",
      [
        "Anna", "Schmidt", "AS", "A.S.", "A. S.", "AMS", "A. Schmidt", "A Schmidt", "Anna S.",
        "anna s",
        "Maria Schmidt", "Anna Schmidt", "anna.schmidt", "anna_s",
      ]
    ),
    ("double name", "Anna-Lena O’Brien", ["Anna‑Lena O'Brien", "anna-lena obrien", "Anna-Lena"]),
    ("flower", "Anna 🌸", ["Anna", "anna🌸", "🌸 Anna", "Anna 🌸🌸", "Anna 👩🏽‍💻", "@anna"]),
    ("titles", "Anna Schmidt", ["Dr. Anna Schmidt", "Prof. Dr. Anna Schmidt", "Frau Schmidt"]),
    (
      "titles listed", "Prof. Dr. Anna Schmidt", ["Anna Schmidt", "Anna", "Schmidt", "Dr. Schmidt"]
    ),
    (
      "tails", "Anna Schmidt",
      [
        "Anna Schmidt (she/her)", "Anna Schmidt [ACME]", "Anna | Ops", "Anna (away)", "Anna - Ops",
        "Anna Schmidt <anna@acme.example>", "Anna (away", "Anna Schmidt @ ACME", "Anna • Ops",
        "Anna — out of office",
      ]
    ),
    ("tails listed", "Anna Schmidt (she/her) | ACME", ["Anna Schmidt", "Anna", "Anna | Ops"]),
    (
      "marks", "Anna",
      [
        "**Anna**", "`anna`", "\"Anna\"", "“Anna”", "„Anna“", "'Anna'", "_Anna_", "**_Anna_**",
        "~~Anna~~",
        "«Anna»", "(Anna)", "[Anna](mailto:a@b.example)", "Anna:", "- Anna", "> Anna", "Anna!",
        "\"@Anna\",",
        "Anna.",
      ]
    ),
  ]

  @Test(arguments: forms.map { ($0.name, $0.listed, $0.written) })
  func `a name is found whatever its form`(name: String, listed: String, written: [String]) {
    let people = People([
      Participant(id: "U1", name: "Carla Mertens"), Participant(id: "U2", name: listed),
      Participant(id: "U3", name: "Dmitri Wolff"),
    ])
    for written in written + [listed] {
      #expect(people.match(written)?.name == listed, "\(name): \(written)")
      if let field = FieldText.meaningful(written) {
        #expect(people.match(field)?.name == listed, "\(name): \(field)")
      }
    }
  }

  @Test(
    arguments: [
      ("bare", "ben", ["ben", "@ben", "Ben", "<ben>", "ben#0001x"], ["@ben", "BEN"]),
      ("underscore", "ben_k", ["ben"], ["ben_k", "@Ben_K", "`ben_k`", "ben k"]),
      ("dot", "ben.k", ["ben"], ["ben.k", "@ben.k.", "ben k", "<@ben.k>"]),
      ("number", "ben#1234", ["ben#1235", "ben#123"], ["ben#1234", "@ben#1234"]),
      (
        "address", "ben@example.com", ["ben@example.org", "benn"],
        ["ben@example.com", "<ben@example.com>", "BEN@EXAMPLE.COM", "ben"]
      ),
      ("id", "U123", ["U12", "U1234"], ["<@U123>", "<@U123|benny>", "u123", "<@!U123>"]),
    ])
  func `a handle is found whatever its form`(
    name: String, handle: String, others: [String], written: [String]
  ) {
    let people = People([
      Participant(id: handle, name: "Zoltan"), Participant(id: "x", name: "Someone Else"),
    ])
    for written in written { #expect(people.match(written)?.id == handle, "\(name): \(written)") }
    for other in others where other.contains("#") || other.hasPrefix("U") || other.contains("ex") {
      #expect(people.match(other) == nil, "\(name): \(other)")
    }
  }

  @Test(
    arguments: [
      ("a prefix", "Ann"), ("a longer name", "Annabel"), ("another last name", "Anna Schmitt"),
      ("another first name", "Hanna Schmidt"), ("an initial of another", "B. Schmidt"),
      ("letters of another", "BS"), ("a title alone", "Dr."), ("a title of another", "Dr. Kim"),
      ("a tail alone", "Kim (ACME)"), ("a tail that is the name", "Kim (Anna)"),
      ("a list", "Anna, Benjamin"),
      ("small initials", "as"), ("a department", "HR"), ("a pronoun", "he"), ("also one", "It"),
      ("two Toms", "Tom"), ("two Toms with a title", "Mr. Tom"), ("two Bergs", "Berg"),
      ("two with initials", "TB"), ("two initials", "T. Berg"),
      ("another address", "anna@other.example"),
      ("a plural", "Annas"), ("nothing", "**"), ("spaces", " \u{A0}\u{200B}"), ("brackets", "()"),
      ("a flower", "🌸"), ("a short name of one", "Benj"), ("another letter", "Änna Schmidz"),
      ("a word of a handle", "kay"), ("an accent on nothing", "\u{301}"),
    ])
  func `names of absent people are not found`(name: String, written: String) {
    let people = People([
      Participant(id: "1", name: "Anna Schmidt (ACME)", aliases: ["anna@acme.example"]),
      Participant(id: "2", name: "Dr. Benjamin Vogt"), Participant(id: "3", name: "Tom Berg"),
      Participant(id: "4", name: "Tom Till Berg"), Participant(id: "5", name: "Hans Richter"),
      Participant(id: "6", name: "Wei He"), Participant(id: "7", name: "Ian Thiel"),
      Participant(id: "8", name: "Olga 🌸", aliases: ["kay_o"]),
    ])
    #expect(people.match(written) == nil, "\(name)")
  }

  @Test func `two whose names fold alike are two people`() {
    let people = People([
      Participant(id: "1", name: "Jurgen"), Participant(id: "2", name: "Jürgen"),
      Participant(id: "3", name: "anna  s"), Participant(id: "4", name: "Anna S"),
      Participant(id: "5", name: "Zoë 🌸"), Participant(id: "6", name: "Zoe 🌺"),
    ])
    for name in ["Jurgen", "Jürgen", "anna  s", "Anna S", "Zoë 🌸", "Zoe 🌺"] {
      #expect(people.match(name)?.name == name)
    }
    #expect(people.match("Ju\u{308}rgen")?.id == "2" && people.match("**Jurgen**")?.id == "1")
    for name in ["jurgen", "JÜRGEN", "ANNA S", "anna", "Zoe", "zoë"] {
      #expect(people.match(name) == nil, "\(name)")
    }
  }

  @Test func `two spellings under one id are one person`() {
    let people = People([
      Participant(id: "U1", name: "Anna Schmidt"), Participant(id: "U1", name: "Anna  Schmidt"),
    ])
    #expect(people.match("anna schmidt")?.id == "U1" && people.match("Schmidt")?.id == "U1")
    #expect(people.match("Anna  Schmidt")?.name == "Anna  Schmidt")
  }

  @Test func `a full name wins over a handle, and a handle over a partial name`() {
    let people = People([
      Participant(id: "1", name: "Kim", aliases: ["max"]), Participant(id: "2", name: "Kim Park"),
      Participant(id: "3", name: "Max Park"), Participant(id: "4", name: "Lee", aliases: ["kim"]),
    ])
    #expect(people.match("kim")?.id == "1")
    #expect(people.match("MAX")?.id == "1")
    #expect(people.match("Park") == nil)
    // A word of a message may belong to either person.
    #expect(people.person(mentionedAs: "kim") == nil && people.person(mentionedAs: "max") == nil)
  }

  @Test(
    arguments: [
      "will", "as", "AS", "mark", "so", "A. Mark", "Anna M.", "Anna's", "Mark, Anna", "Dr. Anna",
    ])
  func `words of a message do not match last names or initials`(word: String) {
    let people = People([
      Participant(id: "1", name: "Anna Mark"), Participant(id: "2", name: "Adam So"),
      Participant(id: "3", name: "Alma Stone"), Participant(id: "4", name: "Dr. Bo Will"),
    ])
    #expect(people.person(mentionedAs: word) == nil)
  }

  @Test(arguments: [
    "ANNA", "anna", "Änna", "@Anna,", "An\u{200B}na", "Ａｎｎａ", "anna  mark", "\"Anna\"",
  ])
  func `words of a message mean people whatever their letters`(word: String) {
    let people = People([Participant(id: "1", name: "Anna Mark")])
    #expect(people.person(mentionedAs: word)?.id == "1")
  }

  @Test func `the directory's other names are found in any form`() throws {
    let directory = try PeopleDirectory([
      .init(name: "Anna Schmidt", names: ["Anni", "schmidti"]),
      .init(name: "Zoë", names: ["Tiger"]),
      .init(name: "Bert", names: ["Tom"]),
    ])
    let people = People(
      [
        Participant(id: "1", name: "Anna  Schmidt 🌸"), Participant(id: "2", name: "zoe"),
        Participant(id: "3", name: "Tom A", aliases: ["bert"]), Participant(id: "4", name: "Tom B"),
      ], directory: directory)
    for name in ["anni", "**Anni**", "Frau Anni", "Anni (away)", "ÄNNI", "Schmidti"] {
      #expect(people.match(name)?.id == "1", "\(name)")
    }
    #expect(people.match("tiger")?.id == "2" && people.match("Tom")?.id == "3")
    #expect(
      people.person(mentionedAs: "Anni,")?.id == "1" && people.knownName("“Anni”") == "Anna Schmidt"
    )
  }

  @Test func `an overlong name matches only its exact spelling`() {
    let long = String(repeating: "Anna ", count: 100_000)
    let people = People([Participant(id: "1", name: long)])
    #expect(people.match(long)?.id == "1")
    #expect(people.match(long.uppercased()) == nil && people.match("Anna") == nil)
  }

  @Test(arguments: [
    ("by a word", "Anna 🌸 Schmidt", "ask Schmidt", true),
    ("not by a flower", "Anna 🌸", "nice 🌸", false),
    ("not by a title", "Dr. Anna Schmidt", "ask Dr. Kim", false),
    ("with another space", "Anna\u{A0}Schmidt", "Anna's turn", true),
    ("without its tone", "Νίκος", "ρώτα τον ΝΙΚΟΣ", true),
    ("Vietnamese", "Đức", "hỏi duc nhé", true),
  ])
  func `a text names a person by a word of the name`(
    name: String, person: String, text: String, isNamed: Bool
  ) {
    let person = Participant(id: "U1", name: person)
    #expect(person.isNamed(in: NormalisedText(text)) == isNamed, "\(name)")
  }

  /// A person with one of few names, handles and ids, so that many are shared.
  private static func anybody(_ random: inout SeededRandom) -> Participant {
    let names = ["Anna", "Ben", "Anna Berg", "Ben Berg", "Anna (Ops)", "Anna Maria Berg"]
    let number = Int.random(in: 0..<4, using: &random)
    let name = names.randomElement(using: &random) ?? ""
    return Participant(
      id: "U\(Int.random(in: 0..<12, using: &random))",
      name: number == 0 ? name : "\(name) \(number)",
      aliases: Bool.random(using: &random) ? [] : ["nick\(Int.random(in: 0..<5, using: &random))"])
  }

  @Test func `a person added later is unknown to earlier copies`() {
    let asked = [
      "Anna", "Ben", "Berg", "Anna Berg", "A. Berg", "AB", "nick1", "nick2", "U1", "U7", "Anna 1",
      "Anna Maria Berg 2", "Ops",
    ]
    for seed in 0..<40 {
      var random = SeededRandom(seed: UInt64(seed))
      var known: [Participant] = []
      var people = People()
      var copies: [(count: Int, people: People)] = []
      for _ in 0..<30 {
        copies.append((known.count, people))
        known.append(Self.anybody(&random))
        people.add(known[known.count - 1])
      }
      // One of the copies changes on its own.
      var other = copies[20].people
      let stranger = Participant(id: "U99", name: "Anna Ops")
      other.add(stranger)
      let fresh = copies.map { People(Array(known.prefix($0.count))) }
      let freshOther = People(Array(known.prefix(20)) + [stranger])
      for name in asked {
        for (copy, fresh) in zip(copies, fresh) {
          #expect(copy.people.match(name) == fresh.match(name), "\(name), seed \(seed)")
          #expect(
            copy.people.person(mentionedAs: name) == fresh.person(mentionedAs: name),
            "\(name), seed \(seed)")
          #expect(copy.people.participant(withId: name) == fresh.participant(withId: name))
          #expect(copy.people.isKnown(name) == fresh.isKnown(name))
        }
        #expect(other.match(name) == freshOther.match(name), "\(name), seed \(seed)")
      }
    }
  }

  @Test func `adding a crowd repeatedly takes time in proportion to its size`() {
    let excess = Growth.excess(over: 4000, preparing: \.self) { count in
      var people = People()
      var copies: [People] = []
      for number in 0..<count {
        people.add(Participant(id: "U\(number)", name: "Anna Berg \(number)"))
        if number % 4 == 0 { copies.append(people) }
      }
      #expect(copies.allSatisfy { $0.isKnown("Anna Berg 0") != ($0.match("U0") == nil) })
    }
    #expect(excess == nil)
  }
}
