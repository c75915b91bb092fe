import Testing

@testable import LanguageModel

@Suite struct RepetitionLoopTests {
  static let item = #"{"task":"Send it","assignee":"Ann","messageId":"m3","quote":"send it"},"#

  static func text(_ piece: String, _ count: Int) -> String {
    String(repeating: piece, count: count)
  }

  @Test(arguments: [
    ("white space after JSON", #"{"items":["# + text("\n  ", 400), RepetitionLoop.whiteSpace),
    ("blank", text(" ", 4096), .whiteSpace),
    ("an item without end", "[" + text(item, 40) + #"{"task":"Se"#, .words),
    ("a sentence in a quote", #"[{"quote":"I will. "# + text("I promise. ", 90), .words),
    ("one letter", "[" + text("a", 300), .words),
    ("escaped line feeds", #"[{"task":""# + text(#"\n"#, 500), .words),
    ("thoughts", "<think>" + text("Wait, let me check that. ", 30), .words),
    ("three of a kind", "[" + text(item, 3), nil),
    ("a short run", #"{"items":["# + text(" ", 150), nil),
    ("a loop that was left", text("no ", 300) + #"but then [{"task":"Pay"#, nil),
    ("empty", "", nil), ("one byte", "x", nil),
  ])
  func `a loop at the end is found`(name: String, answer: String, loop: RepetitionLoop?) {
    #expect(RepetitionLoop(endOf: answer) == loop, "\(name)")
  }

  @Test func `items that differ are no loop`() {
    let names = ["Ann", "Ben", "Carla", "Dee", "Emil", "Finn", "Gus"]
    let items = (1...60).map {
      #"{"task":"Call \#(names[$0 % 7]) and \#(names[$0 / 9]) back","messageId":"m\#($0)"},"#
    }
    #expect(RepetitionLoop(endOf: "[" + items.joined()) == nil)
  }

  @Test func `an item that only counts on is a loop`() {
    let items = (1...60).map { #"{"task":"Call Ann back","messageId":"m\#($0)"},"# }
    #expect(RepetitionLoop(endOf: "[" + items.suffix(40).joined()) == .words)
  }

  @Test(arguments: [
    ("white space", #"{"content":"\#(text(" ", 900))"}"#),
    ("thoughts in a tag", #"{"content":"<think>\#(text("So it is. ", 90))"}"#),
    ("thoughts in a field", #"{"content":null,"reasoning":"\#(text("So it is. ", 90))"}"#),
  ])
  func `a loop is no reason for a higher limit`(name: String, message: String) {
    let reading = Answer.read(
      200, #"{"choices":[{"finish_reason":"length","message":\#(message)}]}"#)
    guard case .use(let reply) = reading.responseAction else {
      Issue.record("\(name): \(reading.responseAction)")
      return
    }
    #expect(reply.isCut && RepetitionLoop(endOf: reply.text) != nil, "\(name)")
  }
}
