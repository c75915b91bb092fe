import ActionItemModel
import Extraction
import Testing

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
      ("other script", "李雷", "U4"), ("ambiguous", "ben", nil), ("unknown", "Carla", nil),
      ("empty", "", nil), ("an at sign", "@", nil),
    ] as [(String, String, String?)])
  func `names mean people`(name: String, written: String, id: String?) {
    #expect(Self.people.match(written)?.id == id, "\(name)")
  }
}
