import ActionItems
import CivilTime
import Loading
import Testing

/// The hour that repeats when clocks are set back.
@Suite struct RepeatedHourTests {
  static let clock = ["02:50", "02:05", "02:55", "03:10"]
  static let instants = [
    "2025-10-26T02:50:00+02:00", "2025-10-26T02:05:00+01:00", "2025-10-26T02:55:00+01:00",
    "2025-10-26T03:10:00+01:00",
  ]

  static func load(_ text: String, named name: String) throws -> [Message] {
    let zones = ZoneDatabase(environment: [:])
    let options = LoadingOptions(zone: try zones.zone(named: "Europe/Berlin"), zones: zones)
    return try RecordingSink.load(text, named: name, options: options).loaded
      .flatMap(\.messages)
  }

  static func csv(_ times: [String]) -> String {
    "date,from,text\n" + times.map { "2025-10-26 \($0),Ann,\($0)\n" }.joined()
  }

  @Test(arguments: [
    ("chat.txt", Self.clock.map { "[26.10.25, \($0):00] Ann: \($0)\n" }.joined()),
    ("chat.csv", Self.csv(Self.clock)),
    (
      "chat.jsonl",
      Self.clock.map { #"{"user":"a","text":"\#($0)","ts":"2025-10-26 \#($0)"}"# + "\n" }.joined()
    ),
  ])
  func `what goes back in it was written the second time`(file: String, text: String) throws {
    let messages = try Self.load(text, named: file)
    #expect(messages.map(\.text) == Self.clock, "\(file)")
    #expect(messages.map { $0.timestamp?.description } == Self.instants, "\(file)")
  }

  @Test func `seconds in which messages overtake each other do not make an hour`() throws {
    let messages = try Self.load(Self.csv(["02:50:10", "02:50:05", "02:51:00"]), named: "a.csv")
    #expect(messages.map(\.text) == ["02:50:05", "02:50:10", "02:51:00"])
    #expect(messages.allSatisfy { $0.timestamp?.offset == 7200 })
  }

  @Test func `a file that runs backwards does not tell`() throws {
    let messages = try Self.load(Self.csv(["03:10", "02:55", "02:05", "01:50"]), named: "a.csv")
    #expect(messages.map(\.text) == ["01:50", "02:05", "02:55", "03:10"])
  }
}
