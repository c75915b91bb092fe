import ActionItems
import Testing
import Windowing

@testable import Extraction
@testable import ItemRecords

/// The people of a window besides its senders.
@Suite struct WindowPeopleTests {
  /// The names of the participants of a window with one message from Anna.
  static func people(_ listed: [Participant], in text: String) -> [String] {
    let conversation = Conversation(id: "c", title: nil, platform: "json", participants: listed)
    var reader = ConversationReader(
      conversation, ConversationState(marks: ReadMarkers(), hasItems: false),
      ExtractionPipeline.Settings(run: 1, concurrency: 1), readLevel: .offline,
      asked: "offline")
    _ = reader.add(Message(id: "1", senderId: "u1", sender: "Anna", timestamp: nil, text: text))
    guard let window = reader.finish().first else { return [] }
    return reader.windowPeople.participants(of: window, known: reader.people).map(\.name)
  }

  static func crowd(_ names: String...) -> [Participant] {
    let others = (0..<40).map { Participant(id: "x\($0)", name: "Extra\($0) Person") }
    return others + names.enumerated().map { Participant(id: "n\($0)", name: $1) }
  }

  @Test func `a small conversation's people belong to every window, programs aside`() {
    var listed = (0..<WindowPeople.roomful).map { Participant(id: "p\($0)", name: "P\($0)") }
    listed[3].isBot = true
    listed[4].name = String(repeating: "n", count: 1000)
    let people = Self.people(listed, in: "hello")
    #expect(people.first == "Anna" && people.count == 1 + listed.count - 2)
    #expect(Self.people(listed + [Participant(id: "q", name: "Q")], in: "hello") == ["Anna"])
  }

  @Test(arguments: [
    ("whole", "I think Ben Miller knows", ["Ben Miller"]),
    ("first name", "Ben, go", ["Ben Miller"]),
    ("in small letters", "ben: go", ["Ben Miller"]), ("a word", "the ben of it", []),
    ("possessive", "Ben's desk", ["Ben Miller"]), ("curly", "“Ben” and Ben’s", ["Ben Miller"]),
    ("a part of a word", "Benjamin, Ben_2, XBen", []), ("called", "ask @Ben", ["Ben Miller"]),
    ("of two", "Carla, go", []), ("one of two", "Carla Ruiz, go", ["Carla Ruiz"]),
    ("called so and no more", "Dora, go", ["Dora"]), ("in capitals", "BEN GO", ["Ben Miller"]),
    ("not ASCII", "Élodie geht", ["Élodie"]), ("at the end", "thanks Ben", ["Ben Miller"]),
    ("with marks", "(Ben)…Dora—Élodie", ["Ben Miller", "Dora", "Élodie"]), ("empty", "", []),
    ("one letter", "X, I, A: go", []),
  ])
  func `a window of a large conversation has only the people named in it`(
    name: String, text: String, expected: [String]
  ) {
    let listed = Self.crowd(
      "Ben Miller", "Carla Ruiz", "Carla Vogel", "Dora", "Dora Holm", "Élodie", "X")
    #expect(Self.people(listed, in: text) == ["Anna"] + expected, "\(name)")
  }

  @Test func `a message that names everybody names no more than a window is about`() {
    let listed = (0..<5000).map { Participant(id: "p\($0)", name: "Name\($0)") }
    let people = Self.people(listed, in: listed.map(\.name).joined(separator: " "))
    #expect(people.count == 51)
  }
}
