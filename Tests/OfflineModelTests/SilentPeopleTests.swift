import OfflineModel
import Testing

/// People who are listed and say nothing, many of whose names are words.
@Suite struct SilentPeopleTests {
  static let silent = [
    "Ben", "Will Turner", "May Chen", "Mark", "Bill Stone", "Rose", "Max", "Page Miller",
    "Carl Vogel",
  ]

  static func found(_ text: String, silent: [String] = silent) -> [String] {
    Talk("Carl: morning\nAnna: \(text)", silent: silent).items(by: Talk.keenReader).map {
      "\($0.assignee ?? "-"): \($0.task)"
    }
  }

  @Test(arguments: [
    ("called", "Ben, can you send the report by Friday?", "Ben: Send the report"),
    ("called without a comma", "ben can you send the report by Friday?", "Ben: Send the report"),
    (
      "by the first name", "Will, can you send the report by Friday?",
      "Will Turner: Send the report"
    ),
    ("with a mention", "@Mark please send the slides by Friday", "Mark: Send the slides"),
    ("told", "Bill will send the invoice by Friday", "Bill Stone: Send the invoice"),
    ("in minutes", "ACTION: Rose to book the room", "Rose: Book the room"),
    ("in German", "Max, kannst du bis Freitag den Bericht schicken?", "Max: Den Bericht schicken"),
    // A namesake who speaks keeps the name.
    ("a speaker's namesake", "Carl, can you send the report by Friday?", "Carl: Send the report"),
  ])
  func `who is silent can be asked`(name: String, text: String, expected: String) {
    #expect(Self.found(text) == [expected], "\(name)")
  }

  @Test(arguments: [
    "Will you send the report by Friday?", "Will do, I'll send it tomorrow",
    "May I ask you to send the slides by Friday?", "Mark the ticket as done by Friday please",
    "please mark the ticket as done by tomorrow", "Can you pay the bill by Friday?",
    "Bill the client by Friday please", "I'll send it in May", "Please send the budget by May 5",
    "In May can you send the budget?", "Can you fix the page by Friday? Page is broken",
    "can you max out the limit by Friday?",
    "please send the bill please by Friday",
  ])
  func `a word that is also a silent one's name stays a word`(text: String) {
    #expect(Self.found(text) == Self.found(text, silent: []), "\(text)")
  }

  @Test(arguments: [
    ("Ben Miller, can you send the offer by Friday?", "Ben Miller: Send the offer"),
    ("@Ben Miller please send the offer by Friday", "Ben Miller: Send the offer"),
    ("Ben Miller will send the offer by Friday", "Ben Miller: Send the offer"),
    ("ACTION: Ben Miller to send the offer", "Ben Miller: Send the offer"),
    ("Ben Smith, can you send the offer by Friday?", "Ben Smith: Send the offer"),
    ("Ben, can you send the offer by Friday?", "Ben Smith: Send the offer"),
    // As much of a name as tells who is meant.
    ("Eva Maria, can you send the offer by Friday?", "Eva Maria Lopez: Send the offer"),
    ("Eva, can you send the offer by Friday?", "Eva: Send the offer"),
    ("Eva Berg, can you send the offer by Friday?", "Eva Berg: Send the offer"),
  ])
  func `a name that is written out goes before the first name of who speaks`(
    text: String, expected: String
  ) {
    let talk = Talk(
      "Ben Smith: morning\nEva: hello\nAnna: \(text)",
      silent: ["Ben Miller", "Eva Maria Lopez", "Eva Berg"])
    #expect(
      talk.items(by: Talk.keenReader).map { "\($0.assignee ?? "-"): \($0.task)" } == [expected],
      "\(text)")
  }

  /// Who speaks before the request, and who is listed besides.
  @Test(arguments: [
    ("Ben Smith: morning\nBen Miller: hello", []), ("Ben Miller: hello\nBen Smith: morning", []),
    ("Carl: morning", ["Ben Smith", "Ben Miller"]),
    ("Ben Smith: hi\nBen Miller: hello\nCarl: morning", []),
  ])
  func `of two namesakes the one whose name is written out is asked`(
    talk: String, silent: [String]
  ) {
    for name in ["Ben Miller", "Ben Smith"] {
      let text = "\(talk)\nAnna: \(name), can you send the offer by Friday?"
      #expect(
        Talk(text, silent: silent).items(by: Talk.keenReader).map(\.assignee) == [name],
        "\(text)")
    }
    for text in ["Ben, can you send the offer by Friday?", "@Ben please send the offer by Friday"] {
      let items = Talk("\(talk)\nAnna: \(text)", silent: silent).items(by: Talk.keenReader)
      #expect(items.allSatisfy { $0.assignee == nil || $0.assignee == "Ben" }, "\(items)")
    }
  }
}
