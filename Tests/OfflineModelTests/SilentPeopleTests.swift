import OfflineModel
import Testing

/// People who are listed and say nothing, many of whose names are words.
@Suite struct SilentPeopleTests {
  static let silent = [
    "Ben", "Will Turner", "May Chen", "Mark", "Bill Stone", "Rose", "Max", "Page Miller",
    "Carl Vogel",
  ]

  static func found(_ text: String, silent: [String] = silent) throws -> [String] {
    try Talk("Carl: morning\nAnna: \(text)", silent: silent).items().map {
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
  func `who is silent can be asked`(name: String, text: String, expected: String) throws {
    #expect(try Self.found(text) == [expected], "\(name)")
  }

  @Test(arguments: [
    "Will you send the report by Friday?", "Will do, I'll send it tomorrow",
    "May I ask you to send the slides by Friday?", "Mark the ticket as done by Friday please",
    "please mark the ticket as done by tomorrow", "Can you pay the bill by Friday?",
    "Bill the client by Friday please", "I'll send it in May", "Please send the budget by May 5",
    "In May can you send the budget?", "Can you fix the page by Friday? Page is broken",
    "Rose to 5 percent, can you check the numbers?", "can you max out the limit by Friday?",
    "please send the bill please by Friday",
  ])
  func `a word that is also a silent one's name stays a word`(text: String) throws {
    #expect(try Self.found(text) == Self.found(text, silent: []), "\(text)")
  }
}
