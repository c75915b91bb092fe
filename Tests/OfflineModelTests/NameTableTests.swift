import ActionItems
import Testing
import Windowing

@testable import OfflineModel

@Suite struct NameTableTests {
  static let people = [
    Participant(id: "0", name: "Anna Schmidt", aliases: ["annika"]),
    Participant(id: "1", name: "Ben", aliases: ["ben_s", "jan21"]),
    Participant(id: "2", name: "Dora Miller"), Participant(id: "3", name: "Dora Weber"),
    Participant(id: "4", name: "Jürgen Groß"), Participant(id: "5", name: "Frau Brandt"),
  ]

  private static func talk(_ text: String, _ people: [Participant] = Self.people) -> Talk {
    var chat = Chat("Eve: \(text)")
    chat.window.participants = people
    return chat.talk
  }

  @Test(
    arguments: [
      ("a first name", "Anna, please send it", [0]), ("a last name", "ask Schmidt", [0]),
      ("a full name", "Anna Schmidt knows", [0]), ("another name", "annika knows", [0]),
      ("a mention", "@ben please", [1]), ("a handle", "@ben_s please", [1]),
      ("a handle with digits", "@jan21 please", [1]),
      ("a short name in small letters, which may be a word", "ben can do it", []),
      ("a longer name in small letters", "jürgen knows", [4]),
      ("capitals", "JÜRGEN GROSS knows", [4]), ("a name that two people have", "Dora knows", []),
      ("the last name of one of them", "Dora Weber knows", [3]),
      ("two people", "Anna and Ben", [0, 1]), ("one person twice", "Ben, where is Ben?", [1]),
      ("a title with a name", "Frau Brandt kommt", [5]), ("a title alone", "Frau Meier kommt", []),
      ("a part of a word", "Benjamin and Annabel", []), ("nobody", "please send it", []),
    ] as [(String, String, [Int])])
  func `a word that names a person is found`(name: String, text: String, expected: [Int]) {
    #expect(Self.talk(text).named(in: 0) == expected, "\(name)")
  }

  @Test func `a full name is one token that reveals nothing about the person`() {
    let names = ["Anna Schmidt", "Ben"].map { Self.talk("\($0) knows").tokens(0) }
    #expect(names.map(\.count) == [2, 2])
    #expect(names[0].map(\.hash) == names[1].map(\.hash))
    #expect(names[0].first?.start == 0 && names[0].first?.end == 12)
    #expect(names[0].first?.stem == 0)
  }

  @Test func `a name at the end of a message or line and one at the start of the next are two`() {
    for text in [
      "Anna: Report is due Friday\\nThanks Anna\nBen:   Anna, by Monday",
      "Anna: Anna\\nAnna please",
    ] {
      let chat = Chat(text, people: ["Anna", "Ben"])
      for unit in chat.talk.units.indices {
        let tokens = chat.talk.tokens(unit)
        #expect(tokens.allSatisfy { $0.start < $0.end }, "\(text)")
        #expect(
          tokens.count(where: { $0.kind == .name }) == (unit == 0 && tokens.count > 3 ? 0 : 1))
      }
      _ = chat.claims(by: Chat.keenReader)
    }
  }
}
