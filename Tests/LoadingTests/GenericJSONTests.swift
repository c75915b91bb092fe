import ActionItems
import CivilTime
import Encoding
import Loading
import TestSupport
import Testing

@Suite struct GenericJSONTests {
  static func load(_ text: String, _ options: LoadingOptions = .testing) throws -> RecordingSink {
    try RecordingSink.load(text, named: "chat", options: options)
  }

  @Test(arguments: [
    ("conversation", #"{"id":"c","title":"T","messages":[{"sender":"a","text":"x"}]}"#),
    ("array of messages", #"[{"sender":"a","text":"x"}]"#),
    ("array of conversations", #"[{"id":"c","messages":[{"sender":"a","text":"x"}]}]"#),
    ("wrapped", #"{"conversations":[{"id":"c","messages":[{"sender":"a","text":"x"}]}]}"#),
    ("wrapped twice", #"{"data":{"chats":[{"history":[{"sender":"a","text":"x"}]}]}}"#),
    ("lines", "{\"sender\":\"a\",\"text\":\"x\"}\n"),
    ("one line without an end", #"{"sender":"a","text":"x"}"#),
    ("conversation a line", "{\"id\":\"c\",\"messages\":[{\"sender\":\"a\",\"text\":\"x\"}]}\n"),
    ("behind each other", #"{"sender":"a","text":"x"}{"sender":"a","text":"x"}"#),
    ("byte order mark", "\u{FEFF}[{\"sender\":\"a\",\"text\":\"x\"}]"),
    ("messages before the rest", #"{"messages":[{"sender":"a","text":"x"}],"id":"c"}"#),
    ("nested message", #"[{"id":1,"from":"a","message":{"text":"x"}}]"#),
    ("pretty", "[\n  {\n    \"sender\": \"a\",\n    \"text\": \"x\"\n  }\n]\n"),
  ])
  func `messages are found in every shape`(name: String, text: String) throws {
    let sink = try Self.load(text)
    #expect(!sink.lines.isEmpty && sink.lines.allSatisfy { $0 == "a: x" }, "\(name)")
    #expect(sink.failures.isEmpty, "\(name)")
  }

  @Test func `no two messages share an id, and what is repeated counts once`() throws {
    let sink = try Self.load(
      #"""
      [{"id":1,"ts":1700000000,"from":"a","text":"x"},{"id":1,"ts":1700000000,"from":"a","text":"x"},\#
      {"id":1,"ts":1700000000,"from":"a","text":"y"},{"id":1,"ts":1700000009,"from":"a","text":"z"}]
      """#)
    #expect(sink.lines == ["a: x", "a: y", "a: z"])
    #expect(sink.loaded.flatMap(\.messages).map(\.id) == ["1", "1-2", "1-3"])
    #expect(sink.loaded[0].report?.skipped == ["repeated": 1])
  }

  @Test func `what is repeated counts once, also under an id that an earlier message has`() throws {
    let sink = try Self.load(
      #"""
      [{"id":1,"ts":1700000000,"from":"a","text":"x"},{"id":1,"ts":1700000009,"from":"a","text":"y"},\#
      {"id":1,"ts":1700000009,"from":"a","text":"y"}]
      """#)
    #expect(sink.lines == ["a: x", "a: y"])
    #expect(sink.loaded.flatMap(\.messages).map(\.id) == ["1", "1-2"])
    #expect(sink.loaded[0].report?.skipped == ["repeated": 1])
  }

  @Test func `a fraction of a second counts where no zone is stated, too`() throws {
    let sink = try Self.load(#"[{"time":"2026-01-31T10:00:00.250","from":"a","text":"x"}]"#)
    let time = try #require(sink.loaded.first?.messages.first?.timestamp)
    #expect(time.microseconds % 1_000_000 == 250_000)
  }

  @Test(arguments: [
    ("ts user body", #"{"ts":1700000000,"user":"a","body":"x"}"#),
    ("date from content", #"{"date":"2023-11-14T22:13:20Z","from":"a","content":"x"}"#),
    ("milliseconds", #"{"time":1700000000000,"author":"a","msg":"x"}"#),
    ("microseconds", #"{"timestamp":1700000000000000,"speaker":"a","text":"x"}"#),
    ("seconds in a string", #"{"timestamp":"1700000000.0","nick":"a","text":"x"}"#),
    ("camel case", #"{"createdAt":"2023-11-14 22:13:20+00:00","userName":"a","text":"x"}"#),
    ("underscores", #"{"created_at":"2023-11-14T22:13:20.000Z","sender_name":"a","text":"x"}"#),
    ("author object", #"{"ts":1700000000,"author":{"id":7,"name":"a"},"text":"x"}"#),
    ("text in parts", #"{"ts":1700000000,"user":"a","content":[{"type":"text","text":"x"}]}"#),
    ("extended JSON", #"{"ts":{"$date":"2023-11-14T22:13:20Z"},"user":"a","text":"x"}"#),
    ("id and name", #"{"ts":1700000000,"user":"U7","username":"a","text":"x"}"#),
    ("escaped time", #"{"ts":"2023-11-14T22:13:20\u002B00:00","user":"a","text":"x"}"#),
    ("escaped key", #"{"t\u0073":1700000000,"user":"a","text":"x"}"#),
  ])
  func `fields are known by their usual names`(name: String, line: String) throws {
    let message = try #require(try Self.load("[\(line)]").loaded.first?.messages.first, "\(name)")
    #expect(message.sender == "a" && message.text == "x", "\(name)")
    #expect(message.timestamp?.description == "2023-11-14T22:13:20Z", "\(name)")
  }

  @Test(arguments: [
    ("words", "31 Jan 2026 15:48", "2026-01-31T15:48:00Z"),
    ("words with a zone", "Sat, 31 Jan 2026 15:48:11 +0100", "2026-01-31T15:48:11+01:00"),
    ("American words", "Jan 31, 2026 at 3:48 PM", "2026-01-31T15:48:00Z"),
    ("numbers", "31/01/2026 15:48", "2026-01-31T15:48:00Z"),
    ("American numbers", "1/31/26, 3:48 PM", "2026-01-31T15:48:00Z"),
    ("dots", "31.01.2026, 15:48:11", "2026-01-31T15:48:11Z"),
    ("slashes with escapes", #"01\/31\/2026 15:48"#, "2026-01-31T15:48:00Z"),
    ("year first", "2026/01/31 15:48", "2026-01-31T15:48:00Z"),
    ("a day alone", "31/01/2026", "2026-01-31T00:00:00Z"),
  ])
  func `times are read in every form that tables have them`(
    name: String, time: String, expected: String
  ) throws {
    let line = #"{"date":"\#(time)","from":"a","text":"x"}"#
    for text in ["[\(line)]", line + "\n" + line + "\n"] {
      let loaded = try #require(try Self.load(text).loaded.first, "\(name)")
      #expect(loaded.messages.first?.timestamp?.description == expected, "\(name)")
      #expect(loaded.report?.warnings.contains { $0.contains("could not be read") } == false)
    }
    let table = try RecordingSink.load(
      "date,from,text\n\"\(time.filter { $0 != #"\"# })\",a,x\n", named: "chat.csv")
    #expect(table.loaded[0].messages[0].timestamp?.description == expected, "\(name)")
  }

  @Test func `the whole file settles the order of day and month, as in tables`() throws {
    func line(_ date: String) -> String { #"{"date":"\#(date)","from":"a","text":"\#(date)"}"# }
    let american = try Self.load("[\(line("1/2/2026")),\(line("1/31/2026")),\(line("1/5/2026"))]")
    #expect(american.loaded[0].messages.map(\.text) == ["1/2/2026", "1/5/2026", "1/31/2026"])
    #expect(
      american.loaded[0].messages.map { "\($0.timestamp?.civil.date.description ?? "")" }
        == ["2026-01-02", "2026-01-05", "2026-01-31"])
    let doubtful = try Self.load("[\(line("1/2/2026"))]")
    #expect(doubtful.loaded[0].report?.warnings.contains { $0.contains("--date-order") } == true)
    var options = LoadingOptions.testing
    options.dateOrder = .mdy
    let stated = try Self.load("[\(line("1/2/2026"))]", options)
    #expect(stated.loaded[0].messages[0].timestamp?.civil.date.description == "2026-01-02")
  }

  @Test func `members are known in any order and spacing, whatever the lines before had`() throws {
    var random = SeededRandom(seed: 5)
    let members = [
      (#""id""#, #""7""#), (#""ts""#, "1700000000"), (#""user""#, #""a""#), (#""text""#, #""x""#),
      (#""reactions""#, "[1]"), (#""client_msg_id""#, #""u""#), (#""us\u0065r_id""#, "null"),
      (#""topic""#, #""t""#), (#""tex""#, #""y""#), ("\"\"", "{}"),
    ]
    let lines = (0..<300).map { number in
      let gap = ["", " ", "  "].randomElement(using: &random) ?? ""
      let needed = [(#""id""#, "\"\(number)\"")] + members[1..<4]
      let others = members.dropFirst(4).filter { _ in Bool.random(using: &random) }
      let all = (needed + others).shuffled(using: &random)
      return "{" + gap
        + all.map { "\($0.0)\(gap):\(gap)\($0.1)" }.joined(separator: gap + "," + gap) + gap + "}"
    }
    let messages = try #require(
      try Self.load(lines.joined(separator: "\n")).loaded.first?.messages)
    #expect(messages.count == lines.count)
    for (number, (message, line)) in zip(messages, lines).enumerated() {
      #expect(
        message.id == "\(number)" && message.sender == "a" && message.text == "x"
          && message.timestamp?.seconds == 1_700_000_000, "\(line)")
    }
  }

  @Test func `missing fields are not taken from the previous message`() throws {
    let lines = [
      #"{"id":"1","ts":1700000000,"user":"a","text":"x","thread_ts":"t","permalink":"l"}"#,
      #"{"id":"2","user":"b","text":"y"}"#,
    ]
    let message = try #require(
      try Self.load(lines.joined(separator: "\n")).loaded.first?.messages.last)
    #expect(message.id == "2" && message.sender == "b" && message.text == "y")
    #expect(message.timestamp == nil && message.threadId == nil && message.link == nil)
  }

  @Test func `a time without a zone is the team's, and a warning says so`() throws {
    let sink = try Self.load(#"[{"sender":"a","text":"x","timestamp":"2026-01-05T09:00:00"}]"#)
    let report = try #require(sink.loaded.first?.report)
    #expect(!report.timeZoneKnown)
    #expect(report.warnings.first?.contains("--time-zone") == true)
  }

  @Test func `interleaved conversations come apart, each by time`() throws {
    let sink = try Self.load(
      """
      {"channel":"b","ts":30,"user":"u","text":"b3"}
      {"channel":"a","ts":10,"user":"u","text":"a1"}
      {"channel":"b","ts":20,"user":"u","text":"b2"}
      {"channel":"a","ts":10,"user":"u","text":"a1 too"}
      {"channel":"b","ts":10,"user":"u","text":"b1"}
      """)
    #expect(sink.messages(of: "b").map(\.text) == ["b1", "b2", "b3"])
    #expect(sink.messages(of: "a").map(\.text) == ["a1", "a1 too"])
    #expect(sink.loaded.count == 2)
  }

  @Test func `a file that runs backwards is turned round, messages of one time too`() throws {
    let sink = try Self.load(
      """
      [{"ts":30,"user":"u","text":"4"},{"ts":20,"user":"u","text":"3"},
       {"ts":20,"user":"u","text":"2"},{"ts":10,"user":"u","text":"1"}]
      """)
    #expect(sink.lines == ["u: 1", "u: 2", "u: 3", "u: 4"])
  }

  @Test func `damage costs what it strikes, and is named with its place`() throws {
    let sink = try Self.load(
      """
      {"user":"a","text":"one"}
      {"user":"a","text":"two"
      not even JSON
      {"user":"a","text":"three"}
      """)
    #expect(sink.lines == ["a: one", "a: three"])
    #expect(sink.loaded.first?.report?.skipped == ["malformed": 2])
    guard case .damaged(_, _, let error, let more, _)? = sink.failures.first else {
      Issue.record("no damage reported")
      return
    }
    #expect(error.offset == 50 && more == 1)
  }

  @Test func `a damaged element of an array costs itself alone`() throws {
    let sink = try Self.load(
      #"{"messages":[{"user":"a","text":"one"},{"user":"a","text":nope},{"user":"a","text":"3"}]}"#)
    #expect(sink.lines == ["a: one", "a: 3"])
    #expect(sink.failures.count == 1)
  }

  @Test func `a file that breaks off keeps what came before`() throws {
    let sink = try Self.load(#"{"messages":[{"user":"a","text":"one"},{"user":"a","te"#)
    #expect(sink.lines == ["a: one"])
    #expect(sink.failures.count == 1)
  }

  @Test func `a line beyond the limit is named, the others are read`() throws {
    var options = LoadingOptions.testing
    options.recordLimit = 1000
    let long = String(repeating: "z", count: 5000)
    let lines =
      "{\"user\":\"a\",\"text\":\"1\"}\n{\"user\":\"a\",\"text\":\"\(long)\"}\n"
      + "{\"user\":\"a\",\"text\":\"2\"}\n"
    let sink = try Self.load(lines, options)
    #expect(sink.lines == ["a: 1", "a: 2"])
    #expect(sink.loaded.first?.report?.skipped == ["too long": 1])
    #expect(sink.failures.count == 1)
    let first = try Self.load("{\"user\":\"a\",\"text\":\"\(long)\"}\n", options)
    #expect(first.lines.isEmpty && first.failures.count == 1)
  }

  @Test func `nesting without end is an error of the file`() throws {
    let deep = String(repeating: "[", count: 10_000)
    let sink = try Self.load("{\"messages\":[{\"user\":\"a\",\"text\":\"x\",\"y\":\(deep)")
    #expect(sink.lines.isEmpty && sink.failures.count == 1)
    let closed = deep + String(repeating: "]", count: 10_000)
    let read = try Self.load("{\"messages\":[{\"user\":\"a\",\"text\":\"x\",\"y\":\(closed)}]}")
    #expect(read.lines == ["a: x"])
  }

  @Test func `broken characters are mended, and messages with them counted`() throws {
    let folder = try TemporaryDirectory()
    let bytes =
      Array(#"[{"user":"a","text":"caf"#.utf8) + [0xE9]
      + Array(#""},{"user":"a","text":"caf\ud83d""#.utf8)
      + Array("},{\"user\":\"a\",\"text\":\"café".utf8) + [0xE9] + Array("\"}]".utf8)
    let sink = try RecordingSink.load(try folder.write(bytes, to: "chat.json"))
    #expect(sink.lines == ["a: café", "a: caf\u{FFFD}", "a: café\u{FFFD}"])
    #expect(sink.failures.isEmpty)
    #expect(
      sink.loaded[0].report?.warnings.contains { $0.hasPrefix("3 messages hold broken") } == true)
  }

  @Test(arguments: [
    ("chat-2026-01-05.json", "chat-2026-01-06.json", true),
    ("2026-01-05.json", "2026-01-06.json", true), ("anna.json", "ben.json", false),
  ])
  func `an untimed chat is known by its file's name without the date`(
    first: String, second: String, isOne: Bool
  ) throws {
    func id(_ name: String) throws -> String? {
      try RecordingSink.load(#"[{"sender":"Anna","text":"hi"}]"#, named: name).loaded.first?
        .conversation.id
    }
    #expect(try (id(first) == id(second)) == isOne, "\(first)")
  }

  @Test func `a server may list messages under value`() throws {
    let sink = try RecordingSink.load(
      #"{"value":[{"id":"1","createdDateTime":"2026-02-03T10:00:00Z","from":{"user":{"displayName":"Ann"}},"body":{"content":"hi"}}]}"#,
      named: "chat.json")
    #expect(sink.lines == ["Ann: hi"])
  }

  @Test(arguments: ["a line each": ("", "\n", ""), "a list": ("[", ",", "]")])
  func `requests with the same instructions are conversations of their own`(
    name: String, form: (first: String, joint: String, last: String)
  ) throws {
    func ids(_ words: [String]) throws -> [String] {
      let requests = words.map {
        #"{"messages":[{"role":"system","content":"Be kind."},{"role":"user","content":"\#($0)"}]}"#
      }
      let sink = try RecordingSink.load(
        form.first + requests.joined(separator: form.joint) + form.last, named: "requests.json")
      #expect(sink.loaded.map { $0.messages.map(\.text) } == words.map { ["Be kind.", $0] })
      return sink.loaded.map(\.conversation.id)
    }
    let first = try ids(["hi", "hi", "ho"])
    #expect(Set(first).count == 3, "\(name)")
    #expect(try ids(["hi", "hi", "ho", "he"]).prefix(3) == first[...], "\(name)")
    #expect(try ids(["ho"]) == [first[2]], "\(name)")
    #expect(!first.contains(try ids(["he"])[0]), "\(name)")
  }

  @Test func `messages without ids get the same ones in overlapping exports`() throws {
    let first = try Self.load(
      """
      {"time":"2026-01-05T09:00:00Z","from":"a","text":"hello"}
      {"time":"2026-01-05T09:00:00Z","from":"a","text":"hello"}
      {"time":"2026-01-05T09:01:00Z","from":"b","text":"bye"}
      """
    ).loaded[0].messages
    let second = try Self.load(
      """
      {"time":"2026-01-05T09:00:00Z","from":"a","text":"hello"}
      {"time":"2026-01-05T09:00:00Z","from":"a","text":"hello"}
      {"time":"2026-01-05T09:01:00Z","from":"b","text":"bye","likes":3}
      {"time":"2026-01-05T09:02:00Z","from":"b","text":"again"}
      """
    ).loaded[0].messages
    #expect(Set(first.map(\.id)).count == 3)
    #expect(first.map(\.id) == second.prefix(3).map(\.id))
    #expect(first.map(\.digest) == second.prefix(3).map(\.digest))
  }

  @Test func `an edit changes the digest, a reaction does not`() throws {
    func digest(_ line: String) throws -> UInt64? {
      try Self.load("[\(line)]").loaded.first?.messages.first?.digest
    }
    let plain = try digest(#"{"id":1,"user":"a","text":"x/y"}"#)
    #expect(try digest(#"{"text":"x\/y","reactions":[1],"user":"a","id":1}"#) == plain)
    #expect(try digest(#"{"id":1,"user":"a","text":"x/z"}"#) != plain)
  }

  @Test func `deleted, empty and foreign records are counted`() throws {
    let sink = try Self.load(
      """
      {"user":"a","text":"x"}
      {"user":"a","text":"x","deleted":true}
      {"user":"a","text":"  "}
      {"version":3}
      {"user":"a","text":"y","type":"system"}
      {"user":"a","text":"z","bot":true}
      """)
    let report = try #require(sink.loaded.first?.report)
    #expect(report.skipped == ["deleted": 1, "without text": 1, "not a message": 1])
    #expect(report.records == 6)
    #expect(sink.loaded[0].messages.map(\.kind) == [.message, .system, .bot])
  }

  @Test func `people with the same name stay apart`() throws {
    let sink = try Self.load(
      """
      [{"userId":"u1","user":"Sam","text":"1"},{"userId":"u2","user":"Sam","text":"2"},
       {"userId":"u1","user":"Samuel","text":"3"}]
      """)
    #expect(sink.lines == ["Sam: 1", "Sam (u2): 2", "Sam: 3"])
  }

  @Test(arguments: [
    ("a list of numbers", "[1,2,3]"), ("settings", #"{"theme":"dark"}"#), ("text", "hello"),
    ("a number", "42"),
  ])
  func `a file without messages is not an export`(name: String, text: String) throws {
    let sink = try Self.load(text)
    #expect(sink.lines.isEmpty && sink.failures.count == 1, "\(name)")
  }

  @Test func `mutated files are read or refused, never more than they hold`() throws {
    let original = Array(
      #"{"id":"c","messages":[{"id":1,"user":"a","ts":1700000000,"text":"x\u00e9"},{"id":2,"user":"b","ts":"2026-01-05","text":["p",{"text":"q"}]}]}"#
        .utf8)
    var mutator = ByteMutator(seed: 5, tokens: ["\"", "[", "{", "}", "]", ":", ",", "\n", "\\u"])
    let folder = try TemporaryDirectory()
    for _ in 0..<800 {
      let path = try folder.write(mutator.mutate(original), to: "chat.json")
      let sink = try RecordingSink.load(path)
      #expect(sink.loaded.flatMap(\.messages).count <= 4)
    }
  }

  @Test func `what stands in front of a conversation's first message is counted with it`() throws {
    let sink = try Self.load(
      #"""
      [{"id":"a","messages":[{"user":"u","text":"x"}]},
      {"id":"b","messages":[7,{"user":"u","text":"y"}]}]
      """#)
    #expect(sink.loaded.map { $0.report?.skipped } == [[:], ["not a message": 1]])
  }
}
